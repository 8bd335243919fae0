import '../../core/definitions/allEntities.ts';
import { Button, Segmented, Select } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { listField } from '../query/fields.ts';
import { type Condition, type FilterGroup, isGroup, type Join, MAX_DEPTH } from '../query/group.ts';
import { filterNames, type OpChoice, opChoices } from '../query/ops.ts';
import {
  addNode,
  choiceOf,
  chooseCondition,
  joinGroup,
  newCondition,
  type Place,
  removeNode,
  setNode,
} from '../query/tree.ts';
import { ConditionValue } from './ConditionValue.tsx';
import './filterGroup.css';

const ROOT: Place = [];

interface Props {
  entity: EntityDefinition;
  group: FilterGroup;
  /** Returns whether an operator is offered. By default, all operators of list filters are offered. */
  offers?: (op: OpChoice) => boolean;
  onChange(group: FilterGroup): void;
}

const ANY = () => true;

/** Edits conditions of any field, joined by "and" and "or". */
export function FilterGroupEditor({ entity, group, offers = ANY, onChange }: Props) {
  return <Group {...{ entity, group, offers, onChange }} root={group} place={ROOT} />;
}

interface GroupProps {
  entity: EntityDefinition;
  root: FilterGroup;
  group: FilterGroup;
  place: Place;
  offers(op: OpChoice): boolean;
  onChange(root: FilterGroup): void;
}

function Group({ entity, root, group, place, offers, onChange }: GroupProps) {
  const t = useT();
  // Fields without a filter are not offered.
  const names = filterNames(entity).filter((name) => opChoices(entity, name).some(offers));
  const fresh = () => newCondition(entity, names[0], offers);
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
          <Group key={path.join()} {...{ entity, root, offers, place: path, onChange }} group={node} />
        ) : (
          <ConditionRow
            key={path.join()}
            {...{ entity, names, offers }}
            condition={node}
            onChange={(next) => onChange(setNode(root, path, next))}
            onRemove={() => onChange(removeNode(root, path))}
          />
        );
      })}
      <span className="wd-builder-actions">
        <Button
          size="small"
          icon={<Icon name="plus" />}
          onClick={() => onChange(addNode(root, place, fresh()))}
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
                  nodes: [fresh()],
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
  names: readonly string[];
  offers(op: OpChoice): boolean;
  condition: Condition;
  onChange(condition: Condition): void;
  onRemove(): void;
}

function ConditionRow({ entity, names, offers, condition, onChange, onRemove }: RowProps) {
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
        options={names.map((name) => ({ value: name, label: title(name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        onChange={(name) => onChange(newCondition(entity, name, offers))}
      />
      <Select<OpChoice>
        aria-label={t('list.filterOp', { title: label })}
        value={choiceOf(condition)}
        options={opChoices(entity, condition.field)
          .filter(offers)
          .map((op) => ({ value: op, label: t(`list.op.${op}`) }))}
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
