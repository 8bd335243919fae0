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

/**
 * The first instant from `from` up to `to` (epoch milliseconds, both included) that lies within the hours; null: none
 * does. They begin when the clock shows their start, or with a change of the clock that leads into them.
 */
export function hours_begin(hours: Hours, zone: string, from: number, to: number): number | null {
  const start = hours.from === hours.to ? 0 : hours.from * MINUTE_MS;
  let at = from;
  while (at <= to) {
    if (hours_cover(hours, zone, at)) return at;
    const offset = zone_offset(at, zone);
    const begun = Math.floor((at + offset - start) / DAY_MS) * DAY_MS + start;
    const next = begun + DAY_MS - offset;
    at = clock_change(at, next, zone) ?? next;
  }
  return null;
}
