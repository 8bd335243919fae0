/** Sorts rows: by which columns, and what a press on a head changes about it. */

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

/** A click on a header: ascending, descending, off; with Shift beside what is sorted already. */
export function toggleSort(sort: readonly SortKey[], field: string, several: boolean): SortKey[] {
  const now = sort.find((key) => key.field === field)?.order;
  const next: SortKey[] = now === 'desc' ? [] : [{ field, order: now === 'asc' ? 'desc' : 'asc' }];
  if (!several) return next;
  const at = sort.findIndex((key) => key.field === field);
  if (at < 0) return [...sort, ...next];
  return [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}

export type SortValue = string | number | null;

const texts = new Intl.Collator(undefined, { numeric: true });

/** Rows without a value come last in either direction, for nobody looks for them. */
function compareValues(one: SortValue, other: SortValue, order: SortKey['order']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const found =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : texts.compare(String(one), String(other));
  return order === 'asc' ? found : -found;
}

/** The rows in the order of `sort`; equal ones keep theirs. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: readonly SortKey[],
  readValue: (row: Row, field: string) => SortValue,
): readonly Row[] {
  if (sort.length === 0) return rows;
  return rows.toSorted((one, other) => {
    for (const { field, order } of sort) {
      const found = compareValues(readValue(one, field), readValue(other, field), order);
      if (found !== 0) return found;
    }
    return 0;
  });
}
