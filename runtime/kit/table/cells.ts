import type { HTMLAttributes } from 'react';

/** ARIA roles of table elements. Without table layout, some browsers need explicit roles. */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Common attributes of a column's header, cells and total. */
export interface CellFrame extends HTMLAttributes<HTMLTableCellElement> {
  'data-align': 'end' | undefined;
  'data-pin'?: 'start' | 'end' | undefined;
}
