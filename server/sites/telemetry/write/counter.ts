/**
 * Share of the previous reading above which a lower reading is a swing. No meter is reset so close to its old reading.
 */
const SWING = 0.9;
/** Readings below this count as zero, because the database cannot compute a share of them. */
const LEAST = 1e-300;

/** Returns whether a fall to `current` is noise (a swing). */
export const isSwing = (previous: number, current: number): boolean =>
  previous > LEAST && current > previous * SWING;

/**
 * A reading that marks the start of another meter. The step to this reading counts as zero. The point itself has the
 * first reading of the new meter.
 */
export const BEGIN = -Infinity;

/**
 * Returns the increase between two values of a counter, as `counter_step` in SQL does. A small fall is a swing and is
 * subtracted. A counter with `rollOver` that falls by more than half of it rolled over. Any other fall is a reset, and
 * the counter counts from zero again.
 */
export function counterStep(previous: number, current: number, rollOver: number | null = null): number {
  if (current === BEGIN) return 0;
  if (current >= previous || isSwing(previous, current)) return current - previous;
  const above = Math.max(current, 0);
  return rollOver !== null && previous <= rollOver && previous - current > rollOver / 2
    ? rollOver - previous + above
    : above;
}
