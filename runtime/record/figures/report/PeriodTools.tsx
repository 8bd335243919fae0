import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Period } from '../../../core/statistics/steps.ts';
import { rangeDays } from '../../../core/time/namedRange.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { DATE_RANGE_NAMES, DATE_RANGES, type DateRange } from '../../query/ranges.ts';
import texts from '../texts.json';

const OWN = 'own';
const DATE = 'YYYY-MM-DD';

/** Returns the days of a named range in the browser's time zone. */
function nameDays(range: DateRange): Period {
  const { firstDay, lastDay } = rangeDays(
    range,
    Date.now(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  return { from: firstDay, to: lastDay };
}

type Range = DateRange | typeof OWN;

export interface PeriodProps {
  range: Range;
  period: Period;
  onRange(range: Range): void;
  onPeriod(period: Period): void;
}

/** Stores the chosen days. The initial value is a named range. */
export function usePeriod(start: DateRange): PeriodProps {
  const [range, setRange] = useState<Range>(start);
  const [ownPeriod, setOwnPeriod] = useState<Period>(() => nameDays(start));
  const period = range === OWN ? ownPeriod : nameDays(range);
  return {
    range,
    period,
    onRange(next) {
      // A custom range starts with the displayed days.
      if (next === OWN) setOwnPeriod(period);
      setRange(next);
    },
    onPeriod: setOwnPeriod,
  };
}

/** Lets the user choose a named range, or custom days. */
export function PeriodTools({ range, period, onRange, onPeriod }: PeriodProps) {
  const t = useT(texts);
  const names = DATE_RANGE_NAMES.map((name) => ({ value: name, label: t(DATE_RANGES[name]) }));
  return (
    <>
      <Select<Range>
        aria-label={t('report.period')}
        value={range}
        options={[...names, { value: OWN, label: t('report.own') }]}
        onChange={onRange}
      />
      {range === OWN && (
        <DatePicker.RangePicker
          aria-label={t('report.period')}
          allowClear={false}
          value={[dayjs(period.from), dayjs(period.to)]}
          onChange={(days) => {
            const [from, to] = days ?? [];
            if (from && to) onPeriod({ from: from.format(DATE), to: to.format(DATE) });
          }}
        />
      )}
    </>
  );
}
