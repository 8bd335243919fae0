/** Hours, days, months and years of a chart: where they begin, what was answered for them, how they are written. */
import { moment_format } from '../../core/format.ts';
import type { StatisticRow } from '../../core/scheduler/types.ts';
import { type Bucket, bucket_bounds, iso_local } from '../../core/timeWindow.ts';
import type { IsoWindow } from '../period.ts';

export function bucket_starts({ from, to }: IsoWindow, bucket: Bucket, zone: string): number[] {
  return bucket_bounds({ from: Date.parse(from), to: Date.parse(to) }, bucket, zone).slice(0, -1);
}

/** Buckets by their start; one of another zone's meter is found by what its clock shows. */
export function bucket_values(
  { time_keys: keys, datas }: Pick<StatisticRow, 'time_keys' | 'datas'>,
  starts: readonly number[],
  zone: string,
): (number | null)[] {
  const byMoment = new Map<number, number | null>();
  const byClock = new Map<string, number | null>();
  keys.forEach((key, at) => {
    byMoment.set(Date.parse(key), datas[at] ?? null);
    byClock.set(key.slice(0, 16), datas[at] ?? null);
  });
  return starts.map((ts) => byMoment.get(ts) ?? byClock.get(iso_local(ts, zone).slice(0, 16)) ?? null);
}

/** As much of the moment as tells one bucket of the window from the others. */
export function bucket_label(ts: number, bucket: Bucket, days: number, zone: string): string {
  const text = moment_format(ts, 'minute', zone);
  if (bucket === 'hour') return days > 1 ? text.slice(5) : text.slice(11);
  if (bucket === 'day') return text.slice(5, 10);
  return bucket === 'month' ? text.slice(0, 7) : text.slice(0, 4);
}

/** The bucket in full, as a tooltip names it. */
export function bucket_name(ts: number, bucket: Bucket, zone: string): string {
  if (bucket === 'hour') return moment_format(ts, 'minute', zone);
  if (bucket === 'day') return moment_format(ts, 'date', zone);
  const month = moment_format(ts, 'month', zone);
  return bucket === 'month' ? month : month.slice(0, 4);
}
