/** Ranges that have a name and move with time: days of the calendar, or hours up to now. */
import { isNamedRange, type NamedRange, rangeDays } from './namedRange.ts';
import { isRolling, type RollingRange, rollingSpan } from './rollingRange.ts';

export type RangeName = NamedRange | RollingRange;

export const isRangeName = (value: unknown): value is RangeName => isNamedRange(value) || isRolling(value);

/** The instants [from, to) that a range is around `now`, in milliseconds. */
export function resolveSpan(name: RangeName, now: number, zone: string): { from: number; to: number } {
  if (!isNamedRange(name)) return rollingSpan(name, now);
  const { from, to } = rangeDays(name, now, zone);
  return { from: Date.parse(from), to: Date.parse(to) };
}
