/** Calendar steps for grouping figures, and the period for a comparison. */
import { DAY_MS } from '../time/timeWindow.ts';

export type Step = 'day' | 'week' | 'month' | 'quarter' | 'year';
export type Compare = 'year' | 'period';

/** Days as YYYY-MM-DD, both included. */
export interface Period {
  from: string;
  to: string;
}

const WEEK_DAYS = 7;
const YEAR_MONTHS = 12;
/** Index of Thursday. A week belongs to the year of its Thursday (ISO 8601). */
const THURSDAY = 3;
const MONTHS = { month: 1, quarter: 3, year: YEAR_MONTHS } as const;
/** Maximum number of steps on one axis. A request for more is invalid. */
const MAX_STEPS = 5_000;

export const readDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const makeDay = (year: number, month: number, day = 1): number => Date.UTC(year, month, day) / DAY_MS;
/** Returns the Monday on or before a day. */
const mondayOf = (day: number): number => day - ((((day + THURSDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
const pad = (figure: number): string => String(figure).padStart(2, '0');

/** Returns the first day of the step that contains a day, moved by `later` steps. */
function firstDay(day: number, step: Step, later = 0): number {
  if (step === 'day') return day + later;
  if (step === 'week') return mondayOf(day) + later * WEEK_DAYS;
  const date = new Date(day * DAY_MS);
  const months = MONTHS[step];
  const month = date.getUTCMonth();
  return makeDay(date.getUTCFullYear(), month - (month % months) + later * months);
}

/** Returns the key of the step that contains a day: 2026-02-14, 2026-W07, 2026-02, 2026-Q1 or 2026. */
export function stepKey(day: number, step: Step): string {
  const text = writeDay(day);
  const year = text.slice(0, 4);
  switch (step) {
    case 'day':
      return text;
    case 'week': {
      const thursday = mondayOf(day) + THURSDAY;
      const ofYear = writeDay(thursday).slice(0, 4);
      const week = Math.floor((thursday - makeDay(Number(ofYear), 0)) / WEEK_DAYS) + 1;
      return `${ofYear}-W${pad(week)}`;
    }
    case 'month':
      return text.slice(0, 7);
    case 'quarter':
      return `${year}-Q${Math.floor((Number(text.slice(5, 7)) - 1) / MONTHS.quarter) + 1}`;
    case 'year':
      return year;
  }
}

function dayInStep(key: string, step: Step): number {
  const year = Number(key.slice(0, 4));
  switch (step) {
    case 'day':
      return readDay(key);
    case 'week':
      return mondayOf(makeDay(year, 0, 4)) + (Number(key.slice(6)) - 1) * WEEK_DAYS;
    case 'month':
      return makeDay(year, Number(key.slice(5, 7)) - 1);
    case 'quarter':
      return makeDay(year, (Number(key.slice(6)) - 1) * MONTHS.quarter);
    case 'year':
      return makeDay(year, 0);
  }
}

/** Returns the first and last day of a step. */
export function stepPeriod(key: string, step: Step): Period {
  const first = dayInStep(key, step);
  return { from: writeDay(first), to: writeDay(firstDay(first, step, 1) - 1) };
}

/** Returns the keys of all steps of a period, in order. */
export function listSteps({ from, to }: Period, step: Step): string[] {
  const keys: string[] = [];
  const last = readDay(to);
  let day = firstDay(readDay(from), step);
  while (day <= last && keys.length < MAX_STEPS) {
    keys.push(stepKey(day, step));
    day = firstDay(day, step, 1);
  }
  return keys;
}

/** Returns the same day some months earlier, or the last day of a shorter month. */
function monthsBefore(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const first = makeDay(date.getUTCFullYear(), date.getUTCMonth() - months);
  return Math.min(first + date.getUTCDate() - 1, firstDay(first, 'month', 1) - 1);
}

const isMonthEnd = (day: number): boolean => firstDay(day, 'month', 1) === day + 1;

/**
 * Returns the period for a comparison: the same days of the previous year, or the same number of preceding days. Whole
 * months are compared with whole months of any length.
 */
export function periodBefore({ from, to }: Period, compare: Compare): Period {
  const [first, last] = [readDay(from), readDay(to)];
  const isWhole = firstDay(first, 'month') === first && isMonthEnd(last);
  if (compare === 'year' || isWhole) {
    const [start, end] = [new Date(first * DAY_MS), new Date(last * DAY_MS)];
    const months =
      (end.getUTCFullYear() - start.getUTCFullYear()) * YEAR_MONTHS + end.getUTCMonth() - start.getUTCMonth();
    const back = compare === 'year' ? YEAR_MONTHS : months + 1;
    const ended = monthsBefore(last, back);
    return {
      from: writeDay(monthsBefore(first, back)),
      to: writeDay(isWhole ? firstDay(ended, 'month', 1) - 1 : ended),
    };
  }
  return { from: writeDay(first - (last - first + 1)), to: writeDay(first - 1) };
}
