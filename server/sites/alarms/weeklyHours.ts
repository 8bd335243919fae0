/** Weekly hours in a station's local time, in which a rule applies or alarms are suppressed. Pure. */
import { clockChange, DAY_MS, zoneOffset } from '../../../runtime/core/time/timeWindow.ts';

export interface Hours {
  /**
   * ISO days, 1 is Monday. Empty means every day. Hours after midnight belong to the day on which their span started.
   */
  weekdays: readonly number[];
  /**
   * Minutes since midnight. Equal values mean the whole day. If the end is before the start, the span passes midnight.
   */
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** A weekly schedule changes within this number of days, if it changes at all. */
const WEEK_DAYS = 8;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Returns the minutes since midnight of `HH:mm`, or null if it is not a time. */
export function parseMinutes(text: string | null | undefined): number | null {
  const time = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text ?? '');
  return time ? Number(time[1]) * 60 + Number(time[2]) : null;
}

/** Returns null if the hours cover all times. */
export function makeHours(
  weekdays: readonly number[] | null | undefined,
  from: string | null | undefined,
  to: string | null | undefined,
): Hours | null {
  const hours = { weekdays: weekdays ?? [], from: parseMinutes(from) ?? 0, to: parseMinutes(to) ?? 0 };
  return hours.weekdays.length % 7 === 0 && hours.from === hours.to ? null : hours;
}

/** Returns whether a time is within the hours, in local time of the zone. */
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

/** Returns whether a time is within the hours. Null means always. */
export const allowHours = (hours: Hours | null, zone: string, ts: number): boolean =>
  hours === null || coverHours(hours, zone, ts);

/** Returns the next time at which the hours start or end, or the local clock changes. */
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

/**
 * Returns the first time within the hours between `from` and `to` (epoch milliseconds, both inclusive). Null if there
 * is none.
 */
export function beginHours(hours: Hours, zone: string, from: number, to: number): number | null {
  const start = coverHours(hours, zone, from) ? from : turnHours(hours, zone, from);
  return start <= to ? start : null;
}
