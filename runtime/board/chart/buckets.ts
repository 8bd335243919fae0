/** Hours, days, months and years of a chart: their starts, their values and their labels. */
import { formatMoment } from '../../core/numbers/format.ts';
import type { StatisticRow } from '../../core/scheduler/types.ts';
import { type Bucket, bucketBounds, isoLocal } from '../../core/time/timeWindow.ts';
import type { IsoWindow } from '../widget/period.ts';

export function bucketStarts({ from, to }: IsoWindow, bucket: Bucket, zone: string): number[] {
  return bucketBounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, zone).slice(0, -1);
}

/**
 * Returns the values of the buckets that begin at `starts`. A bucket of a meter in another time zone is found
 * by its local time. Null for a bucket without a value.
 */
export function bucketValues(
  { time_keys: keys, datas }: Pick<StatisticRow, 'time_keys' | 'datas'>,
  starts: readonly number[],
  zone: string,
): (number | null)[] {
  const byMoment = new Map<number, number | null>();
  const byClock = new Map<string, number | null>();
  keys.forEach((key, index) => {
    byMoment.set(Date.parse(key), datas[index] ?? null);
    byClock.set(key.slice(0, 16), datas[index] ?? null);
  });
  return starts.map((ts) => byMoment.get(ts) ?? byClock.get(isoLocal(ts, zone).slice(0, 16)) ?? null);
}

/** Returns the part of the time that distinguishes one bucket of the window from the others. */
export function bucketLabel(ts: number, bucket: Bucket, days: number, zone: string): string {
  const text = formatMoment(ts, 'minute', zone);
  if (bucket === 'hour') return days > 1 ? text.slice(5) : text.slice(11);
  if (bucket === 'day') return text.slice(5, 10);
  return bucket === 'month' ? text.slice(0, 7) : text.slice(0, 4);
}

/** Returns the full name of a bucket for tooltips. */
export function bucketName(ts: number, bucket: Bucket, zone: string): string {
  if (bucket === 'hour') return formatMoment(ts, 'minute', zone);
  if (bucket === 'day') return formatMoment(ts, 'date', zone);
  const month = formatMoment(ts, 'month', zone);
  return bucket === 'month' ? month : month.slice(0, 4);
}
