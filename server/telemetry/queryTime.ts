/** The time parameters of the documented calls, each read on the clock of a variable's zone. */
import {
  type Bucket,
  type PeriodType,
  period_around,
  type TimeWindow,
  time_parse,
} from '../../runtime/core/timeWindow.ts';
import { time_check, window_check } from './needs.ts';

function instant_read(text: string, zone: string): number {
  return time_check(time_parse(text, zone));
}

export function window_ofTimes(start: string, end: string, zone: string): TimeWindow {
  return window_check(instant_read(start, zone), instant_read(end, zone));
}

const PERIOD_BUCKET: Record<PeriodType, Bucket> = { DAY: 'hour', MONTH: 'day', YEAR: 'month' };

/** C008: `querytime` is a time inside the period, `start,end`, or left out for the period of now. */
export function period_ofQuery(
  querytime: string | undefined,
  type: PeriodType,
  zone: string,
  now: number,
): TimeWindow & { bucket: Bucket } {
  if (!querytime) return period_around(now, type, zone);
  const [start = '', end] = querytime.split(',');
  if (end === undefined) return period_around(instant_read(start, zone), type, zone);
  return { ...window_ofTimes(start, end, zone), bucket: PERIOD_BUCKET[type] };
}

/** C019: `queryPeriod` is the length of one bucket. */
export function bucket_ofPeriod(period: string | undefined): Bucket {
  return (period ?? 'day').toLowerCase() as Bucket;
}
