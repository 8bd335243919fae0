import { SIZE, SPACE_STEP } from '../theme/tokens.ts';

export const MIN_WIDTH = SIZE.touch * 2;
export const MAX_WIDTH = SIZE.form;
/** Width in pixels that an arrow key adds to a column. */
export const WIDTH_STEP = SPACE_STEP * 4;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH));
