/** Aligns selected widgets. */
import { COLUMNS, type GridItem, readingOrder } from './layout.ts';

export const ALIGNMENTS = ['left', 'right', 'top', 'bottom', 'width', 'height', 'distribute'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/**
 * Distributes items with equal gaps between the leftmost and the rightmost. Items without enough space are placed side
 * by side.
 */
function distribute(items: readonly GridItem[]): GridItem[] {
  const row = [...items].sort((a, b) => a.x - b.x || a.y - b.y);
  const width = row.reduce((sum, { w }) => sum + w, 0);
  if (width > COLUMNS) return row;
  const first = Math.min(row[0]!.x, COLUMNS - width);
  const end = Math.max(...row.map(({ x, w }) => x + w), first + width);
  const gap = row.length > 1 ? (end - first - width) / (row.length - 1) : 0;
  let before = 0;
  return row.map((item, index) => {
    const x = first + before + Math.round(gap * index);
    before += item.w;
    return { ...item, x };
  });
}

/** Aligns items with the first of `ids`, which is also the reference for sizes. */
export function alignItems(
  layout: readonly GridItem[],
  ids: readonly string[],
  how: Alignment,
): Map<string, GridItem> {
  const items = readingOrder(layout.filter(({ i, static: locked }) => ids.includes(i) && !locked));
  if (items.length < 2) return new Map();
  const [left, top] = [Math.min(...items.map(({ x }) => x)), Math.min(...items.map(({ y }) => y))];
  const right = Math.max(...items.map(({ x, w }) => x + w));
  const bottom = Math.max(...items.map(({ y, h }) => y + h));
  const model = items.find(({ i }) => i === ids[0]) ?? items[0]!;
  const put: Record<Alignment, (item: GridItem) => Partial<GridItem>> = {
    left: () => ({ x: left }),
    right: ({ w }) => ({ x: right - w }),
    top: () => ({ y: top }),
    bottom: ({ h }) => ({ y: bottom - h }),
    width: ({ x }) => ({ w: model.w, x: Math.min(x, COLUMNS - model.w) }),
    height: () => ({ h: model.h }),
    distribute: () => ({}),
  };
  const placed =
    how === 'distribute' ? distribute(items) : items.map((item) => ({ ...item, ...put[how](item) }));
  return new Map(placed.map((item) => [item.i, item]));
}
