/** Computes the places of widgets: the stored ones on a wide screen, derived ones on a narrow screen. Pure. */
import { COLUMNS, deriveLayout, type GridItem, readingOrder } from '../../core/document/layout.ts';

/**
 * Below `PHONE_BELOW` a board has one column, with at most two figures side by side. Below the second width it has half
 * of the columns.
 */
const PHONE_BELOW = 640;
const TABLET_BELOW = 960;
export const PHONE_COLUMNS = 2;
const TABLET_COLUMNS = 12;
const SMALL_ROWS = 3;

export interface LeastSize {
  minW: number;
  minH: number;
  /** Height in rows on a phone, if the widget sets it. */
  phoneH?: number;
}

/** Columns on a wide screen that correspond to half the width of a phone. */
const SMALL_COLUMNS = 6;
/** Columns on a wide screen that correspond to the width of a phone. A wider card of figures is higher on a phone. */
const PHONE_WIDE = 8;
const FIGURE_ROWS = 4;

export const columnsFor = (width: number): number =>
  width < PHONE_BELOW ? PHONE_COLUMNS : width < TABLET_BELOW ? TABLET_COLUMNS : COLUMNS;

const isSmall = ({ w, h }: GridItem): boolean => w <= SMALL_COLUMNS && h <= SMALL_ROWS;

/**
 * Returns the height on a phone. A wide row of figures wraps, so it becomes higher. Charts and lists keep their height.
 */
const heightOnPhone = ({ w, h }: GridItem): number =>
  h > 1 && h <= FIGURE_ROWS ? Math.ceil(h * Math.max(1, w / PHONE_WIDE)) : h;

/** Stacks widgets in reading order, and places two consecutive small figures side by side. */
function placeOnPhone(layout: readonly GridItem[], minOf: (id: string) => LeastSize): GridItem[] {
  const ordered = readingOrder(layout);
  const placed: GridItem[] = [];
  let y = 0;
  for (let index = 0; index < ordered.length; index++) {
    const item = ordered[index]!;
    const next = ordered[index + 1];
    const isPair = next && isSmall(item) && isSmall(next);
    const row = isPair ? [item, next] : [item];
    const heights = row.map((item) =>
      isSmall(item) ? Math.min(item.h, minOf(item.i).minH) : (minOf(item.i).phoneH ?? heightOnPhone(item)),
    );
    const h = Math.max(...heights);
    const w = isPair ? 1 : PHONE_COLUMNS;
    placed.push(...row.map((item, x) => ({ ...item, x, y, w, h })));
    y += h;
    if (isPair) index++;
  }
  return placed;
}

/** Returns the places for a number of columns, each with the minimum size of its widget. */
export function placeOn(
  columns: number,
  layout: readonly GridItem[],
  minOf: (id: string) => LeastSize,
): (GridItem & LeastSize)[] {
  const places =
    columns === COLUMNS
      ? layout
      : columns === PHONE_COLUMNS
        ? placeOnPhone(layout, minOf)
        : deriveLayout(layout, columns);
  return places.map((place) => {
    const { minW, minH } = minOf(place.i);
    return { ...place, minW: columns === PHONE_COLUMNS ? 1 : Math.min(minW, columns), minH };
  });
}
