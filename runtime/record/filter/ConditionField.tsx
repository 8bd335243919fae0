import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { Condition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { completeCondition, type FilterGroup, isGroup } from '../query/group.ts';
import { groupRule, isPicked, readPicked } from '../query/picked.ts';
import { FilterGroupEditor } from './FilterGroupEditor.tsx';
import texts from './texts.json';

interface Props {
  entity: Entity;
  when: Condition | undefined;
  onChange(when: Condition): void;
}

const NOTHING: FilterGroup = { join: 'and', nodes: [] };

const complete = (group: FilterGroup): boolean =>
  group.nodes.every((node) => (isGroup(node) ? complete(node) : completeCondition(node)));

const isSame = (a: FilterGroup, b: FilterGroup): boolean =>
  JSON.stringify(groupRule(a)) === JSON.stringify(groupRule(b));

/** Edits a condition with pickers, over visible fields. A condition that pickers cannot express is read-only. */
export function ConditionField({ entity: whole, when, onChange }: Props) {
  const t = useT(texts);
  const entity = useEntityFor(whole, 'read');
  const [group, setGroup] = useState(() => readPicked(when));
  // Undo and other versions change the condition from outside.
  useEffect(() => {
    const next = readPicked(when);
    setGroup((now) => (now && complete(now) && !(next && isSame(now, next)) ? next : now));
  }, [when]);
  if (group === null)
    return (
      <p>
        {t('condition.own')} <Button onClick={() => setGroup(NOTHING)}>{t('condition.new')}</Button>
      </p>
    );
  return (
    <FilterGroupEditor
      entity={entity}
      group={group}
      offers={isPicked}
      onChange={(next) => {
        setGroup(next);
        onChange(groupRule(next));
      }}
    />
  );
}
