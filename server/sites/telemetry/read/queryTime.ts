/** Parses the time parameters of the documented calls, in the time zone of a variable. */
import {
  type Bucket,
  type PeriodType,
  parseTime,
  periodAround,
  type TimeWindow,
} from '../../../../runtime/core/time/timeWindow.ts';
import { checkTime, checkWindow } from './needs.ts';

function readInstant(text: string, zone: string): number {
  return checkTime(parseTime(text, zone));
}

export function windowOfTimes(start: string, end: string, zone: string): TimeWindow {
  return checkWindow(readInstant(start, zone), readInstant(end, zone));
}

const PERIOD_BUCKET: Record<PeriodType, Bucket> = { DAY: 'hour', MONTH: 'day', YEAR: 'month' };

/** C008: `querytime` is a time within the period, or `start,end`. The default is the current period. */
export function periodOfQuery(
  querytime: string | undefined,
  type: PeriodType,
  zone: string,
  now: number,
): TimeWindow & { bucket: Bucket } {
  if (!querytime) return periodAround(now, type, zone);
  const [start = '', end] = querytime.split(',');
  if (end === undefined) return periodAround(readInstant(start, zone), type, zone);
  return { ...windowOfTimes(start, end, zone), bucket: PERIOD_BUCKET[type] };
}

/** C019: `queryPeriod` is the length of one bucket. */
export function bucketOfPeriod(period: string | undefined): Bucket {
  return (period ?? 'day').toLowerCase() as Bucket;
}
