import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../../core/definitions/entities.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { FilterGroupEditor } from '../../filter/FilterGroupEditor.tsx';
import { type FilterGroup, readGroup, tidyGroup, writeGroup } from '../../query/group.ts';
import { newCondition } from '../../query/tree.ts';

interface Props {
  entity: Entity;
  value: string | undefined;
  disabled: boolean;
  onChange(filter: string | undefined): void;
}

/** Edits conditions on records. Incomplete conditions remain visible but are not sent. */
export function ChosenFilter({ entity, value, disabled, onChange }: Props) {
  const t = useT();
  const [draft, setDraft] = useState<FilterGroup | null>(() => readGroup(entity, value ?? null));
  const change = (next: FilterGroup | null) => {
    setDraft(next);
    const whole = next && tidyGroup(next);
    onChange(whole ? writeGroup(whole) : undefined);
  };
  if (!draft || draft.nodes.length === 0)
    return (
      <Button
        size="small"
        disabled={disabled}
        icon={<Icon name="filter" size={16} />}
        onClick={() => change({ join: 'and', nodes: [newCondition(entity)] })}
      >
        {t('list.filterAdd')}
      </Button>
    );
  return <FilterGroupEditor entity={entity} group={draft} onChange={change} />;
}
