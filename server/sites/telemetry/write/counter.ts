/** A reading above this share of the one before it swings: no meter is reset so near to its old reading. */
const SWING = 0.9;
/** Smaller readings are as good as zero: the database cannot take a share of them. */
const LEAST = 1e-300;

/** Returns whether a fall to `current` is noise. */
export const isSwing = (previous: number, current: number): boolean =>
  previous > LEAST && current > previous * SWING;

/**
 * A reading that stands for the begin of another meter: the step to it counts nothing. The point itself has the reading
 * with which that meter began.
 */
export const BEGIN = -Infinity;

/**
 * The increase of a counter from one value to the next, the same as `counter_step` in SQL. One that falls a little swings,
 * and the fall is taken off. One that starts again at `rollOver` and falls by more than half of that went round. Any
 * other that falls was reset and counts from zero again.
 */
export function counterStep(previous: number, current: number, rollOver: number | null = null): number {
  if (current === BEGIN) return 0;
  if (current >= previous || isSwing(previous, current)) return current - previous;
  const above = Math.max(current, 0);
  return rollOver !== null && previous <= rollOver && previous - current > rollOver / 2
    ? rollOver - previous + above
    : above;
}
