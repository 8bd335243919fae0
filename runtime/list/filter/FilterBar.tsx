import { Button, Switch } from 'antd';
import { useRef } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { isNarrowed, type ListState, NOT_NARROWED } from '../../record/query/query.ts';
import { FilterBuilder } from './FilterBuilder.tsx';
import { FilterPill } from './FilterPill.tsx';
import { useOneRow } from './useOneRow.ts';

interface Props {
  entity: EntityDefinition;
  state: ListState;
  /** True if the user may limit the list to records in which the user takes part (V095, decision 6). */
  participation: boolean;
  /** True if the user may hand over records, and so can filter for records of former users. */
  unowned: boolean;
  /** The station of all rows. No station filter is then offered. */
  stationSn: string | null;
  onChange(part: Partial<ListState>): void;
}

const NONE: readonly string[] = [];

/** Shows the most important filters as buttons. The builder contains all others. */
export function FilterBar({ entity, state, participation, unowned, stationSn, onChange }: Props) {
  const t = useT();
  const text = useText();
  const bar = useRef<HTMLFieldSetElement>(null);
  useOneRow(bar);
  const { filters } = state;
  const site = stationSn === null ? null : siteOf(entity);
  const names = (entity.list.filters ?? []).filter((name) => name !== site);
  const change = (name: string, values: readonly string[]) => {
    const { [name]: _, ...others } = filters;
    onChange({ filters: values.some(Boolean) ? { ...others, [name]: values } : others });
  };
  return (
    <fieldset ref={bar} className="wd-list-filters" aria-label={t('list.filters')}>
      {participation && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the label contains a switch
        <label className="wd-filter-switch">
          <Switch
            size="small"
            checked={state.participation}
            onChange={(on) => onChange({ participation: on })}
          />
          {t('list.participation')}
        </label>
      )}
      {unowned && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the label contains a switch
        <label className="wd-filter-switch">
          <Switch size="small" checked={state.unowned} onChange={(on) => onChange({ unowned: on })} />
          {t('list.unowned')}
        </label>
      )}
      {(entity.marks ?? []).map(({ name, filter }) => {
        if (!filter) return null;
        const others = state.marks.filter((mark) => mark !== name);
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the label contains a switch
          <label key={name} className="wd-filter-switch">
            <Switch
              size="small"
              checked={state.marks.includes(name)}
              onChange={(on) => onChange({ marks: on ? [...others, name] : others })}
            />
            {text(filter)}
          </label>
        );
      })}
      {names.map((name) => (
        <FilterPill
          key={name}
          entity={entity}
          name={name}
          values={filters[name] ?? NONE}
          onChange={(values) => change(name, values)}
        />
      ))}
      <FilterBuilder entity={entity} group={state.group} onChange={(group) => onChange({ group })} />
      {isNarrowed(state) && (
        <Button type="text" onClick={() => onChange(NOT_NARROWED)}>
          {t('list.filterClear')}
        </Button>
      )}
    </fieldset>
  );
}
