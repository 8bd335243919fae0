import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { EntityDefinition } from '../../generated/definition.ts';
import { is_numeric } from '../form/shown/valueText.ts';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import { Cell, RecordLink } from './Cell.tsx';
import { list_field } from './fields.ts';
import { type SortKey, sort_toggle } from './query.ts';
import { type RowActions, RowMenu } from './RowMenu.tsx';
import type { ListRecord } from './useRecords.ts';

export interface RowsProps extends RowActions {
  entity: EntityDefinition;
  records: ListRecord[];
  columns: string[];
  loading: boolean;
  /** Rows to expect, so that loading looks like what comes. */
  size: number;
}

interface Props extends RowsProps {
  sort: readonly SortKey[];
  onSort(sort: SortKey[]): void;
}

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ListRecord>();
const SIGN_SIZE = 14;

export function ListTable({ entity, records, columns, loading, size, sort, onSort, ...actions }: Props) {
  const t = useT();
  const text = useText();
  const definitions = useMemo(
    () => helper.columns(columns.map((name) => helper.accessor((record) => record[name], { id: name }))),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: records });
  const align = (name: string) => (is_numeric(list_field(entity, name)) ? 'end' : undefined);
  const several = sort.length > 1;

  return (
    <div className="wd-table-frame wd-card">
      <table className="wd-table">
        <thead>
          <tr>
            {table.getFlatHeaders().map(({ id }) => {
              const at = sort.findIndex(({ field }) => field === id);
              const order = sort[at]?.order;
              return (
                <th
                  key={id}
                  data-align={align(id)}
                  scope="col"
                  aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
                >
                  <button
                    type="button"
                    title={t('list.sortHelp')}
                    onClick={(event) => onSort(sort_toggle(sort, id, event.shiftKey))}
                  >
                    <span>{text(list_field(entity, id).title ?? { zh: id, en: id })}</span>
                    {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={SIGN_SIZE} />}
                    {order && several && <sup>{at + 1}</sup>}
                  </button>
                </th>
              );
            })}
            <th scope="col">
              <span className="wd-hidden">{t('list.rowActions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading && <SkeletonRows rows={size} columns={columns.length + 1} />}
          {table.getRowModel().rows.map((row) => (
            <tr key={row.original.id}>
              {row.getAllCells().map(({ id, column }, index) => (
                <td key={id} data-align={align(column.id)}>
                  {index === 0 ? (
                    <RecordLink
                      entity={entity}
                      name={column.id}
                      record={row.original}
                      onOpen={actions.onOpen}
                    />
                  ) : (
                    <Cell entity={entity} name={column.id} record={row.original} records={records} />
                  )}
                </td>
              ))}
              <td>
                <RowMenu entity={entity} record={row.original} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that all look the same
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that all look the same
        <td key={column}>
          <span className="wd-list-bone" />
        </td>
      ))}
    </tr>
  ));
}
