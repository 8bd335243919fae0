/** Reports the figures of a bench. A missed goal ends the bench with a special exit code, except in miniature. */
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

/** Judges a ratio that the runner can store. */
export function keepRatio(ratio: Ratio): string {
  writeNote({ ratio });
  return judge(ratio);
}

/** Reports that another program is not installed. Only ours is then measured. */
export function missing(other: string): void {
  console.log(`without ${other}`);
  writeNote({ missing: other });
}
