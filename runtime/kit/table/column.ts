import type { ReactNode } from 'react';
import type { SortValue } from './sort.ts';

export interface Column<Row> {
  id: string;
  title: string;
  /** The zone of its times, as `formatZone` writes it. */
  zone?: string;
  /** In pixels; columns without one share what is left. */
  width?: number;
  /** Figures stand below each other, at the end of their column. */
  figures?: boolean;
  /** On a phone it takes the whole line. */
  wide?: boolean;
  /** The title is heard, not seen: for buttons and drawings that say themselves what they are. */
  quiet?: boolean;
  /** Gives the value by which rows are sorted; without it this column sorts nothing. */
  value?(row: Row): SortValue;
  /** Draws the cell of a row. */
  cell(row: Row): ReactNode;
}

/** A column that shares what is left is no narrower than this, in pixels. */
export const SHARED_WIDTH = 96;

export const alignOf = (figures: boolean | undefined): 'end' | undefined => (figures ? 'end' : undefined);
