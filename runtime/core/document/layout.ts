/** Places on the board. There is one canonical layout of 24 columns; narrower ones are derived and never stored. */
import type { LayoutItem } from '../../../generated/definition.ts';
import { Occupancy } from './occupancy.ts';

export const COLUMNS = 24;
export const ROW_HEIGHT = 40;
export const GAP = 8;
export const MAX_HEIGHT = 100;
/** The size of a widget whose place is unknown, in cells. */
export const DEFAULT_SIZE = { w: 6, h: 5 } as const;

export type Direction = 'left' | 'right' | 'up' | 'down';
export interface Size {
  w: number;
  h: number;
}
export interface MinSize {
  minW: number;
  minH: number;
}
/** `static`: a locked item keeps its place, and other items are placed around it. */
export interface GridItem extends LayoutItem {
  static?: boolean;
}
type Layout = readonly GridItem[];

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const inRows = (a: GridItem, b: GridItem) => a.y < b.y + b.h && b.y < a.y + a.h;
const inColumns = (a: GridItem, b: GridItem) => a.x < b.x + b.w && b.x < a.x + a.w;
const overlaps = (a: GridItem, b: GridItem) => inRows(a, b) && inColumns(a, b);
const bottomOf = (layout: Layout) => layout.reduce((rows, item) => Math.max(rows, item.y + item.h), 0);

