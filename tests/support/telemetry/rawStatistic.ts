/** Computes the same statistics from raw points, one after the other and as simply as possible. */
import type { Method } from '../../../server/sites/telemetry/types.ts';
import type { ExactPoint, ExactVariable } from './exactSite.ts';

export function step(previous: number, current: number, rollOver?: number): number {
  // A fall by less than a tenth is noise.
  if (current > Math.min(previous, previous * 0.9) || current === previous) return current - previous;
  const isRound = rollOver !== undefined && previous <= rollOver && previous - current > rollOver / 2;
  return isRound ? rollOver - previous + current : current;
}

/** The definition is per second. Whole intervals between points give the same result. */
function timeMean(points: readonly ExactPoint[], from: number, to: number, hold: number): number | null {
  let integral = 0;
  let seconds = 0;
  for (const [at, [ts, value]] of points.entries()) {
    const end = Math.min(points[at + 1]?.[0] ?? Infinity, ts + hold * 1000, to);
    const known = (end - Math.max(ts, from)) / 1000;
    if (known <= 0) continue;
    integral += value * known;
    seconds += known;
  }
  return seconds > 0 ? integral / seconds : null;
}

export function rawStatistic(
  all: readonly ExactPoint[],
  bounds: readonly number[],
  method: Method,
  { kind = 'gauge', average, rollOver, offlineAfter = 300 }: ExactVariable,
): (number | null)[] {
  const points = all.filter(([, , quality = 0]) => quality < 2).sort((a, b) => a[0] - b[0]);
  return bounds.slice(1).map((to, index) => {
    const from = bounds[index]!;
    if (method === 'AVG' && average === 'time') return timeMean(points, from, to, offlineAfter);
    const own = points.filter(([ts]) => ts >= from && ts < to);
    if (own.length === 0) return null;
    const values = own.map(([, value]) => value);
    const sum = values.reduce((total, value) => total + value, 0);
    if (method === 'AVG') return sum / values.length;
    if (method === 'MAX') return Math.max(...values);
    if (method === 'MIN') return Math.min(...values);
    if (kind === 'interval' || (kind === 'gauge' && method === 'SUM')) return sum;
    const before = points.findLast(([ts]) => ts < own[0]![0])?.[1];
    const chain = before === undefined ? values : [before, ...values];
    if (chain.length === 1) return null;
    if (kind === 'gauge') return chain.at(-1)! - chain[0]!;
    return chain.slice(1).reduce((total, value, at) => total + step(chain[at]!, value, rollOver), 0);
  });
}
