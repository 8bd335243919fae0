/** Says which reports of a group are due: one for each of its periods that has ended since the group was made. Pure. */
import {
  DAY_MS,
  dateOf,
  type PeriodType,
  periodAround,
  periodBefore,
} from '../../../runtime/core/time/timeWindow.ts';
import type { ReportTable } from './table.ts';

/** So many of the latest are made up for after a time in which no server ran. */
export const MOST_DUE = 31;

export const INTERVAL_OF: Readonly<Record<PeriodType, ReportTable['interval']>> = {
  DAY: 'hour',
  MONTH: 'day',
  YEAR: 'month',
};

export interface DuePeriod {
  from: number;
  to: number;
  /** Its first and its last day on the clock of the station. */
  firstDay: string;
  lastDay: string;
}

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The oldest first; `since` is when the group was made. */
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

export interface Heard {
  /** When the newest value of the variable was measured, and when it came; null: none ever came. */
  ts: number | null;
  receivedAt: number | null;
}

/** A station that was cut off sends later what it measured, so a report waits for it this long. */
export const PATIENCE_MS = DAY_MS;

/** Returns whether a period can be reported: its variables have gone on since, or have been silent for a day. */
export function isSettled(to: number, heard: readonly Heard[], changedAt: number, now: number): boolean {
  return heard.every(({ ts, receivedAt }) => {
    if (ts !== null && ts >= to) return true;
    return now - Math.max(receivedAt ?? 0, changedAt, to) > PATIENCE_MS;
  });
}
