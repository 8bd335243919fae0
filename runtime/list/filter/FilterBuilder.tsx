import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { listField } from '../../record/query/fields.ts';
import {
  type Condition,
  countGroup,
  type FilterGroup,
  isGroup,
  type Join,
  MAX_DEPTH,
  tidyGroup,
} from '../../record/query/group.ts';
import { filterNames, type OpChoice, opChoices } from '../../record/query/ops.ts';
import {
  addNode,
  choiceOf,
  chooseCondition,
  joinGroup,
  newCondition,
  type Place,
  removeNode,
  setNode,
} from '../../record/query/tree.ts';
import { ConditionValue } from './ConditionValue.tsx';
import { PillPopover } from './PillPopover.tsx';

interface Props {
  entity: EntityDefinition;
  group: FilterGroup | null;
  onChange(group: FilterGroup | null): void;
}

const ROOT: Place = [];

/** Conditions of any field, joined by "and" and "or". */
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
      <Group entity={entity} root={draft} group={draft} place={ROOT} onChange={setDraft} />
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

interface GroupProps {
  entity: EntityDefinition;
  root: FilterGroup;
  group: FilterGroup;
  place: Place;
  onChange(root: FilterGroup): void;
}

function Group({ entity, root, group, place, onChange }: GroupProps) {
  const t = useT();
  const nested = place.length > 0;
  return (
    <fieldset className="wd-builder-group" aria-label={t('list.filterGroup')}>
      <div className="wd-builder-head">
        <Segmented<Join>
          size="small"
          value={group.join}
          options={[
            { value: 'and', label: t('list.filterAnd') },
            { value: 'or', label: t('list.filterOr') },
          ]}
          onChange={(join) => onChange(joinGroup(root, place, join))}
        />
        {nested && (
          <Button
            type="text"
            size="small"
            icon={<Icon name="close" />}
            aria-label={t('list.filterGroupRemove')}
            onClick={() => onChange(removeNode(root, place))}
          />
        )}
      </div>
      {group.nodes.map((node, index) => {
        const path = [...place, index];
        return isGroup(node) ? (
          <Group key={path.join()} {...{ entity, root, place: path, onChange }} group={node} />
        ) : (
          <ConditionRow
            key={path.join()}
            entity={entity}
            condition={node}
            onChange={(next) => onChange(setNode(root, path, next))}
            onRemove={() => onChange(removeNode(root, path))}
          />
        );
      })}
      <span className="wd-list-actions">
        <Button
          size="small"
          icon={<Icon name="plus" />}
          onClick={() => onChange(addNode(root, place, newCondition(entity)))}
        >
          {t('list.filterAdd')}
        </Button>
        {place.length < MAX_DEPTH - 1 && (
          <Button
            size="small"
            type="text"
            onClick={() =>
              onChange(
                addNode(root, place, {
                  join: group.join === 'and' ? 'or' : 'and',
                  nodes: [newCondition(entity)],
                }),
              )
            }
          >
            {t('list.filterGroupAdd')}
          </Button>
        )}
      </span>
    </fieldset>
  );
}

interface RowProps {
  entity: EntityDefinition;
  condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionRow({ entity, condition, onChange, onRemove }: RowProps) {
  const t = useT();
  const text = useText();
  const title = (name: string) => text(listField(entity, name).title ?? { zh: name, en: name });
  const field = listField(entity, condition.field);
  const label = title(condition.field);
  return (
    <div className="wd-builder-row">
      <Select
        aria-label={t('list.filterField')}
        value={condition.field}
        options={filterNames(entity).map((name) => ({ value: name, label: title(name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        onChange={(name) => onChange(newCondition(entity, name))}
      />
      <Select<OpChoice>
        aria-label={t('list.filterOp', { title: label })}
        value={choiceOf(condition)}
        options={opChoices(entity, condition.field).map((op) => ({ value: op, label: t(`list.op.${op}`) }))}
        popupMatchSelectWidth={false}
        onChange={(choice) => onChange(chooseCondition(condition, choice))}
      />
      <ConditionValue
        key={`${condition.field} ${condition.op}`}
        field={field}
        label={label}
        condition={condition}
        onChange={(value) => onChange({ ...condition, value })}
      />
      <Button
        type="text"
        icon={<Icon name="close" />}
        aria-label={t('list.filterRemove', { title: label })}
        onClick={onRemove}
      />
    </div>
  );
}
