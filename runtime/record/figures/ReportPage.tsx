import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { rangeDays } from '../../core/namedRange.ts';
import type { Compare, Period } from '../../core/statistics/steps.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { DATE_RANGE_NAMES, DATE_RANGES, type DateRange } from '../query/ranges.ts';
import { ReportBlock } from './ReportBlock.tsx';
import { ReportFile } from './ReportFile.tsx';
import './report.css';
import texts from './texts.json';

const OWN = 'own';
const DATE = 'YYYY-MM-DD';

/** The days of a named range, as this browser's calendar has them. */
function daysNamed(range: DateRange): Period {
  const { firstDay, lastDay } = rangeDays(
    range,
    Date.now(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  return { from: firstDay, to: lastDay };
}

interface ToolsProps {
  range: DateRange | typeof OWN;
  period: Period;
  compare: Compare | undefined;
  onRange(range: DateRange | typeof OWN): void;
  onPeriod(period: Period): void;
  onCompare(compare: Compare | undefined): void;
  children: ReactNode;
}

function ReportTools({ range, period, compare, onRange, onPeriod, onCompare, children }: ToolsProps) {
  const t = useT(texts);
  const names = DATE_RANGE_NAMES.map((name) => ({ value: name, label: t(DATE_RANGES[name]) }));
  return (
    <div className="wd-report-tools">
      <Select<DateRange | typeof OWN>
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
      <Segmented<Compare | 'none'>
        aria-label={t('report.compare')}
        value={compare ?? 'none'}
        options={[
          { value: 'none', label: t('report.none') },
          { value: 'period', label: t('report.before') },
          { value: 'year', label: t('report.year') },
        ]}
        onChange={(chosen) => onCompare(chosen === 'none' ? undefined : chosen)}
      />
      {children}
    </div>
  );
}

/** Statistics over one period, and what they were before: each shown to whoever may list what it counts. */
export default function ReportPage({ page: { report, title } }: { page: PageDefinition }) {
  const t = useT(texts);
  const text = useText();
  const session = useSession();
  const [range, setRange] = useState<DateRange | typeof OWN>(report?.range ?? 'thisYear');
  const [ownPeriod, setOwnPeriod] = useState<Period>(() => daysNamed(report?.range ?? 'thisYear'));
  const [compare, setCompare] = useState<Compare | undefined>(report?.compare);
  const period = range === OWN ? ownPeriod : daysNamed(range);
  const blocks = (report?.blocks ?? []).filter((block) => {
    const statistic = statisticRegistry.get(block.statistic);
    return statistic !== undefined && session.can(`${statistic.of}:list`);
  });
  const chooseRange = (next: DateRange | typeof OWN) => {
    // The days that were shown are where somebody begins to choose others.
    if (next === OWN) setOwnPeriod(period);
    setRange(next);
  };
  return (
    <div className="wd-report">
      <ReportTools
        {...{ range, period, compare }}
        onRange={chooseRange}
        onPeriod={setOwnPeriod}
        onCompare={setCompare}
      >
        <ReportFile title={text(title)} {...{ blocks, period, compare }} />
      </ReportTools>
      {blocks.length === 0 && <p className="wd-statistic-empty">{t('report.nothing')}</p>}
      <div className="wd-report-blocks">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page have a fixed order and no names
          <ReportBlock key={index} {...{ block, period, compare }} />
        ))}
      </div>
    </div>
  );
}