/** Sorts by rows, then by columns, as a user reads the board. */
export function readingOrder<T extends GridItem>(layout: readonly T[]): T[] {
  return [...layout].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Returns the ids of items that begin within this many pixels of the board's upper edge. */
export function itemsAbove(layout: Layout, height: number, rowHeight: number): Set<string> {
  return new Set(layout.filter(({ y }) => y * (rowHeight + GAP) < height).map(({ i }) => i));
}

/** Moves an item down until it overlaps none of the others. */
function pushBelow(item: GridItem, others: Layout): GridItem {
  let free = item;
  for (let hit = others.find((other) => overlaps(free, other)); hit; ) {
    free = { ...free, y: hit.y + hit.h };
    hit = others.find((other) => overlaps(free, other));
  }
  return free;
}

/** Moves the items up in order, until an earlier or locked item stops each. */
function rise(ordered: Layout, locked: Layout): GridItem[] {
  const skyline = new Array<number>(COLUMNS).fill(0);
  return ordered.map((item) => {
    // An item does not move past a locked item above it.
    let y = locked.reduce(
      (floor, other) =>
        inColumns(item, other) && other.y + other.h <= item.y ? Math.max(floor, other.y + other.h) : floor,
      0,
    );
    for (let x = item.x; x < item.x + item.w; x++) y = Math.max(y, skyline[x]!);
    const placed = pushBelow({ ...item, y }, locked);
    skyline.fill(placed.y + placed.h, placed.x, placed.x + placed.w);
    return placed;
  });
}

const inside = (item: GridItem): GridItem => {
  const w = clamp(item.w, 1, COLUMNS);
  return { ...item, w, x: clamp(item.x, 0, COLUMNS - w), y: Math.max(0, item.y) };
};

function inOrderOf(layout: Layout, placed: Layout): GridItem[] {
  const places = new Map(placed.map((item) => [item.i, item]));
  return layout.flatMap(({ i }) => places.get(i) ?? []);
}

/** Moves everything inside the grid, without overlaps and without empty rows above. The order of the items is kept. */
export function compactLayout(layout: Layout): GridItem[] {
  const locked: GridItem[] = [];
  for (const item of readingOrder(layout)) if (item.static) locked.push(pushBelow(inside(item), locked));
  const free = readingOrder(layout.filter((item) => !item.static).map(inside));
  return inOrderOf(layout, [...locked, ...rise(free, locked)]);
}

/**
 * Puts some items at the given places. Other items move down, then all items move up. With `sink` the others
 * keep their places, and the given items move below them. An arrow key uses `sink` to move past a neighbour.
 */
export function settleLayout(
  layout: Layout,
  places: ReadonlyMap<string, GridItem>,
  sink = false,
): GridItem[] {
  const moving = new Map<string, GridItem>();
  for (const item of readingOrder(layout)) {
    const target = item.static ? undefined : places.get(item.i);
    if (target) moving.set(item.i, inside(target));
  }
  const targets = [...moving.values()];
  const next = layout.map((item): GridItem => {
    const target = moving.get(item.i);
    if (target || item.static || sink) return target ?? item;
    return targets.some((other) => overlaps(other, item)) ? pushBelow(item, targets) : item;
  });
  const rank = (item: GridItem) => (moving.has(item.i) === sink ? 1 : 0);
  const order = new Map(readingOrder(layout).map(({ i }, index) => [i, index]));
  const locked = compactLayout(next.filter((item) => item.static));
  const free = next
    .filter((item) => !item.static)
    .map(inside)
    .sort((a, b) => a.y - b.y || rank(a) - rank(b) || order.get(a.i)! - order.get(b.i)!);
  return inOrderOf(layout, [...locked, ...rise(free, locked)]);
}

/** Returns the first free place in reading order with room for an item of this size. */
export function firstPlace(layout: Layout, size: Size, columns = COLUMNS): { x: number; y: number } {
  return new Occupancy(columns, layout).firstPlace(size);
}

export function placeItem(
  layout: Layout,
  id: string,
  size: Size,
  requestedPlace?: { x: number; y: number },
): GridItem[] {
  const item = { i: id, x: 0, y: bottomOf(layout), w: clamp(size.w, 1, COLUMNS), h: size.h };
  const place = requestedPlace ?? firstPlace(layout, item);
  return settleLayout([...layout, item], new Map([[id, { ...item, ...place }]]));
}

/** Moves a group of items. Items in the way move down, then all items move up. */
export function moveItems(layout: Layout, ids: readonly string[], dx: number, dy: number): GridItem[] {
  const group = layout.filter((item) => ids.includes(item.i) && !item.static);
  const left = Math.min(...group.map(({ x }) => x));
  const right = Math.max(...group.map(({ x, w }) => x + w));
  const top = Math.min(...group.map(({ y }) => y));
  const [x, y] = [clamp(dx, -left, COLUMNS - right), Math.max(dy, -top)];
  const places = group.map((item) => [item.i, { ...item, x: item.x + x, y: item.y + y }] as const);
  return settleLayout(layout, new Map(places), y > 0);
}

export function resizeItem(layout: Layout, id: string, size: Size, min: MinSize): GridItem[] {
  const item = layout.find(({ i }) => i === id);
  if (!item) return [...layout];
  const w = clamp(size.w, min.minW, COLUMNS);
  const target = { ...item, x: Math.min(item.x, COLUMNS - w), w, h: clamp(size.h, min.minH, MAX_HEIGHT) };
  return settleLayout(layout, new Map([[id, target]]));
}

const STEP: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/**
 * Moves items by one press of an arrow key. Compaction undoes a single row down if the neighbour below is taller. The
 * step therefore grows until the places change. Null without a further place.
 */
export function nudgeItems(layout: Layout, ids: readonly string[], direction: Direction): GridItem[] | null {
  const before = new Map(layout.filter((item) => ids.includes(item.i)).map((item) => [item.i, item]));
  const { x, y } = STEP[direction];
  const tallest = layout.reduce((rows, item) => Math.max(rows, item.h), 0);
  const furthest = y === 0 ? 1 : 2 * tallest;
  for (let step = 1; step <= furthest; step++) {
    const next = moveItems(layout, ids, x * step, y * step);
    const moved = next.some((item) => {
      const old = before.get(item.i);
      return old && (old.x - item.x) * x + (old.y - item.y) * y < 0;
    });
    if (moved) return next;
  }
  return null;
}

/**
 * Derives a narrower board in the same reading order. Widgets keep their number of columns if possible. A full-width
 * widget, such as a section, separates the widgets above from those below.
 */
export function deriveLayout(layout: Layout, columns: number): LayoutItem[] {
  const occupied = new Occupancy(columns, []);
  let from = 0;
  return readingOrder(layout).map(({ i, w, h }) => {
    const width = Math.min(w, columns);
    if (w >= COLUMNS) from = occupied.bottom;
    const place = { i, ...occupied.firstPlace({ w: width, h }, from), w: width, h };
    occupied.take(place);
    if (w >= COLUMNS) from = occupied.bottom;
    return place;
  });
}
