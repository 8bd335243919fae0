/** V162: ranges of days that move with the calendar of whoever asks. */
import { DateTime } from 'luxon';
import { startDay } from './timeWindow.ts';

const PAST_DAYS = {
  past7Days: 7,
  past14Days: 14,
  past30Days: 30,
  past90Days: 90,
  past182Days: 182,
  past365Days: 365,
} as const;

const UNITS = { thisMonth: 'month', thisQuarter: 'quarter', thisYear: 'year' } as const;

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
  /** The same as instants, [from, to). */
  from: string;
  to: string;
}

function daysOf(range: NamedRange, today: DateTime): [first: DateTime, last: DateTime] {
  switch (range) {
    case 'today':
      return [today, today];
    case 'yesterday': {
      const day = today.minus({ days: 1 });
      return [day, day];
    }
    case 'lastMonth': {
      const first = today.startOf('month').minus({ months: 1 });
      return [first, first.endOf('month')];
    }
    case 'thisMonth':
    case 'thisQuarter':
    case 'thisYear':
      return [today.startOf(UNITS[range]), today];
    default:
      return [today.minus({ days: PAST_DAYS[range] - 1 }), today];
  }
}

/** The days of the range around `now`. It ends with today, so that the same question has the same answer all day. */
export function rangeDays(range: NamedRange, now: number, zone: string): DaySpan {
  const [first, last] = daysOf(range, DateTime.fromMillis(startDay(now, zone), { zone }));
  const instant = (day: DateTime): string =>
    new Date(startDay(day.set({ hour: 12 }).toMillis(), zone)).toISOString();
  return {
    firstDay: first.toISODate() ?? '',
    lastDay: last.toISODate() ?? '',
    from: instant(first),
    to: instant(last.plus({ days: 1 })),
  };
}
