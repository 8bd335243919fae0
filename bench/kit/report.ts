/** A bench reports its figures by these; a goal that it misses ends it with a code of its own, except in miniature. */
import { type Figure, isReached, type Ratio } from './figure.ts';
import { writeNote } from './notes.ts';
import { isMini } from './size.ts';

export const MISSED = 2;

/** Answers how a figure compares with its goal, to be printed beside it. */
export function judge(figure: Figure): string {
  const { goal } = figure;
  if (goal === undefined) return 'no goal';
  if (isMini) return `goal ${goal}`;
  if (isReached(figure)) return `goal ${goal}: reached`;
  process.exitCode = MISSED;
  return `goal ${goal}: MISSED`;
}

/** The same, and the runner may keep the ratio. */
export function keepRatio(ratio: Ratio): string {
  writeNote({ ratio });
  return judge(ratio);
}

/** Says that another side is not here: ours is measured alone. */
export function missing(other: string): void {
  console.log(`without ${other}`);
  writeNote({ missing: other });
}
