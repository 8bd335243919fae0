/** The period of recorded values, by name or by days, in the station's time zone. */
import type { NamedRange } from '../../../runtime/core/time/namedRange.ts';
import { rangeDays } from '../../../runtime/core/time/namedRange.ts';
import { DAY_MS, isoLocal, startDate } from '../../../runtime/core/time/timeWindow.ts';

/** First and last day in the station's calendar. */
export interface OwnDays {
  first: string;
  last: string;
}

export type Period = NamedRange | OwnDays;

export interface Span {
  from: number;
  to: number;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

export function spanOf(period: Period, now: number, zone: string): Span {
  if (typeof period !== 'string')
    return {
      from: startDate(dayNumber(period.first), zone),
      to: startDate(dayNumber(period.last) + 1, zone),
    };
  const { from, to } = rangeDays(period, now, zone);
  return { from: Date.parse(from), to: Date.parse(to) };
}

export function daysOf(period: Period, now: number, zone: string): OwnDays {
  if (typeof period !== 'string') return period;
  const { firstDay, lastDay } = rangeDays(period, now, zone);
  return { first: firstDay, last: lastDay };
}

const SECONDS = 'YYYY-MM-DDTHH:mm:ss'.length;

/** V163: formats a time for calls about recorded figures. */
export const queryTime = (ts: number, zone: string): string =>
  `${isoLocal(ts, zone).slice(0, SECONDS).replace('T', ' ')}.000`;
