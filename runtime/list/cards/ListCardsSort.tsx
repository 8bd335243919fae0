import { Segmented, Select } from 'antd';
import { useId } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { SortKey } from '../../kit/table/sort.ts';
import { columnNames, isSortable, listField } from '../../record/query/fields.ts';

interface Props {
  entity: EntityDefinition;
  sort: readonly SortKey[];
  onSort(sort: SortKey[]): void;
}

/** Lets the user choose the order of cards, which have no column headers. */
export function ListCardsSort({ entity, sort, onSort }: Props) {
  const t = useT();
  const text = useText();
  const id = useId();
  const [first] = sort;
  return (
    <div className="wd-list-sort">
      <label htmlFor={id}>{t('list.sortBy')}</label>
      <div className="wd-filter-two">
        <Select
          id={id}
          allowClear
          value={first?.field}
          placeholder={t('list.sortNone')}
          options={columnNames(entity)
            .filter((name) => isSortable(entity, name))
            .map((name) => ({
              value: name,
              label: text(listField(entity, name).title ?? { zh: name, en: name }),
            }))}
          onChange={(field: string | undefined) =>
            onSort(field ? [{ field, order: first?.order ?? 'asc' }] : [])
          }
        />
        <Segmented<SortKey['order']>
          block
          disabled={!first}
          aria-label={t('list.sortOrder')}
          value={first?.order ?? 'asc'}
          options={[
            { value: 'asc', label: t('list.sortUp') },
            { value: 'desc', label: t('list.sortDown') },
          ]}
          onChange={(order) => first && onSort([{ ...first, order }])}
        />
      </div>
    </div>
  );
}
