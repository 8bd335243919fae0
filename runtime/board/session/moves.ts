/** Moves or resizes widgets by an arrow key, and describes the result for screen readers. */
import {
  COLUMNS,
  type Direction,
  type GridItem,
  type MinSize,
  nudgeItems,
  resizeItem,
} from '../../core/document/layout.ts';
import type { TextKey } from '../../kit/i18n/index.ts';

export interface Move {
  layout: GridItem[] | null;
  say: { key: TextKey; params: Record<string, string | number> };
}

const GROW: Record<Direction, { w: number; h: number }> = {
  left: { w: -1, h: 0 },
  right: { w: 1, h: 0 },
  up: { w: 0, h: -1 },
  down: { w: 0, h: 1 },
};

/**
 * Moves widgets by an arrow key. The description gives the place of the first of `ids`. `name` is its name, or that of
 * the whole group.
 */
export function keyboardMove(
  layout: readonly GridItem[],
  ids: readonly string[],
  direction: Direction,
  name: string,
): Move {
  const next = nudgeItems(layout, ids, direction);
  const item = next?.find((place) => place.i === ids[0]);
  if (!next || !item) return { layout: null, say: { key: 'board.say.edge', params: { name } } };
  return {
    layout: next,
    say: { key: 'board.say.moved', params: { name, column: item.x + 1, row: item.y + 1 } },
  };
}

export function keyboardResize(
  layout: readonly GridItem[],
  id: string,
  direction: Direction,
  min: MinSize,
  name: string,
): Move {
  const before = layout.find((place) => place.i === id);
  if (!before) return { layout: null, say: { key: 'board.say.edge', params: { name } } };
  const size = { w: before.w + GROW[direction].w, h: before.h + GROW[direction].h };
  // A widget grows to the right up to the edge of the board. Its left edge does not move.
  const next = resizeItem(layout, id, { ...size, w: Math.min(size.w, COLUMNS - before.x) }, min);
  const item = next.find((place) => place.i === id);
  if (!item || (item.w === before.w && item.h === before.h)) {
    return { layout: null, say: { key: 'board.say.size', params: { name, w: before.w, h: before.h } } };
  }
  return { layout: next, say: { key: 'board.say.resized', params: { name, w: item.w, h: item.h } } };
}
