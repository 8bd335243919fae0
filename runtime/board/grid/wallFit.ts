/** Scales a board to fill a wall screen of any resolution. Pure. */
import { GAP, ROW_HEIGHT } from '../../core/document/layout.ts';

export interface WallFit {
  zoom: number;
  rowHeight: number;
}

/**
 * Minimum and maximum board width. Figures do not fit a narrower board. A wider board is not readable at three metres.
 */
const NARROWEST = 1200;
const WIDEST = 1440;
/**
 * Minimum and maximum row height, as a share of the normal one. Beyond them the board scrolls, or leaves free space.
 */
const FLATTEST = 0.7;
const TALLEST = 1.6;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Returns the zoom that fills the height with normal rows, limited by the width. The rows share the remaining height.
 */
export function wallFit(rows: number, width: number, height: number): WallFit {
  if (rows < 1 || width < NARROWEST || height < 1) return { zoom: 1, rowHeight: ROW_HEIGHT };
  const natural = rows * (ROW_HEIGHT + GAP) - GAP;
  const zoom = clamp(height / natural, width / WIDEST, width / NARROWEST);
  const rowHeight = (height / zoom + GAP) / rows - GAP;
  // A board that does not fit is shown screen by screen with normal row heights.
  if (rowHeight < ROW_HEIGHT * FLATTEST) return { zoom, rowHeight: ROW_HEIGHT };
  return { zoom, rowHeight: Math.min(rowHeight, ROW_HEIGHT * TALLEST) };
}
