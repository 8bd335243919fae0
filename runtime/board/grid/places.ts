/** Returns the places of a board's widgets on a screen: as stored on a wide one, derived on a narrow one. Pure. */
import { COLUMNS, deriveLayout, type GridItem } from '../../core/document/layout.ts';

/** Below the first width a board is one column, below the second it has half of the columns. */
const PHONE_BELOW = 640;
const TABLET_BELOW = 960;
const TABLET_COLUMNS = 12;
const SMALL_ROWS = 3;

export interface LeastSize {
  minW: number;
  minH: number;
}

export const columnsFor = (width: number): number =>
  width < PHONE_BELOW ? 1 : width < TABLET_BELOW ? TABLET_COLUMNS : COLUMNS;

/** On a phone a figure is as wide as the screen, so a small card needs no more than its least height. */
const flatten = (layout: readonly GridItem[], minOf: (id: string) => LeastSize) =>
  layout.map((item) => (item.h <= SMALL_ROWS ? { ...item, h: Math.min(item.h, minOf(item.i).minH) } : item));

/** The places on so many columns, each with the least size of its widget. */
export function placeOn(
  columns: number,
  layout: readonly GridItem[],
  minOf: (id: string) => LeastSize,
): (GridItem & LeastSize)[] {
  const places =
    columns === COLUMNS ? layout : deriveLayout(columns === 1 ? flatten(layout, minOf) : layout, columns);
  return places.map((place) => {
    const { minW, minH } = minOf(place.i);
    return { ...place, minW: Math.min(minW, columns), minH };
  });
}
