/** Sorting on the server by one column: a key as in the call, with a minus for descending order. */
import type { RowsOrder } from './RowsTable.tsx';
import type { SortKey } from './sort.ts';

const readSort = (text: string | null): SortKey[] => {
  if (text === null) return [];
  return text.startsWith('-') ? [{ field: text.slice(1), order: 'desc' }] : [{ field: text, order: 'asc' }];
};

/** `fields`: columns that the server can sort by. Null returns the server's own order. */
export const orderOf = <Field extends string>(
  fields: readonly Field[],
  sort: Field | `-${Field}` | null,
  onSort: (sort: Field | `-${Field}` | null) => void,
): RowsOrder => ({
  fields,
  sort: readSort(sort),
  onSort(keys) {
    // The server sorts by one column only, the last clicked one.
    const key = keys.at(-1);
    const field = fields.find((candidate) => candidate === key?.field);
    if (!key || field === undefined) return onSort(null);
    onSort(key.order === 'desc' ? `-${field}` : field);
  },
});
