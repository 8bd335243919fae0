/** Computes the days of a series from the rule of its plan and the working calendar. */
import type { EntityDefinition, Schedule } from '../../../generated/definition.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { ruleDays } from '../../../runtime/core/time/recurrence.ts';
import { DAY_MS, dateOf, parseTime, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { type DayRule, dayAfter, type Occurrence, placeDays } from '../../../runtime/core/time/workDays.ts';
import type { TenantCalendar } from './calendar.ts';

/** The settings of a plan's series. */
export interface Settings {
  rule: string;
  from: string;
  until: string | null;
  days: DayRule;
  zone: string;
  ahead: number;
  /** The time of day in hours and minutes. */
  at: string;
}

/** Maximum number of days by which an occurrence may be moved. */
const MOVED = 60;
/** Number of days in which the next occurrence is searched, in increasing steps. */
const LOOKS = [40, 400, 4_000];

const MIDNIGHT = '00:00';

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/**
 * Reads the settings of a plan. Each setting is a field of the plan or part of the definition. Null without a
 * rule or a first day.
 */
export function settingsOf(
  { schema }: EntityDefinition,
  schedule: Schedule,
  row: Values,
  calendar: TenantCalendar,
): Settings | null {
  const read = (source: string | undefined): string | null => {
    if (source === undefined) return null;
    const value = schema.properties && source in schema.properties ? row[source] : source;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const rule = read(schedule.rule);
  const from = read(schedule.from);
  if (rule === null || from === null) return null;
  if (schedule.while && !isConditionMet(schedule.while, filled(row), {})) return null;
  return {
    ...{ rule, from, until: read(schedule.until) },
    days: (read(schedule.days) ?? 'any') as DayRule,
    zone: read(schedule.zone) ?? calendar.zone,
    ahead: schedule.ahead ?? 0,
    at: read(schedule.at) ?? MIDNIGHT,
  };
}

/** Returns the day at an instant, in the time zone of the series. */
export const dayAt = (now: number, zone: string): string =>
  new Date(dateOf(now, zone) * DAY_MS).toISOString().slice(0, 10);

const dateNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Returns the instant of a time on a day. If the clock skips this time, returns the first instant of the day. */
export function instantOf(day: string, at: string, zone: string): string {
  const instant = parseTime(`${day}T${at.slice(0, MIDNIGHT.length)}:00`, zone);
  return new Date(instant ?? startDate(dateNumber(day), zone)).toISOString();
}

/** Returns the occurrences between two days, both included. */
function occurrencesIn(settings: Settings, calendar: TenantCalendar, from: string, to: string): Occurrence[] {
  const { rule, from: start, until, days } = settings;
  const moves = days === 'next';
  const last = until !== null && until < to ? until : to;
  const window = { from: moves ? dayAfter(from, -MOVED) : from, to: moves ? dayAfter(last, MOVED) : last };
  const named = ruleDays(rule, start, {
    ...window,
    to: until !== null && until < window.to ? until : window.to,
  });
  return placeDays(named, days, calendar).filter(({ day }) => day >= from && day <= to);
}

/** Returns the number of occurrences before this day. */
export const countBefore = (settings: Settings, calendar: TenantCalendar, day: string): number =>
  occurrencesIn(settings, calendar, settings.from, dayAfter(day, -1)).length;

export interface Due {
  occurrences: Occurrence[];
  /** The time at which the next occurrence is due. Null if there is none. */
  nextAt: string | null;
}

/** Returns the occurrences from a day on that are due, and the time of the next one. */
export function dueOf(settings: Settings, calendar: TenantCalendar, from: string, to: string): Due {
  const { ahead, zone } = settings;
  for (const look of LOOKS) {
    const all = occurrencesIn(settings, calendar, from, dayAfter(to, look));
    const next = all.find(({ day }) => day > to);
    const occurrences = all.filter(({ day }) => day <= to);
    if (next) {
      const at = startDate(dateNumber(next.day) - ahead, zone);
      return { occurrences, nextAt: new Date(at).toISOString() };
    }
    if (look === LOOKS.at(-1)) return { occurrences, nextAt: null };
  }
  return { occurrences: [], nextAt: null };
}
