/** Working days by the calendar of a tenant: its weekend, its holidays and the days that make up for them. */
import { DAY_MS } from './timeWindow.ts';

export interface WorkCalendar {
  /** The days of the week without work, Monday as 1. */
  weekend: readonly number[];
  /** Days that differ from the rule of their weekday. */
  days: ReadonlyMap<string, 'holiday' | 'rest' | 'work'>;
}

/** The hours of a working day, as `08:30`. */
export interface WorkHours {
  morningFrom: string;
  morningUntil: string;
  afternoonFrom: string;
  afternoonUntil: string;
}

/** The hours of a tenant without a calendar. */
export const PLAIN_HOURS: WorkHours = {
  morningFrom: '08:30',
  morningUntil: '12:00',
  afternoonFrom: '13:30',
  afternoonUntil: '18:00',
};
export const PLAIN_WEEK: WorkCalendar = { weekend: [6, 7], days: new Map() };

/** The treatment of a record whose day is not a working day. */
export const DAY_RULES = ['any', 'skip', 'next'] as const;
export type DayRule = (typeof DAY_RULES)[number];

const WEEK = 7;
/** Longest holiday, in days, over which a day is moved. */
const MAX_MOVE = 60;

/** `day` so many days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;

/** Returns whether a day is a working day. */
export function isWorkDay({ weekend, days }: WorkCalendar, day: string): boolean {
  const said = days.get(day);
  return said === undefined ? !weekend.includes(weekdayOf(day)) : said === 'work';
}

/** Returns the day itself, or the first working day after it. Null if there is none for two months. */
export function nextWorkDay(calendar: WorkCalendar, day: string): string | null {
  for (let count = 0; count <= MAX_MOVE; count++) {
    const candidate = dayAfter(day, count);
    if (isWorkDay(calendar, candidate)) return candidate;
  }
  return null;
}

export interface Occurrence {
  /** The day according to the rule. */
  ruleDay: string;
  /** The day after the calendar is applied. */
  day: string;
}

/**
 * Places the days of a rule, in order. No day is used twice, and a day of the rule itself takes precedence over one
 * moved to it.
 */
export function placeDays(ruleDays: readonly string[], rule: DayRule, calendar: WorkCalendar): Occurrence[] {
  if (rule === 'any') return ruleDays.map((day) => ({ ruleDay: day, day }));
  const named = new Set(ruleDays);
  const taken = new Set<string>();
  return ruleDays.flatMap((ruleDay) => {
    if (isWorkDay(calendar, ruleDay)) return [{ ruleDay, day: ruleDay }];
    const day = rule === 'skip' ? null : nextWorkDay(calendar, ruleDay);
    if (day === null || named.has(day) || taken.has(day)) return [];
    taken.add(day);
    return [{ ruleDay, day }];
  });
}
