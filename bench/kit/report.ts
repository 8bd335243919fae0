/** Reports the figures of a bench. A goal that it misses ends it with its own exit code, except in miniature. */
import { type Figure, isReached, type Ratio } from './figure.ts';
import { writeNote } from './notes.ts';
import { isMini } from './size.ts';

export const MISSED = 2;

/** Returns how a figure compares with its goal, to be printed beside it. */
export function judge(figure: Figure): string {
  const { goal } = figure;
  if (goal === undefined) return 'no goal';
  if (isMini) return `goal ${goal}`;
  if (isReached(figure)) return `goal ${goal}: reached`;
  process.exitCode = MISSED;
  return `goal ${goal}: MISSED`;
}

/** Judges a ratio that the runner may keep. */
export function keepRatio(ratio: Ratio): string {
  writeNote({ ratio });
  return judge(ratio);
}

/** Reports that another side is not installed. Ours is measured alone. */
export function missing(other: string): void {
  console.log(`without ${other}`);
  writeNote({ missing: other });
}
