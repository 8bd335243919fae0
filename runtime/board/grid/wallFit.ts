/** Scales a board to fill a wall screen of any resolution. Pure. */
import { GAP, ROW_HEIGHT } from '../../core/document/layout.ts';

export interface WallFit {
  zoom: number;
  rowHeight: number;
}

/** Minimum and maximum board width. Narrower, its figures do not fit; wider, they are not readable at three metres. */
const NARROWEST = 1200;
const WIDEST = 1440;
/** Smallest and largest share of the normal row height, before the board scrolls or ends above the edge. */
const FLATTEST = 0.7;
const TALLEST = 1.6;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Returns the zoom that fills the height with normal rows, as far as the width allows. The rows share the remaining
 * height.
 */
export function wallFit(rows: number, width: number, height: number): WallFit {
  if (rows < 1 || width < NARROWEST || height < 1) return { zoom: 1, rowHeight: ROW_HEIGHT };
  const natural = rows * (ROW_HEIGHT + GAP) - GAP;
  const zoom = clamp(height / natural, width / WIDEST, width / NARROWEST);
  const rowHeight = (height / zoom + GAP) / rows - GAP;
  // A board that does not fit is shown screen by screen, and nothing is compressed for that.
  if (rowHeight < ROW_HEIGHT * FLATTEST) return { zoom, rowHeight: ROW_HEIGHT };
  return { zoom, rowHeight: Math.min(rowHeight, ROW_HEIGHT * TALLEST) };
}
