/** V162: the named date ranges. The server computes them in the caller's time zone (decision 51). */
import type { TextKey } from '../../kit/i18n/index.ts';

export const DATE_RANGES = {
  today: 'list.rangeToday',
  yesterday: 'list.rangeYesterday',
  past7Days: 'list.rangeWeek',
  past14Days: 'list.rangeTwoWeeks',
  past30Days: 'list.range30',
  past90Days: 'list.range90',
  past182Days: 'list.range182',
  past365Days: 'list.range365',
  thisMonth: 'list.rangeMonth',
  thisQuarter: 'list.rangeQuarter',
  thisYear: 'list.rangeYear',
  lastMonth: 'list.rangeLastMonth',
} as const satisfies Record<string, TextKey>;

export type DateRange = keyof typeof DATE_RANGES;
export const DATE_RANGE_NAMES = Object.keys(DATE_RANGES) as DateRange[];

export function isDateRange(value: unknown): value is DateRange {
  return typeof value === 'string' && Object.hasOwn(DATE_RANGES, value);
}
