/** Returns the due reports of a group, one per period that ended since the group was created. Pure. */
import {
  DAY_MS,
  dateOf,
  type PeriodType,
  periodAround,
  periodBefore,
} from '../../../runtime/core/time/timeWindow.ts';
import type { ReportTable } from './table.ts';

/** Maximum number of missed periods that are reported after the server was off. The latest ones are reported. */
export const MOST_DUE = 31;

export const INTERVAL_OF: Readonly<Record<PeriodType, ReportTable['interval']>> = {
  DAY: 'hour',
  MONTH: 'day',
  YEAR: 'month',
};

export interface DuePeriod {
  from: number;
  to: number;
  /** First and last day in the time zone of the station. */
  firstDay: string;
  lastDay: string;
}

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the due periods, oldest first. `since` is when the group was created. */
export function periodsDue(type: PeriodType, zone: string, since: number, now: number): DuePeriod[] {
  const due: DuePeriod[] = [];
  let at = now;
  for (let count = 0; count < MOST_DUE; count += 1) {
    const { from, to } = periodBefore(at, type, zone);
    if (to <= since) break;
    const [first, last] = [dateOf(from, zone), dateOf(to - 1, zone)];
    due.unshift({ from, to, firstDay: isoDay(first), lastDay: isoDay(last) });
    at = periodAround(from, type, zone).from;
  }
  return due;
}

export interface NewestValue {
  /** Times of measurement and arrival of the variable's newest value. Null if no value has arrived. */
  ts: number | null;
  receivedAt: number | null;
}

/** Maximum delay of a report for missing values. A station without connection sends its values later. */
export const PATIENCE_MS = DAY_MS;

/** Returns whether a period can be reported: each variable has a newer point or has been silent for a day. */
export function isSettled(
  to: number,
  inputs: readonly NewestValue[],
  changedAt: number,
  now: number,
): boolean {
  return inputs.every(({ ts, receivedAt }) => {
    if (ts !== null && ts >= to) return true;
    return now - Math.max(receivedAt ?? 0, changedAt, to) > PATIENCE_MS;
  });
}
