/** V162: ranges of days that follow the caller's calendar. */
import { DAY_MS, dateOf, startDate } from './timeWindow.ts';

const PAST_DAYS = {
  past7Days: 7,
  past14Days: 14,
  past30Days: 30,
  past90Days: 90,
  past182Days: 182,
  past365Days: 365,
} as const;

/** Number of months of a unit, counted from January. */
const UNITS = { thisMonth: 1, thisQuarter: 3, thisYear: 12 } as const;

export type NamedRange = 'today' | 'yesterday' | 'lastMonth' | keyof typeof PAST_DAYS | keyof typeof UNITS;

export const NAMED_RANGES: readonly NamedRange[] = [
  'today',
  'yesterday',
  ...(Object.keys(PAST_DAYS) as (keyof typeof PAST_DAYS)[]),
  ...(Object.keys(UNITS) as (keyof typeof UNITS)[]),
  'lastMonth',
];

export const isNamedRange = (value: unknown): value is NamedRange =>
  NAMED_RANGES.some((range) => range === value);

export interface DaySpan {
  /** Local days, both included. */
  firstDay: string;
  lastDay: string;
  /** Start and end as instants, [from, to). */
  from: string;
  to: string;
}

/**
 * Returns the first day of the unit of `months` months that contains a day, or of the unit `before` units earlier. Days
 * are counted since 1970.
 */
function firstOf(months: number, day: number, before = 0): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month - (month % months) - before * months) / DAY_MS;
}

function daysOf(range: NamedRange, today: number): [first: number, last: number] {
  switch (range) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [today - 1, today - 1];
    case 'lastMonth':
      return [firstOf(1, today, 1), firstOf(1, today) - 1];
    case 'thisMonth':
    case 'thisQuarter':
    case 'thisYear':
      return [firstOf(UNITS[range], today), today];
    default:
      return [today - (PAST_DAYS[range] - 1), today];
  }
}

/**
 * Returns the days of the range at `now`. The range ends with today, so that equal requests have equal answers all day.
 */
export function rangeDays(range: NamedRange, now: number, zone: string): DaySpan {
  const [first, last] = daysOf(range, dateOf(now, zone));
  const written = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const instant = (day: number): string => new Date(startDate(day, zone)).toISOString();
  return { firstDay: written(first), lastDay: written(last), from: instant(first), to: instant(last + 1) };
}
