/** V162: the date ranges that are offered; they end now, "quarter" and "year" are the current ones (decision 51). */
import dayjs, { type Dayjs } from 'dayjs';
import type { TextKey } from '../i18n/index.ts';

export interface DateRange {
  key: Extract<TextKey, `list.range${string}`>;
  from: Dayjs;
  to: Dayjs;
}

const MONTHS_IN_QUARTER = 3;

export function date_ranges(now: Dayjs = dayjs()): DateRange[] {
  const today = now.startOf('day');
  const past = (days: number) => today.subtract(days - 1, 'day');
  const quarter = today.startOf('month').subtract(today.month() % MONTHS_IN_QUARTER, 'month');
  const lastMonth = today.subtract(1, 'month');
  return [
    { key: 'list.rangeToday', from: today, to: now },
    { key: 'list.rangeYesterday', from: past(2), to: past(2).endOf('day') },
    { key: 'list.rangeWeek', from: past(7), to: now },
    { key: 'list.rangeTwoWeeks', from: past(14), to: now },
    { key: 'list.range30', from: past(30), to: now },
    { key: 'list.range90', from: past(90), to: now },
    { key: 'list.range182', from: past(182), to: now },
    { key: 'list.range365', from: past(365), to: now },
    { key: 'list.rangeMonth', from: today.startOf('month'), to: now },
    { key: 'list.rangeQuarter', from: quarter, to: now },
    { key: 'list.rangeYear', from: today.startOf('year'), to: now },
    { key: 'list.rangeLastMonth', from: lastMonth.startOf('month'), to: lastMonth.endOf('month') },
  ];
}
