/** Delays before a device without an answer is asked again: 1, 2, 4 … 60 seconds, varied by a fifth. Pure. */
const FIRST_MS = 1_000;
const MOST_MS = 60_000;
const SPREAD = 0.2;

/** Returns the milliseconds until the next attempt after a number of failures. `chance` is from 0 to 1. */
export function backOff(failures: number, chance: number): number {
  const doubled = Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), MOST_MS);
  return doubled * (1 - SPREAD + 2 * SPREAD * chance);
}
