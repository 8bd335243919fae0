import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { fieldOptions, findOption } from '../../form/values/options.ts';
import { useRefLabels } from '../../form/values/refs.ts';
import { refTarget } from '../../form/values/refTarget.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { listField } from '../../record/query/fields.ts';
import { type Condition, type FilterGroup, isGroup } from '../../record/query/group.ts';
import type { ListState } from '../../record/query/query.ts';
import { DATE_RANGES, isDateRange } from '../../record/query/ranges.ts';
import { choiceOf } from '../../record/query/tree.ts';
import { useSummary } from './FilterPill.tsx';

/** Describes the filters of the list in a sentence, for printing. */
export function FilterWords({ entity, state }: { entity: EntityDefinition; state: ListState }) {
  const t = useT();
  const text = useText();
  const { search, filters, group, participation, unowned, marks } = state;
  return (
    <ul className="wd-filter-words">
      {search && <li>{t('list.wordsSearch', { words: search })}</li>}
      {participation && <li>{t('list.participation')}</li>}
      {unowned && <li>{t('list.unowned')}</li>}
      {(entity.marks ?? []).map(
        ({ name, filter }) => filter && marks.includes(name) && <li key={name}>{text(filter)}</li>,
      )}
      {Object.entries(filters).map(([name, values]) => (
        <PillWords key={name} entity={entity} name={name} values={values} />
      ))}
      {group && (
        <li>
          <GroupWords entity={entity} group={group} />
        </li>
      )}
    </ul>
  );
}

function PillWords({
  entity,
  name,
  values,
}: {
  entity: EntityDefinition;
  name: string;
  values: readonly string[];
}) {
  const text = useText();
  const field = listField(entity, name);
  const summary = useSummary(field, values, true);
  return <li>{`${text(field.title ?? { zh: name, en: name })}: ${summary}`}</li>;
}

/** Shows conditions as a sentence. */
export function GroupWords({ entity, group }: { entity: EntityDefinition; group: FilterGroup }) {
  const t = useT();
  const joint = t(group.join === 'and' ? 'list.wordsAnd' : 'list.wordsOr');
  return group.nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the conditions of this filter never change
    <span key={index}>
      {index > 0 && joint}
      {isGroup(node) ? (
        <>
          (<GroupWords entity={entity} group={node} />)
        </>
      ) : (
        <ConditionWords entity={entity} condition={node} />
      )}
    </span>
  ));
}

function ConditionWords({ entity, condition }: { entity: EntityDefinition; condition: Condition }) {
  const t = useT();
  const lang = useLang();
  const text = useText();
  const field = listField(entity, condition.field);
  const { value } = condition;
  const values = (Array.isArray(value) ? value : [value]) as (string | number | boolean)[];
  const target = refTarget(field);
  const keys = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  const names = useRefLabels(target, target ? keys : []);
  const options = fieldOptions(field, dictionaries, lang) ?? [];
  const choice = choiceOf(condition);
  const word = (single: string | number | boolean): string => {
    if (typeof single === 'boolean') return t(single ? 'list.yes' : 'list.no');
    if (isDateRange(single) && choice === 'within') return t(DATE_RANGES[single]);
    return names.get(single) ?? (options.length > 0 ? findOption(options, single).label : String(single));
  };
  const title = text(field.title ?? { zh: condition.field, en: condition.field });
  const hasValues = choice !== 'me' && choice !== 'empty' && choice !== 'filled';
  const valueText = hasValues ? values.map(word).join(choice === 'between' ? ' – ' : ', ') : '';
  return <>{`${title} ${t(`list.op.${choice}`)} ${valueText}`.trim()}</>;
}
