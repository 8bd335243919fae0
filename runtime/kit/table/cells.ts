import type { HTMLAttributes } from 'react';

/** Not laid out as a table, the elements of one are told as such in every browser only when their roles say so. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** The frame that the head, the cells and the total of a column have in common. */
export interface CellFrame extends HTMLAttributes<HTMLTableCellElement> {
  'data-align': 'end' | undefined;
  'data-pin'?: 'start' | 'end' | undefined;
}
