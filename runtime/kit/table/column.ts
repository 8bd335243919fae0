import type { ReactNode } from 'react';
import { SPACE_STEP } from '../theme/tokens.ts';
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
  /** A title for screen readers only: for buttons and drawings that explain themselves. */
  quiet?: boolean;
  /** Gives the value by which rows are sorted; without it this column sorts nothing. */
  value?(row: Row): SortValue;
  /** Draws the cell of a row. */
  cell(row: Row): ReactNode;
}

/** A column that shares what is left is no narrower than this, in pixels. */
export const SHARED_WIDTH = 96;

/** Roughly a bold digit, and what is around a cell, in pixels. */
const DIGIT = SPACE_STEP * 2.25;
const FRAME = SPACE_STEP * 7;

/** The width in pixels in which no figure of a column has to be broken. */
export const widthOfFigures = (figures: readonly string[]): number =>
  Math.max(SHARED_WIDTH, Math.ceil(Math.max(0, ...figures.map(({ length }) => length)) * DIGIT) + FRAME);

export const alignOf = (figures: boolean | undefined): 'end' | undefined => (figures ? 'end' : undefined);
