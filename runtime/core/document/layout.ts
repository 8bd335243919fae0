/** Places on the board: one canonical layout of 24 columns; narrower ones are derived and never stored. */
import { correctBounds, moveElement, verticalCompactor } from 'react-grid-layout/core';
import type { LayoutItem } from '../../../generated/definition.ts';

export const COLUMNS = 24;
export const ROW_HEIGHT = 40;
export const GAP = 8;

export type Direction = 'left' | 'right' | 'up' | 'down';
export interface Size {
  w: number;
  h: number;
}
export interface MinSize {
  minW: number;
  minH: number;
}
type Layout = readonly LayoutItem[];

const plain = ({ i, x, y, w, h }: LayoutItem): LayoutItem => ({ i, x, y, w, h });
const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Rows first, then columns: the order in which a person reads the board. */
export function readingOrder(layout: Layout): LayoutItem[] {
  return [...layout].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Everything inside the grid, nothing overlapping, no empty rows above. Keeps the order of the items. */
export function compactLayout(layout: Layout, columns = COLUMNS): LayoutItem[] {
  const inside = correctBounds(layout.map(plain), { cols: columns });
  const placed = new Map(verticalCompactor.compact(inside, columns).map((item) => [item.i, plain(item)]));
  return layout.flatMap((item) => placed.get(item.i) ?? []);
}

const overlaps = (a: LayoutItem, b: LayoutItem) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** The first free place in reading order that takes an item of this size. */
export function firstPlace(layout: Layout, size: Size, columns = COLUMNS): { x: number; y: number } {
  const w = clamp(size.w, 1, columns);
  const bottom = layout.reduce((rows, item) => Math.max(rows, item.y + item.h), 0);
  for (let y = 0; y < bottom; y++) {
    for (let x = 0; x + w <= columns; x++) {
      const candidate = { i: '', x, y, w, h: size.h };
      if (!layout.some((item) => overlaps(candidate, item))) return { x, y };
    }
  }
  return { x: 0, y: bottom };
}

export function placeItem(
  layout: Layout,
  id: string,
  size: Size,
  at?: { x: number; y: number },
): LayoutItem[] {
  const w = clamp(size.w, 1, COLUMNS);
  if (!at)
    return compactLayout([...layout, { i: id, ...firstPlace(layout, { w, h: size.h }), w, h: size.h }]);
  const below = layout.reduce((rows, item) => Math.max(rows, item.y + item.h), 0);
  const appended = [...layout.map(plain), { i: id, x: clamp(at.x, 0, COLUMNS - w), y: below, w, h: size.h }];
  return moveItem(appended, id, at.x, at.y);
}

/** Moves an item; what stands in its way makes room, then everything rises. */
export function moveItem(layout: Layout, id: string, x: number, y: number): LayoutItem[] {
  const next = layout.map(plain);
  const item = next.find((one) => one.i === id);
  if (!item) return next;
  const column = clamp(x, 0, COLUMNS - item.w);
  return compactLayout(
    moveElement(next, item, column, Math.max(0, y), true, false, verticalCompactor.type, COLUMNS),
  );
}

export function resizeItem(layout: Layout, id: string, size: Size, min: MinSize): LayoutItem[] {
  return compactLayout(
    layout.map((item) => {
      if (item.i !== id) return plain(item);
      const w = clamp(size.w, min.minW, COLUMNS);
      return { ...plain(item), x: Math.min(item.x, COLUMNS - w), w, h: clamp(size.h, min.minH, 100) };
    }),
  );
}

const STEP: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};
const samePlace = (a?: LayoutItem, b?: LayoutItem) => a?.x === b?.x && a?.y === b?.y;

/**
 * One press of an arrow key. A single row down is undone by compaction when the neighbour below is taller,
 * so the step grows until the item really changes its place; null when there is no further place.
 */
export function nudgeItem(layout: Layout, id: string, direction: Direction): LayoutItem[] | null {
  const item = layout.find((one) => one.i === id);
  if (!item) return null;
  const tallest = layout.reduce((rows, one) => Math.max(rows, one.h), item.h);
  const furthest = direction === 'left' || direction === 'right' ? 1 : tallest;
  for (let step = 1; step <= furthest; step++) {
    const x = item.x + STEP[direction].x * step;
    const y = item.y + STEP[direction].y * step;
    if (x < 0 || y < 0 || x + item.w > COLUMNS) return null;
    const next = moveItem(layout, id, x, y);
    const moved = next.find((one) => one.i === id);
    if (!samePlace(moved, item)) return next;
  }
  return null;
}

/** A narrower board in the same reading order; widths keep their number of columns as far as they fit. */
export function deriveLayout(layout: Layout, columns: number): LayoutItem[] {
  const placed: LayoutItem[] = [];
  for (const item of readingOrder(layout)) {
    const w = Math.min(item.w, columns);
    placed.push({ i: item.i, ...firstPlace(placed, { w, h: item.h }, columns), w, h: item.h });
  }
  return placed;
}
