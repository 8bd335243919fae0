import { Button } from 'antd';
import type { EntityDefinition } from '../../generated/definition.ts';
import { useT } from '../i18n/index.ts';
import { FilterPill } from './FilterPill.tsx';
import type { Filters } from './query.ts';

interface Props {
  entity: EntityDefinition;
  filters: Filters;
  onChange(filters: Filters): void;
}

const NONE: readonly string[] = [];

export function FilterBar({ entity, filters, onChange }: Props) {
  const t = useT();
  const names = entity.list.filters ?? [];
  if (names.length === 0) return null;
  const change = (name: string, values: readonly string[]) => {
    const { [name]: _, ...others } = filters;
    onChange(values.some(Boolean) ? { ...others, [name]: values } : others);
  };
  return (
    <fieldset className="wd-list-filters" aria-label={t('list.filters')}>
      {names.map((name) => (
        <FilterPill
          key={name}
          entity={entity}
          name={name}
          values={filters[name] ?? NONE}
          onChange={(values) => change(name, values)}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button type="text" onClick={() => onChange({})}>
          {t('list.filterClear')}
        </Button>
      )}
    </fieldset>
  );
}
