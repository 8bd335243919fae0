/**
 * The increase of a counter from one value to the next, the same as `counter_step` in SQL. A counter that falls was reset
 * and counts from zero again. One that starts again at `rollOver` and falls by more than half of that went round instead.
 */
export function counterStep(previous: number, current: number, rollOver: number | null = null): number {
  if (current >= previous) return current - previous;
  const above = Math.max(current, 0);
  return rollOver !== null && previous <= rollOver && previous - current > rollOver / 2
    ? rollOver - previous + above
    : above;
}
