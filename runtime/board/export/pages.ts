/** Splits a board into sheets of paper. It cuts between rows, never through a widget. Pure. */
import type { LayoutItem } from '../../../generated/definition.ts';
import { GAP, ROW_HEIGHT, readingOrder } from '../../core/document/layout.ts';

/** Returns the rows that fit a sheet whose board is `width` wide. */
export const rowsOfSheet = (width: number, sheet: { width: number; height: number }): number =>
  Math.max(1, Math.floor(((sheet.height / sheet.width) * width + GAP) / (ROW_HEIGHT + GAP)));

/**
 * Returns each sheet's widgets, with rows counted from the top of the sheet. A widget taller than a sheet is cropped.
 */
export function pagesOf(layout: readonly LayoutItem[], rows: number): LayoutItem[][] {
  const pages: LayoutItem[][] = [];
  let rest = readingOrder(layout);
  while (rest.length > 0) {
    const top = Math.min(...rest.map(({ y }) => y));
    const fits = (item: LayoutItem) => item.y + item.h <= top + rows;
    // A widget that crosses the edge moves to the next sheet, together with all widgets below its top edge.
    const cut = Math.min(...rest.filter((item) => !fits(item)).map(({ y }) => y), Number.POSITIVE_INFINITY);
    const page = rest.filter((item) => fits(item) && (item.y < cut || cut === top));
    const placed = page.length > 0 ? page : rest.slice(0, 1);
    pages.push(placed.map((item) => ({ ...item, y: item.y - top, h: Math.min(item.h, rows) })));
    rest = rest.filter((item) => !placed.includes(item));
  }
  return pages;
}
