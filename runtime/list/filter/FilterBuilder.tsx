import { Button } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { countGroup, type FilterGroup, tidyGroup } from '../../record/query/group.ts';
import { newCondition } from '../../record/query/tree.ts';
import { loadGroupEditor } from './loadEditors.ts';
import { PillPopover } from './PillPopover.tsx';

const FilterGroupEditor = later(loadGroupEditor);

interface Props {
  entity: EntityDefinition;
  group: FilterGroup | null;
  onChange(group: FilterGroup | null): void;
}

/** Edits conditions of any field, joined by "and" and "or". */
export function FilterBuilder({ entity, group, onChange }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const count = countGroup(group);
  const change = (next: FilterGroup | null) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <PillPopover
      open={open}
      onOpen={setOpen}
      active={count > 0}
      content={<Builder entity={entity} group={group} onChange={change} />}
    >
      <Icon name="filter" />
      <span>{count > 0 ? t('list.filterMoreCount', { count }) : t('list.filterMore')}</span>
    </PillPopover>
  );
}

function Builder({ entity, group, onChange }: Props) {
  const t = useT();
  const [draft, setDraft] = useState<FilterGroup>(
    () => group ?? { join: 'and', nodes: [newCondition(entity)] },
  );
  return (
    <form
      className="wd-list-popover wd-builder"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(tidyGroup(draft));
      }}
    >
      <FilterGroupEditor entity={entity} group={draft} onChange={setDraft} />
      <span className="wd-list-actions">
        <Button type="primary" htmlType="submit">
          {t('list.filterApply')}
        </Button>
        <Button disabled={!group} onClick={() => onChange(null)}>
          {t('list.filterRemoveAll')}
        </Button>
      </span>
    </form>
  );
}
