/** Knows on which days people work, by the calendar of a tenant: its weekend, its holidays and the days that make up for them. */
import { DAY_MS } from './timeWindow.ts';

export interface WorkCalendar {
  /** The days of the week without work, Monday as 1. */
  weekend: readonly number[];
  /** Days that are otherwise than their day of the week says. */
  days: ReadonlyMap<string, 'holiday' | 'rest' | 'work'>;
}

/** The hours of a working day, as `08:30`. */
export interface WorkHours {
  morningFrom: string;
  morningUntil: string;
  afternoonFrom: string;
  afternoonUntil: string;
}

/** They hold where a tenant has no calendar. */
export const PLAIN_HOURS: WorkHours = {
  morningFrom: '08:30',
  morningUntil: '12:00',
  afternoonFrom: '13:30',
  afternoonUntil: '18:00',
};
export const PLAIN_WEEK: WorkCalendar = { weekend: [6, 7], days: new Map() };

/** Says what becomes of a record whose day is no working day. */
export const DAY_RULES = ['any', 'skip', 'next'] as const;
export type DayRule = (typeof DAY_RULES)[number];

const WEEK = 7;
/** The longest holiday that a day is moved over. */
const MAX_MOVE = 60;

/** `day` so many days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;

/** Returns whether people work on a day. */
export function isWorkDay({ weekend, days }: WorkCalendar, day: string): boolean {
  const said = days.get(day);
  return said === undefined ? !weekend.includes(weekdayOf(day)) : said === 'work';
}

/** The day itself, or the first working day after it; null: there is none for two months. */
export function nextWorkDay(calendar: WorkCalendar, day: string): string | null {
  for (let count = 0; count <= MAX_MOVE; count++) {
    const candidate = dayAfter(day, count);
    if (isWorkDay(calendar, candidate)) return candidate;
  }
  return null;
}

export interface Occurrence {
  /** The day that the rule names. */
  ruleDay: string;
  /** The day that it becomes by the calendar. */
  day: string;
}

/**
 * Places the days of a rule, in their order: none of them happens twice on one day, and one that the rule names itself
 * goes before one that is moved there.
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
