/** Describes the approvers of a node, and the condition of a path. */
import { languageOf } from '../../../runtime/core/text/lang.ts';
import '../../../runtime/core/definitions/allEntities.ts';
import type { Condition, People } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { useRefLabels } from '../../../runtime/form/values/refs.ts';
import { refTarget } from '../../../runtime/form/values/refTarget.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { GroupWords } from '../../../runtime/list/filter/FilterWords.tsx';
import { listField } from '../../../runtime/record/query/fields.ts';
import { readPicked } from '../../../runtime/record/query/picked.ts';
import texts from '../texts.json';

export const ROLE = { type: 'string', 'x-ref': 'role', 'x-refKey': 'key' } as const;
export const USER = { type: 'integer', 'x-ref': 'user' } as const;
export const DEPT = { type: 'integer', 'x-ref': 'dept' } as const;
export const TARGETS = { roles: refTarget(ROLE)!, users: refTarget(USER)!, heads: refTarget(DEPT)! };

/** Describes the people of a node. Empty without any. */
export function usePeopleWords(entity: Entity, people: People): string {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const { roles = [], users = [], heads = [], fields = [], manager, owner, level, upTo } = people;
  const roleNames = useRefLabels(TARGETS.roles, roles);
  const userNames = useRefLabels(TARGETS.users, users);
  const deptNames = useRefLabels(TARGETS.heads, heads);
  const named = (name: string) => text(listField(entity, name).title ?? { zh: name, en: name });
  const managers = level ? t(upTo ? 'flow.managersUpTo' : 'flow.managerLevel', { level }) : t('flow.manager');
  const words = [
    ...(manager ? [managers] : []),
    ...heads.map((id) => t('flow.headOf', { name: deptNames.get(id) ?? `#${id}` })),
    ...roles.map((key) => roleNames.get(key) ?? key),
    ...users.map((id) => userNames.get(id) ?? `#${id}`),
    ...fields.map(named),
    ...(owner ? [t('flow.owner')] : []),
  ];
  return words.join(languageOf(lang).comma);
}

export function PeopleWords(props: { entity: Entity; people: People; chosen?: boolean }) {
  const { entity, people, chosen = false } = props;
  const t = useT(texts);
  const words = usePeopleWords(entity, people);
  if (chosen) return words ? t('flow.chosenAmong', { people: words }) : t('flow.chosenAny');
  return words || t('flow.noPeopleYet');
}

/** Shows the condition of a path or a step. */
export function ConditionWords({ entity, when }: { entity: string; when: Condition | undefined }) {
  const t = useT(texts);
  const group = readPicked(when);
  if (group === null) return t('flow.ownCondition');
  if (group.nodes.length === 0) return t('flow.noCondition');
  return <GroupWords entity={entityOf(entity)} group={group} />;
}
