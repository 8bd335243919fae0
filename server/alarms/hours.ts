/** Hours of a week on a station's clock: when a rule counts, when alarms are suppressed. Pure. */
import { clock_change, DAY_MS, zone_offset } from '../../runtime/core/timeWindow.ts';

export interface Hours {
  /** ISO days, 1 is Monday; empty: every day. An hour after midnight belongs to the day on which its span began. */
  weekdays: readonly number[];
  /** Minutes since midnight; both equal: the whole day. An end before the start passes midnight. */
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Within so many days hours begin or end that ever do. */
const WEEK_DAYS = 8;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Minutes since midnight of `HH:mm`; null: no such time. */
export function minutes_parse(text: string | null | undefined): number | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text ?? '');
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

/** Null: always. */
export function hours_make(
  weekdays: readonly number[] | null | undefined,
  from: string | null | undefined,
  to: string | null | undefined,
): Hours | null {
  const hours = { weekdays: weekdays ?? [], from: minutes_parse(from) ?? 0, to: minutes_parse(to) ?? 0 };
  return hours.weekdays.length % 7 === 0 && hours.from === hours.to ? null : hours;
}

/** Whether an instant lies within the hours, on the clock of the zone. */
export function hours_cover({ weekdays, from, to }: Hours, zone: string, ts: number): boolean {
  const local = Math.floor((ts + zone_offset(ts, zone)) / MINUTE_MS);
  const minute = ((local % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const day = Math.floor(local / DAY_MINUTES);
  const counts = (at: number): boolean =>
    weekdays.length === 0 || weekdays.includes(((((at + FIRST_WEEKDAY - 1) % 7) + 7) % 7) + 1);
  if (from === to) return counts(day);
  if (from < to) return counts(day) && minute >= from && minute < to;
  return (counts(day) && minute >= from) || (counts(day - 1) && minute < to);
}

/** The same of hours that may be none: these count always. */
export const hours_allow = (hours: Hours | null, zone: string, ts: number): boolean =>
  hours === null || hours_cover(hours, zone, ts);

/** The first instant after another at which the hours begin or end, be it that the clock is changed into or out of them. */
export function hours_turn(hours: Hours, zone: string, ts: number): number {
  const isWithin = hours_cover(hours, zone, ts);
  const walls = hours.from === hours.to ? [0] : [hours.from * MINUTE_MS, hours.to * MINUTE_MS, 0];
  let at = ts;
  while (at < ts + WEEK_DAYS * DAY_MS) {
    const local = at + zone_offset(at, zone);
    const next = at + Math.min(...walls.map((wall) => DAY_MS - ((local - wall + DAY_MS) % DAY_MS)));
    at = clock_change(at, next, zone) ?? next;
    if (hours_cover(hours, zone, at) !== isWithin) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first instant from `from` up to `to` (epoch milliseconds, both included) within the hours; null: none is. */
export function hours_begin(hours: Hours, zone: string, from: number, to: number): number | null {
  const at = hours_cover(hours, zone, from) ? from : hours_turn(hours, zone, from);
  return at <= to ? at : null;
}
