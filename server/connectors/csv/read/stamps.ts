/** Times at the ends of intervals: the length and the beginning of an interval. Pure. */
import { DAY_MS, shiftUnit } from '../../../../runtime/core/time/timeWindow.ts';

export type Stamp = 'start' | 'end';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const UNITS = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS } as const;
const PATTERN = /^([1-9]\d{0,4})(s|min|h)$/;

/** Names an interval by the distance of two local times in milliseconds: `15min`, `1h`, `day`, `month`. */
function nameInterval(distance: number): string {
  if (distance >= 28 * DAY_MS && distance <= 31 * DAY_MS) return 'month';
  if (distance >= 23 * HOUR_MS && distance <= 25 * HOUR_MS) return 'day';
  if (distance % HOUR_MS === 0) return `${distance / HOUR_MS}h`;
  if (distance % MINUTE_MS === 0) return `${distance / MINUTE_MS}min`;
  return `${Math.max(1, Math.round(distance / SECOND_MS))}s`;
}

/**
 * Returns the most frequent distance of neighbouring times. Of several such distances it is the shortest. Null with
 * fewer than two times.
 */
export function findInterval(walls: readonly number[]): string | null {
  const sorted = [...new Set(walls)].sort((a, b) => a - b);
  const counts = new Map<string, number>();
  for (let index = 1; index < sorted.length; index += 1) {
    const name = nameInterval(sorted[index]! - sorted[index - 1]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || lengthOf(a[0]) - lengthOf(b[0]));
  return best?.[0] ?? null;
}

function lengthOf(interval: string): number {
  if (interval === 'month') return 30 * DAY_MS;
  if (interval === 'day') return DAY_MS;
  const [, count, unit] = PATTERN.exec(interval) ?? [];
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** Returns the beginning of the interval that ends at `ts`. Days and months are those of the zone. */
export function beginInterval(ts: number, interval: string, zone: string): number {
  return interval === 'day' || interval === 'month'
    ? shiftUnit(ts, interval, -1, zone)
    : ts - lengthOf(interval);
}
