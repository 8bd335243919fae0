/** Moves a recording in time so that it ends now. Pure. */
import { dateOf, shiftUnit } from '../../../runtime/core/time/timeWindow.ts';

/** Returns the number of whole local days by which a recording is moved, so that it ends today. */
export const shiftDays = (last: number, now: number, zone: string): number =>
  dateOf(now, zone) - dateOf(last, zone);

export function applyShift(ts: number, days: number, zone: string): number {
  return days === 0 ? ts : shiftUnit(ts, 'day', days, zone);
}

const SPAN = /^(\d+(?:\.\d+)?)(min|h|d)$/;
const UNIT_MS = { min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `2d`, `12h`, `30min` or `all` to milliseconds. Null for any other text. */
export function parseSpan(text: string): number | null {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  const [, count, unit] = SPAN.exec(text) ?? [];
  return count && unit ? Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS] : null;
}
