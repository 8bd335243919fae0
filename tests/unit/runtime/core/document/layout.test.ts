import { describe, expect, it } from 'vitest';
import type { LayoutItem } from '../../../../../generated/definition.ts';
import {
  COLUMNS,
  compactLayout,
  deriveLayout,
  firstPlace,
  GAP,
  itemsAbove,
  moveItems,
  nudgeItems,
  placeItem,
  ROW_HEIGHT,
  readingOrder,
  resizeItem,
} from '../../../../../runtime/core/document/layout.ts';

const item = (i: string, x: number, y: number, w: number, h: number): LayoutItem => ({ i, x, y, w, h });
const find = (layout: readonly LayoutItem[] | null, id: string) => layout?.find((one) => one.i === id);

function overlapping(layout: readonly LayoutItem[]): boolean {
  return layout.some((a, at) =>
    layout
      .slice(at + 1)
      .some((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );
}

describe('places on the board', () => {
  it('put a new widget into the first gap in reading order', () => {
    const layout = [item('a', 0, 0, 6, 4), item('b', 12, 0, 12, 4)];
    expect(firstPlace(layout, { w: 6, h: 4 })).toEqual({ x: 6, y: 0 });
    expect(firstPlace(layout, { w: 8, h: 2 })).toEqual({ x: 0, y: 4 });
  });

  it('put a dropped widget at its place and make room for it', () => {
    const layout = placeItem([item('a', 0, 0, 12, 4)], 'new', { w: 12, h: 4 }, { x: 0, y: 0 });
    expect(find(layout, 'new')).toMatchObject({ x: 0, y: 0 });
    expect(find(layout, 'a')).toMatchObject({ x: 0, y: 4 });
  });

  it('are inside the grid without empty rows', () => {
    const layout = compactLayout([item('a', 20, 9, 10, 3), item('b', 0, 30, 6, 2)]);
    expect(find(layout, 'a')).toEqual({ i: 'a', x: 14, y: 0, w: 10, h: 3 });
    expect(find(layout, 'b')).toEqual({ i: 'b', x: 0, y: 0, w: 6, h: 2 });
  });

  it('never overlap, whatever is moved or resized', () => {
    let layout = Array.from({ length: 14 }, (_, at) =>
      item(`w${at}`, (at * 6) % 24, Math.floor(at / 4) * 4, 6, 4),
    );
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let step = 0; step < 300; step++) {
      const id = `w${random(14)}`;
      layout =
        step % 2
          ? moveItems(layout, [id], random(48) - 24, random(20) - 10)
          : resizeItem(layout, id, { w: 1 + random(24), h: 1 + random(8) }, { minW: 2, minH: 2 });
      expect(overlapping(layout)).toBe(false);
      expect(layout.every((one) => one.x >= 0 && one.x + one.w <= COLUMNS)).toBe(true);
    }
  });

  it('keep a widget at least at the minimum size of its type', () => {
    const layout = resizeItem([item('a', 22, 0, 2, 3)], 'a', { w: 1, h: 1 }, { minW: 4, minH: 3 });
    expect(find(layout, 'a')).toEqual({ i: 'a', x: 20, y: 0, w: 4, h: 3 });
  });
});

describe('arrow keys', () => {
  it('move a widget by one column', () => {
    expect(find(nudgeItems([item('a', 3, 0, 4, 2)], ['a'], 'right'), 'a')).toMatchObject({ x: 4, y: 0 });
  });

  it('move a widget past a taller neighbour below with one press', () => {
    const layout = [item('a', 0, 0, 4, 2), item('b', 0, 2, 4, 6)];
    const next = nudgeItems(layout, ['a'], 'down');
    expect(find(next, 'b')).toMatchObject({ y: 0 });
    expect(find(next, 'a')).toMatchObject({ y: 6 });
  });

  it('report the edges of the board', () => {
    const layout = [item('a', 0, 0, 24, 2)];
    for (const direction of ['left', 'right', 'up', 'down'] as const) {
      expect(nudgeItems(layout, ['a'], direction)).toBeNull();
    }
  });
});

describe('several widgets', () => {
  const row = [item('a', 0, 0, 6, 4), item('b', 6, 0, 6, 4), item('c', 12, 0, 6, 4), item('d', 0, 4, 12, 3)];

  it('move together and keep their arrangement', () => {
    const next = nudgeItems(row, ['a', 'b'], 'down');
    expect(find(next, 'd')).toMatchObject({ x: 0, y: 0 });
    expect(find(next, 'a')).toMatchObject({ x: 0, y: 3 });
    expect(find(next, 'b')).toMatchObject({ x: 6, y: 3 });
    expect(find(next, 'c')).toMatchObject({ x: 12, y: 0 });
  });

  it('stop when the first of them reaches the edge', () => {
    expect(nudgeItems(row, ['a', 'c'], 'left')).toBeNull();
    const right = moveItems(row, ['b', 'c'], 99, 0);
    expect(find(right, 'c')).toMatchObject({ x: 18 });
    expect(find(right, 'b')).toMatchObject({ x: 12 });
  });
});

describe('locked widgets', () => {
  const locked = { ...item('lock', 0, 3, 12, 2), static: true };

  it('keep their place, whatever happens around them', () => {
    const layout = [item('a', 0, 0, 12, 3), locked, item('b', 0, 5, 12, 2)];
    for (const next of [
      compactLayout(layout.filter(({ i }) => i !== 'a')),
      moveItems(layout, ['b'], 0, -5),
      moveItems(layout, ['lock'], 4, -3),
      resizeItem(layout, 'a', { w: 24, h: 9 }, { minW: 1, minH: 1 }),
      placeItem(layout, 'new', { w: 12, h: 2 }, { x: 0, y: 3 }),
    ]) {
      expect(find(next, 'lock')).toMatchObject({ x: 0, y: 3, w: 12, h: 2 });
      expect(overlapping(next)).toBe(false);
    }
  });

  it('are not passed by widgets that rise below them', () => {
    expect(find(compactLayout([locked, item('b', 0, 5, 12, 2)]), 'b')).toMatchObject({ y: 5 });
  });

  it('can be walked past', () => {
    const layout = [item('a', 0, 0, 12, 3), locked];
    expect(find(nudgeItems(layout, ['a'], 'down'), 'a')).toMatchObject({ y: 5 });
  });
});

describe('narrow boards', () => {
  it('keep the widgets of a section below it', () => {
    const layout = [item('a', 0, 0, 8, 4), item('s', 0, 4, 24, 1), item('b', 0, 5, 4, 2)];
    const tablet = deriveLayout(layout, 12);
    expect(find(tablet, 's')).toMatchObject({ y: 4, w: 12 });
    expect(find(tablet, 'b')).toMatchObject({ x: 0, y: 5 });
  });

  it('stack all widgets in reading order in one column', () => {
    const layout = [item('c', 0, 4, 24, 3), item('b', 12, 0, 12, 4), item('a', 0, 0, 12, 4)];
    const phone = deriveLayout(layout, 1);
    expect(phone.map(({ i, x, y, w }) => [i, x, y, w])).toEqual([
      ['a', 0, 0, 1],
      ['b', 0, 4, 1],
      ['c', 0, 8, 1],
    ]);
    expect(readingOrder(layout).map(({ i }) => i)).toEqual(['a', 'b', 'c']);
  });

  it('do not change the stored layout', () => {
    const layout = [item('a', 0, 0, 16, 4), item('b', 16, 0, 8, 4)];
    const before = structuredClone(layout);
    expect(overlapping(deriveLayout(layout, 12))).toBe(false);
    expect(layout).toEqual(before);
  });
});

describe('the visible part of a board', () => {
  const layout = [item('a', 0, 0, 12, 4), item('b', 12, 0, 12, 8), item('c', 0, 4, 12, 4)];
  const row = ROW_HEIGHT + GAP;

  it('is everything that begins above the lower edge of the screen', () => {
    expect([...itemsAbove(layout, 4 * row, ROW_HEIGHT)]).toEqual(['a', 'b']);
    expect([...itemsAbove(layout, 4 * row + 1, ROW_HEIGHT)]).toEqual(['a', 'b', 'c']);
    expect([...itemsAbove(layout, 0, ROW_HEIGHT)]).toEqual([]);
  });
});
