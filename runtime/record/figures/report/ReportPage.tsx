import '../../../core/definitions/allEntities.ts';
import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ReportBlock as Block, PageDefinition } from '../../../../generated/definition.ts';
import { reports } from '../../../../generated/reports.ts';
import { entityOf } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import type { Compare, Period } from '../../../core/statistics/steps.ts';
import { rangeDays } from '../../../core/time/namedRange.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { useSession } from '../../../kit/session/session.ts';
import { useListStation } from '../../../kit/session/site.ts';
import { PageSkeleton } from '../../../kit/states/PageSkeleton.tsx';
import { DATE_RANGE_NAMES, DATE_RANGES, type DateRange } from '../../query/ranges.ts';
import { ReportBlock } from './ReportBlock.tsx';
import { ReportFile } from './ReportFile.tsx';
import '../report.css';
import texts from '../texts.json';

const OWN = 'own';
const DATE = 'YYYY-MM-DD';

/** Returns the days of a named range in the calendar of this browser. */
function nameDays(range: DateRange): Period {
  const { firstDay, lastDay } = rangeDays(
    range,
    Date.now(),
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  return { from: firstDay, to: lastDay };
}

type Range = DateRange | typeof OWN;

interface ToolsProps {
  range: Range;
  period: Period;
  compare: Compare | undefined;
  onRange(range: Range): void;
  onPeriod(period: Period): void;
  onCompare(compare: Compare | undefined): void;
}

function ReportTools({ range, period, compare, onRange, onPeriod, onCompare }: ToolsProps) {
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
    </>
  );
}

/** Keeps the days that the user chose for a report. `period` is null if the report always covers everything. */
function useReportDays(report: PageDefinition['report']) {
  const first = report?.range ?? 'thisYear';
  const start = first === 'always' ? 'thisYear' : first;
  const [range, setRange] = useState<Range>(start);
  const [ownPeriod, setOwnPeriod] = useState<Period>(() => nameDays(start));
  const [compare, setCompare] = useState<Compare | undefined>(report?.compare);
  const period = range === OWN ? ownPeriod : nameDays(range);
  const onRange = (next: Range) => {
    // The next choice begins with the days that are shown.
    if (next === OWN) setOwnPeriod(period);
    setRange(next);
  };
  const tools: ToolsProps = {
    ...{ range, period, compare, onRange },
    onPeriod: setOwnPeriod,
    onCompare: setCompare,
  };
  return first === 'always' ? { period: null, compare: undefined } : { period, compare, tools };
}

/** Returns whether the records that a block counts belong to stations. */
function hasStation({ statistic: name }: Block): boolean {
  const statistic = statisticRegistry.get(name);
  return statistic !== undefined && siteOf(entityOf(statistic.of)) !== null;
}

/** Shows statistics over one period and the period before. Users see those whose records they may list. */
export default function ReportPage({ page }: { page: PageDefinition }) {
  // A page from the studio contains its report. Reports of the build are loaded separately from the start of the
  // application.
  const { title, report = reports[page.name] } = page;
  const t = useT(texts);
  const text = useText();
  const session = useSession();
  const { period, compare, tools } = useReportDays(report);
  const blocks = (report?.blocks ?? []).filter((block) => {
    const statistic = statisticRegistry.get(block.statistic);
    return statistic !== undefined && session.can(`${statistic.of}:list`);
  });
  const stationSn = useListStation(page, blocks.some(hasStation));
  if (stationSn === undefined) return <PageSkeleton />;
  const asked = { period, compare, stationSn };
  return (
    <div className="wd-report">
      <div className="wd-report-tools">
        {tools && <ReportTools {...tools} />}
        <ReportFile title={text(title)} {...{ blocks, asked }} />
      </div>
      {blocks.length === 0 && <p className="wd-statistic-empty">{t('report.nothing')}</p>}
      <div className="wd-report-blocks">
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page have a fixed order and no names
          <ReportBlock key={index} {...{ block, asked }} />
        ))}
      </div>
    </div>
  );
}
