/** Hours of a week on a station's clock, at which a rule counts or alarms are suppressed. Pure. */
import { clockChange, DAY_MS, zoneOffset } from '../../../runtime/core/time/timeWindow.ts';

export interface Hours {
  /** ISO days, 1 is Monday; every day if empty. An hour after midnight belongs to the day on which its span began. */
  weekdays: readonly number[];
  /** Minutes since midnight; the whole day if both are equal. An end before the start passes midnight. */
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** If a schedule changes at all, it changes within this many days. */
const WEEK_DAYS = 8;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Returns the minutes since midnight of `HH:mm`, or null if it is not a time. */
export function parseMinutes(text: string | null | undefined): number | null {
  const time = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text ?? '');
  return time ? Number(time[1]) * 60 + Number(time[2]) : null;
}

/** Returns null for always. */
export function makeHours(
  weekdays: readonly number[] | null | undefined,
  from: string | null | undefined,
  to: string | null | undefined,
): Hours | null {
  const hours = { weekdays: weekdays ?? [], from: parseMinutes(from) ?? 0, to: parseMinutes(to) ?? 0 };
  return hours.weekdays.length % 7 === 0 && hours.from === hours.to ? null : hours;
}

/** Returns whether an instant lies within the hours, on the clock of the zone. */
export function coverHours({ weekdays, from, to }: Hours, zone: string, ts: number): boolean {
  const local = Math.floor((ts + zoneOffset(ts, zone)) / MINUTE_MS);
  const minute = ((local % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const day = Math.floor(local / DAY_MINUTES);
  const counts = (isCounted: number): boolean =>
    weekdays.length === 0 || weekdays.includes(((((isCounted + FIRST_WEEKDAY - 1) % 7) + 7) % 7) + 1);
  if (from === to) return counts(day);
  if (from < to) return counts(day) && minute >= from && minute < to;
  return (counts(day) && minute >= from) || (counts(day - 1) && minute < to);
}

/** Returns whether an instant lies within the hours. Null means that every instant does. */
export const allowHours = (hours: Hours | null, zone: string, ts: number): boolean =>
  hours === null || coverHours(hours, zone, ts);

/** Returns the first later instant at which the hours begin or end, also by a change of the clock. */
export function turnHours(hours: Hours, zone: string, ts: number): number {
  const isWithin = coverHours(hours, zone, ts);
  const walls = hours.from === hours.to ? [0] : [hours.from * MINUTE_MS, hours.to * MINUTE_MS, 0];
  let moment = ts;
  while (moment < ts + WEEK_DAYS * DAY_MS) {
    const local = moment + zoneOffset(moment, zone);
    const next = moment + Math.min(...walls.map((wall) => DAY_MS - ((local - wall + DAY_MS) % DAY_MS)));
    moment = clockChange(moment, next, zone) ?? next;
    if (coverHours(hours, zone, moment) !== isWithin) return moment;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the first instant within the hours from `from` up to `to` (epoch milliseconds, both included), or null. */
export function beginHours(hours: Hours, zone: string, from: number, to: number): number | null {
  const start = coverHours(hours, zone, from) ? from : turnHours(hours, zone, from);
  return start <= to ? start : null;
}
