/** Places states in a drawing, from top to bottom in their order. */

import type { EntityDefinition, Option } from '../../../../../generated/definition.ts';
import type { Lang } from '../../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../../runtime/core/text/pickText.ts';
import { movesOf, statesOf, type Value } from './states.ts';

export interface Placed {
  option: Option;
  x: number;
  y: number;
  width: number;
  /** The number of buttons between the first state and this one. */
  rank: number;
  /** The buttons that lead to the state, listed above it, where no arrow and no other state covers them. */
  into: string[];
}

/** Font size of the drawing. A Chinese character is as wide as it is high. */
const FONT = 14;
const LATIN = 0.58;
const PADDING = 40;
const NARROWEST = 72;
const BOX = 40;
const NAME = 20;
const BELOW = 40;
const BESIDE = 24;

const WIDE_LETTER = /[\u2e80-\u9fff\uff00-\uffef]/u;

export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (WIDE_LETTER.test(letter) ? FONT : FONT * LATIN), 0);

/** Counts the buttons from the first state to each. Unreachable states are last. */
function ranksOf(entity: EntityDefinition): ReadonlyMap<Value, number> {
  const ranks = new Map<Value, number>();
  const queue: Value[] = entity.states ? [entity.states.initial] : [];
  if (queue[0] !== undefined) ranks.set(queue[0], 0);
  for (let at = 0; at < queue.length; at++) {
    const from = queue[at]!;
    for (const move of movesOf(entity))
      if (move.to !== undefined && move.from?.includes(from) && !ranks.has(move.to)) {
        ranks.set(move.to, (ranks.get(from) ?? 0) + 1);
        queue.push(move.to);
      }
  }
  return ranks;
}

/** Returns the start of each part, if parts of these sizes follow each other. */
const startsOf = (sizes: readonly number[]): number[] =>
  sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));

/** Places states with the names of the buttons that lead to them. States of one rank are side by side, centred. */
export function placeStates(entity: EntityDefinition, lang: Lang): Placed[] {
  const ranks = ranksOf(entity);
  const last = Math.max(0, ...ranks.values()) + 1;
  const all = statesOf(entity).map((option) => {
    const rank = ranks.get(option.value as Value) ?? last;
    const into = movesOf(entity).flatMap(({ to, title }) =>
      to === option.value ? [pickText(title, lang)] : [],
    );
    const widest = Math.max(
      textWidth(pickText(option.title, lang)) + PADDING,
      ...into.map(textWidth),
      NARROWEST,
    );
    return { option, rank, into, width: Math.ceil(widest), height: BOX + NAME * into.length };
  });
  const rows = Array.from({ length: last + 1 }, (_, rank) => all.filter((one) => one.rank === rank));
  const heights = rows.map((row) => Math.max(0, ...row.map(({ height }) => height)));
  const tops = startsOf(heights.map((height) => (height > 0 ? height + BELOW : 0)));
  return all.map(({ height, ...placed }) => {
    const row = rows[placed.rank] ?? [];
    const widths = row.map(({ width }) => width + BESIDE);
    const left = startsOf(widths)[row.findIndex(({ option }) => option === placed.option)] ?? 0;
    const middle = (widths.reduce((sum, width) => sum + width, 0) - BESIDE) / 2;
    // The boxes of a rank are on one line, independent of the names above them.
    return {
      ...placed,
      x: left - middle,
      y: (tops[placed.rank] ?? 0) + (heights[placed.rank] ?? 0) - height,
    };
  });
}
