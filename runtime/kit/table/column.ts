import type { ReactNode } from 'react';
import { SPACE_STEP } from '../theme/tokens.ts';
import type { SortValue } from './sort.ts';

export interface Column<Row> {
  id: string;
  title: string;
  /** The zone of its times, as `formatZone` writes it. */
  zone?: string;
  /** Width in pixels. Columns without one share the remaining width. */
  width?: number;
  /** Figures are below each other and right-aligned. */
  figures?: boolean;
  /** The cell takes the whole width on a phone. */
  wide?: boolean;
  /** The title is only for screen readers, for buttons and drawings that explain themselves. */
  quiet?: boolean;
  /** Returns the value by which rows are sorted. Without it users cannot sort by this column. */
  value?(row: Row): SortValue;
  /** Draws the cell of a row. */
  cell(row: Row): ReactNode;
}

/** Minimum width in pixels of a column that shares the remaining width. */
export const SHARED_WIDTH = 96;

/** Approximate width of a bold digit, and of a cell's padding, in pixels. */
const DIGIT = SPACE_STEP * 2.25;
const FRAME = SPACE_STEP * 7;

/** Returns the width in pixels in which no figure of a column wraps. */
export const widthOfFigures = (figures: readonly string[]): number =>
  Math.max(SHARED_WIDTH, Math.ceil(Math.max(0, ...figures.map(({ length }) => length)) * DIGIT) + FRAME);

export const alignOf = (figures: boolean | undefined): 'end' | undefined => (figures ? 'end' : undefined);
