import type { ReactNode } from 'react';
import { SPACE_STEP } from '../theme/tokens.ts';
import type { SortValue } from './sort.ts';

export interface Column<Row> {
  id: string;
  title: string;
  /** Time zone, formatted by `formatZone`. */
  zone?: string;
  /** Width in pixels. Columns without a width share the remaining one. */
  width?: number;
  /** True for right-aligned numbers. */
  figures?: boolean;
  /** True if the cell has the full width on a phone. */
  wide?: boolean;
  /** True to show the title to screen readers only. */
  quiet?: boolean;
  /** Returns the sort value. Absent if users cannot sort by the column. */
  value?(row: Row): SortValue;
  /** Draws the cell of a row. */
  cell(row: Row): ReactNode;
}

/** Minimum width in pixels of a column without a width. */
export const SHARED_WIDTH = 96;

/** Approximate width of a bold digit, and of a cell's padding, in pixels. */
const DIGIT = SPACE_STEP * 2.25;
const FRAME = SPACE_STEP * 7;

/** Returns the width in pixels at which no number of a column wraps. */
export const widthOfFigures = (figures: readonly string[]): number =>
  Math.max(SHARED_WIDTH, Math.ceil(Math.max(0, ...figures.map(({ length }) => length)) * DIGIT) + FRAME);

export const alignOf = (figures: boolean | undefined): 'end' | undefined => (figures ? 'end' : undefined);
