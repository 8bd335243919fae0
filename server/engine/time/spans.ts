/** Durations in definitions: `PT30M`, `PT2H`, `P3D`, `P2W`. */
import { dayAfter, isWorkDay } from '../../../runtime/core/time/workDays.ts';
import type { TenantCalendar } from './calendar.ts';
import { dayAt, instantOf } from './series.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_DAYS = 7;

export type Span = { days: number } | { ms: number };

/** Parses a duration. The meta schema has checked its format. */
export function readSpan(text: string): Span {
  const [, clock, count, unit] = /^P(T?)(\d+)([DWHM])$/.exec(text) ?? [];
  const number = Number(count);
  if (clock) return { ms: number * (unit === 'H' ? HOUR_MS : MINUTE_MS) };
  return { days: number * (unit === 'W' ? WEEK_DAYS : 1) };
}

/** Returns the local time at an instant, as hours and minutes. */
const clockAt = (instant: number, zone: string): string =>
  new Date(instant).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });

function workDayAfter(calendar: TenantCalendar, day: string, count: number): string {
  let found = day;
  for (let left = count, tried = 0; left > 0 && tried < count * WEEK_DAYS + 366; tried++) {
    found = dayAfter(found);
    if (isWorkDay(calendar, found)) left -= 1;
  }
  return found;
}

/** Returns the instant after a duration. Days are counted in local time, optionally only working days. */
export function instantAfter(since: number, span: Span, calendar: TenantCalendar, working: boolean): number {
  if ('ms' in span) return since + span.ms;
  const { zone } = calendar;
  const day = dayAt(since, zone);
  const last = working ? workDayAfter(calendar, day, span.days) : dayAfter(day, span.days);
  return Date.parse(instantOf(last, clockAt(since, zone), zone));
}
