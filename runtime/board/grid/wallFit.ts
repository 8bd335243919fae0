/** A board is drawn so large that it fills a wall screen, whatever its pixels. Pure. */
import { GAP, ROW_HEIGHT } from '../../core/document/layout.ts';

export interface WallFit {
  zoom: number;
  rowHeight: number;
}

/** A board is made for widths like these; narrower, its figures don't fit, wider, they can't be read at three metres. */
const NARROWEST = 1200;
const WIDEST = 1440;
/** A row may be squeezed or stretched this much before the board scrolls, or ends above the edge. */
const FLATTEST = 0.7;
const TALLEST = 1.6;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * The zoom that fills the height with rows of their own size, as far as the width allows. The rows share the remaining
 * height.
 */
export function wallFit(rows: number, width: number, height: number): WallFit {
  if (rows < 1 || width < NARROWEST || height < 1) return { zoom: 1, rowHeight: ROW_HEIGHT };
  const natural = rows * (ROW_HEIGHT + GAP) - GAP;
  const zoom = clamp(height / natural, width / WIDEST, width / NARROWEST);
  const rowHeight = (height / zoom + GAP) / rows - GAP;
  // A board that does not fit is gone through, screen by screen: nothing is squeezed for that.
  if (rowHeight < ROW_HEIGHT * FLATTEST) return { zoom, rowHeight: ROW_HEIGHT };
  return { zoom, rowHeight: Math.min(rowHeight, ROW_HEIGHT * TALLEST) };
}
