/** The days of a series: what the rule of a plan says, and what the working calendar makes of it. */
import type { EntityDefinition, Schedule } from '../../../generated/definition.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import { ruleDays } from '../../../runtime/core/time/recurrence.ts';
import { DAY_MS, dateOf, parseTime, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { type DayRule, dayAfter, type Occurrence, placeDays } from '../../../runtime/core/time/workDays.ts';
import type { TenantCalendar } from './calendar.ts';

/** The series of a plan, as it says. */
export interface Settings {
  rule: string;
  from: string;
  until: string | null;
  days: DayRule;
  zone: string;
  ahead: number;
  /** The time of the day, as hours and minutes. */
  at: string;
}

/** A day may be moved so far. */
const MOVED = 60;
/** The next day of a rule is looked for so far ahead, in steps that grow. */
const LOOKS = [40, 400, 4_000];

const MIDNIGHT = '00:00';

const filled = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''));

/** Reads the settings of a plan: each is a field of it, or is in the definition. */
export function settingsOf(
  { schema }: EntityDefinition,
  schedule: Schedule,
  row: Values,
  calendar: TenantCalendar,
): Settings | null {
  const read = (said: string | undefined): string | null => {
    if (said === undefined) return null;
    const value = schema.properties && said in schema.properties ? row[said] : said;
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

/** The day at an instant, where the series is. */
export const dayAt = (now: number, zone: string): string =>
  new Date(dateOf(now, zone) * DAY_MS).toISOString().slice(0, 10);

const dateNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The instant of a time on a day; where the clock skips it, the day's first. */
export function instantOf(day: string, at: string, zone: string): string {
  const instant = parseTime(`${day}T${at.slice(0, MIDNIGHT.length)}:00`, zone);
  return new Date(instant ?? startDate(dateNumber(day), zone)).toISOString();
}

/** The occurrences whose day lies in the window, both ends included. */
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

export interface Due {
  occurrences: Occurrence[];
  /** When the next one is to be made; null: there is none. */
  nextAt: string | null;
}

/** The occurrences from a day on that are to be made by now, and when it is time for the next. */
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
