/** Named ranges that move with time: calendar days, or hours up to now. */
import { isNamedRange, type NamedRange, rangeDays } from './namedRange.ts';
import { isRolling, type RollingRange, rollingSpan } from './rollingRange.ts';

export type RangeName = NamedRange | RollingRange;

export const isRangeName = (value: unknown): value is RangeName => isNamedRange(value) || isRolling(value);

/** Returns the instants [from, to) of a range around `now`, in milliseconds. */
export function resolveSpan(name: RangeName, now: number, zone: string): { from: number; to: number } {
  if (!isNamedRange(name)) return rollingSpan(name, now);
  const { from, to } = rangeDays(name, now, zone);
  return { from: Date.parse(from), to: Date.parse(to) };
}
