/** Working days by a tenant's calendar: its weekend, holidays and make-up working days. */
import { DAY_MS } from './timeWindow.ts';

export interface WorkCalendar {
  /** Weekdays without work. Monday is 1. */
  weekend: readonly number[];
  /** Days that differ from their weekday's rule. */
  days: ReadonlyMap<string, 'holiday' | 'rest' | 'work'>;
}

/** Start and end of work, such as `08:30`. */
export interface WorkHours {
  morningFrom: string;
  morningUntil: string;
  afternoonFrom: string;
  afternoonUntil: string;
}

/** Default hours of a tenant without a calendar. */
export const PLAIN_HOURS: WorkHours = {
  morningFrom: '08:30',
  morningUntil: '12:00',
  afternoonFrom: '13:30',
  afternoonUntil: '18:00',
};
export const PLAIN_WEEK: WorkCalendar = { weekend: [6, 7], days: new Map() };

/** Rule for a record whose day is not a working day. */
export const DAY_RULES = ['any', 'skip', 'next'] as const;
export type DayRule = (typeof DAY_RULES)[number];

const WEEK = 7;
/** Maximum number of days by which a day is moved. */
const MAX_MOVE = 60;

/** Returns the day `count` days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;

/** Returns whether a day is a working day. */
export function isWorkDay({ weekend, days }: WorkCalendar, day: string): boolean {
  const special = days.get(day);
  return special === undefined ? !weekend.includes(weekdayOf(day)) : special === 'work';
}

/** Returns the day itself, or the next working day. Null if none follows within two months. */
export function nextWorkDay(calendar: WorkCalendar, day: string): string | null {
  for (let count = 0; count <= MAX_MOVE; count++) {
    const candidate = dayAfter(day, count);
    if (isWorkDay(calendar, candidate)) return candidate;
  }
  return null;
}

export interface Occurrence {
  /** The day by the recurrence rule. */
  ruleDay: string;
  /** The day after the calendar is applied. */
  day: string;
}

/**
 * Moves the days of a rule to working days, in order. No day occurs twice. A day of the rule itself has priority over a
 * moved one.
 */
export function placeDays(ruleDays: readonly string[], rule: DayRule, calendar: WorkCalendar): Occurrence[] {
  if (rule === 'any') return ruleDays.map((day) => ({ ruleDay: day, day }));
  const named = new Set(ruleDays);
  const used = new Set<string>();
  return ruleDays.flatMap((ruleDay) => {
    if (isWorkDay(calendar, ruleDay)) return [{ ruleDay, day: ruleDay }];
    const day = rule === 'skip' ? null : nextWorkDay(calendar, ruleDay);
    if (day === null || named.has(day) || used.has(day)) return [];
    used.add(day);
    return [{ ruleDay, day }];
  });
}
