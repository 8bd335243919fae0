import type { HTMLAttributes } from 'react';

/** Roles of table elements. Without table layout, some browsers report them only by their roles. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** The common frame of a column's header, cells and total. */
export interface CellFrame extends HTMLAttributes<HTMLTableCellElement> {
  'data-align': 'end' | undefined;
  'data-pin'?: 'start' | 'end' | undefined;
}
