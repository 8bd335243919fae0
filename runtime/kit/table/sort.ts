/** Sorts rows by columns, and handles clicks on headers. */

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

/**
 * Changes the sorting after a click on a header: ascending, descending, off. With Shift the column is added to the
 * sorted ones.
 */
export function toggleSort(sort: readonly SortKey[], field: string, several: boolean): SortKey[] {
  const now = sort.find((key) => key.field === field)?.order;
  const next: SortKey[] = now === 'desc' ? [] : [{ field, order: now === 'asc' ? 'desc' : 'asc' }];
  if (!several) return next;
  const index = sort.findIndex((key) => key.field === field);
  if (index < 0) return [...sort, ...next];
  return [...sort.slice(0, index), ...next, ...sort.slice(index + 1)];
}

export type SortValue = string | number | null;

const texts = new Intl.Collator(undefined, { numeric: true });

/** Rows without a value are last in both directions. */
function compareValues(first: SortValue, other: SortValue, order: SortKey['order']): number {
  if (first === null || other === null) return Number(first === null) - Number(other === null);
  const comparison =
    typeof first === 'number' && typeof other === 'number'
      ? first - other
      : texts.compare(String(first), String(other));
  return order === 'asc' ? comparison : -comparison;
}

/** Returns the rows in the order of `sort`. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: readonly SortKey[],
  readValue: (row: Row, field: string) => SortValue,
): readonly Row[] {
  if (sort.length === 0) return rows;
  return rows.toSorted((first, other) => {
    for (const { field, order } of sort) {
      const comparison = compareValues(readValue(first, field), readValue(other, field), order);
      if (comparison !== 0) return comparison;
    }
    return 0;
  });
}
