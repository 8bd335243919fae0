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

/** The last instant of a month, `YYYY-MM`; null where that is no month. */
export function endMonth(month: string, zone: string): number | null {
  const start = parseTime(`${month}-01 ${NOON}`, zone);
  return start === null ? null : unitNext(periodAround(start, 'MONTH', zone).from, 'month', zone) - 1;
}

/** The instant in whose version the board of a saved record is shown; null on the live board. */
export function recordAt({ zone, historical }: Pick<Moment, 'zone' | 'historical'>): string | null {
  const end = historical ? endMonth(historical, zone) : null;
  return end === null ? null : iso(end);
}

/** Decision 31: a saved record is looked at from the end of the month in which it was made. */
export function viewMoment({ now, zone, historical }: Moment): number {
  const end = historical ? endMonth(historical, zone) : null;
  return end === null ? now : Math.min(now, end);
}

/** The instant that a saved record asks about; nothing on the live board, which asks about the present. */
export const recordInstant = (moment: Moment): { at?: string } =>
  moment.historical ? { at: iso(viewMoment(moment)) } : {};

/** A chosen date is looked at from its noon; without one it is today (decision 27). */
export function dateMoment(moment: Moment, date?: string): number {
  const chosen = date && !moment.historical ? parseTime(`${date} ${NOON}`, moment.zone) : null;
  return chosen ?? viewMoment(moment);
}

/** V093: from the start of the period to now, or to the end of the record's month. */
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

/** The last period up to where this one has come: compares like with like while this one still runs. */
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

/** Enough to find the last value of a day that is over. */
const DAY_POINTS = 500;

/** The values of the moment: the latest ones, or the last ones of the chosen day or of the saved record. */
export function valueNeed(sns: string[], moment: Moment, date?: string): NeedSpec {
  if (!date && !moment.historical) return { kind: 'realtime', sns };
  return { kind: 'history', sns, ...dayWindow(moment, date), maxPoints: DAY_POINTS };
}

/** The day of the moment, or of the chosen date. */
export function dayWindow(moment: Moment, date?: string): IsoWindow {
  const { from, to } = periodWhole(moment, 'DAY', date);
  return { from, to };
}
