/** The time windows of the widgets, in the station's zone. */
import {
  type PeriodType,
  parseTime,
  periodAround,
  periodBefore,
  unitNext,
  windowBefore,
} from '../../core/time/timeWindow.ts';
import type { NeedSpec, WidgetContext } from './widget.ts';

type Moment = Pick<WidgetContext, 'now' | 'zone' | 'historical'>;
export interface IsoWindow {
  from: string;
  to: string;
}

const NOON = '12:00:00';
const iso = (ts: number) => new Date(ts).toISOString();

/** Returns the last instant of a month, `YYYY-MM`. Null if it is not a month. */
export function endMonth(month: string, zone: string): number | null {
  const start = parseTime(`${month}-01 ${NOON}`, zone);
  return start === null ? null : unitNext(periodAround(start, 'MONTH', zone).from, 'month', zone) - 1;
}

/** Returns the instant whose board version a saved record shows. Null on the live board. */
export function recordAt({ zone, historical }: Pick<Moment, 'zone' | 'historical'>): string | null {
  const end = historical ? endMonth(historical, zone) : null;
  return end === null ? null : iso(end);
}

/** Decision 31: returns the moment from which the board is viewed. For a saved record it is the end of the month. */
export function viewMoment({ now, zone, historical }: Moment): number {
  const end = historical ? endMonth(historical, zone) : null;
  return end === null ? now : Math.min(now, end);
}

/** Returns the `at` parameter for requests of a saved record. Empty on the live board. */
export const recordInstant = (moment: Moment): { at?: string } =>
  moment.historical ? { at: iso(viewMoment(moment)) } : {};

/**
 * Returns noon of the chosen date, in epoch milliseconds. Without a date, returns the current moment
 * (decision 27).
 */
export function dateMoment(moment: Moment, date?: string): number {
  const chosen = date && !moment.historical ? parseTime(`${date} ${NOON}`, moment.zone) : null;
  return chosen ?? viewMoment(moment);
}

/** V093: returns the window from the start of the period to now, or to the end of the record's month. */
export function periodSoFar(moment: Moment, type: PeriodType): IsoWindow {
  const instant = viewMoment(moment);
  const { from, to } = periodAround(instant, type, moment.zone);
  return { from: iso(from), to: iso(Math.min(to, instant + 1)) };
}

export function periodWhole(moment: Moment, type: PeriodType, date?: string) {
  const { from, to, bucket } = periodAround(dateMoment(moment, date), type, moment.zone);
  return { from: iso(from), to: iso(to), bucket };
}

export function periodLast(moment: Moment, type: PeriodType): IsoWindow {
  const { from, to } = periodBefore(viewMoment(moment), type, moment.zone);
  return { from: iso(from), to: iso(to) };
}

/** Returns the previous period up to the same point as the current one. Both spans have the same length. */
export function periodLastSoFar(moment: Moment, type: PeriodType): IsoWindow {
  const { zone } = moment;
  const instant = viewMoment(moment);
  const { from, to } = periodBefore(instant, type, zone);
  const { to: end } = windowBefore(
    { from: periodAround(instant, type, zone).from, to: instant + 1 },
    type,
    zone,
  );
  return { from: iso(from), to: iso(Math.min(to, end)) };
}

/** Maximum number of requested points. They are enough to find the last value of a past day. */
const DAY_POINTS = 500;

/** Returns the need for current values. For a chosen day or a saved record, these are its last values. */
export function valueNeed(sns: string[], moment: Moment, date?: string): NeedSpec {
  if (!date && !moment.historical) return { kind: 'realtime', sns };
  return { kind: 'history', sns, ...dayWindow(moment, date), maxPoints: DAY_POINTS };
}

/** Returns the day of the moment, or of the chosen date. */
export function dayWindow(moment: Moment, date?: string): IsoWindow {
  const { from, to } = periodWhole(moment, 'DAY', date);
  return { from, to };
}
