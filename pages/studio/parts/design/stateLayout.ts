/** Where the states stand in their drawing: so far from each other that the name of every button has room. */
import type { EntityDefinition, Option } from '../../../../generated/definition.ts';
import type { Lang } from '../../../../runtime/core/lang.ts';
import { movesOf, statesOf, type Value } from './states.ts';

export interface Placed {
  option: Option;
  x: number;
  y: number;
  /** How many buttons away from the first state. */
  rank: number;
}

/** The text of the drawing: a Chinese letter is as wide as it is high. */
const FONT = 14;
const LATIN = 0.58;
const HIGH = 96;
const BOX = 40;
const NARROWEST = 72;
/** Arrows need as much on both sides of a button's name. */
const ARROW = 48;
const BESIDE = 32;

const WIDE_LETTER = /[\u2e80-\u9fff\uff00-\uffef]/u;

export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (WIDE_LETTER.test(letter) ? FONT : FONT * LATIN), 0);

/** How many buttons a state is away from the first; those that nothing leads to stand last. */
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

/** Each start, one behind the other, of parts that are so wide. */
const startsOf = (sizes: readonly number[]): number[] =>
  sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));

/** From left to right as states follow each other, or, where there is little room, from top to bottom. */
export function placeStates(entity: EntityDefinition, lang: Lang, isDown: boolean): Placed[] {
  const ranks = ranksOf(entity);
  const last = Math.max(0, ...ranks.values()) + 1;
  const rankOf = (value: Value) => ranks.get(value) ?? last;
  const boxOf = (option: Option) => Math.max(NARROWEST, textWidth(option.title[lang]) + BOX);
  const byRank = Array.from({ length: last + 1 }, (_, rank) =>
    statesOf(entity).filter((option) => rankOf(option.value as Value) === rank),
  );
  const gapOf = (rank: number) => {
    const leaving = movesOf(entity).filter(
      ({ from = [], to }) =>
        to !== undefined && from.some((one) => Math.min(rankOf(one), rankOf(to)) === rank),
    );
    return ARROW + Math.max(ARROW, ...leaving.map(({ title }) => textWidth(title[lang])));
  };
  const columns = startsOf(byRank.map((options, rank) => Math.max(0, ...options.map(boxOf)) + gapOf(rank)));
  return statesOf(entity).map((option) => {
    const rank = rankOf(option.value as Value);
    const beside = byRank[rank] ?? [];
    const at = beside.indexOf(option);
    const across = startsOf(beside.map((one) => boxOf(one) + BESIDE))[at] ?? 0;
    return isDown
      ? { option, rank, x: across, y: rank * HIGH }
      : { option, rank, x: columns[rank] ?? 0, y: at * HIGH };
  });
}
