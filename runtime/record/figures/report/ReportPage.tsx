import '../../../core/definitions/allEntities.ts';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { ReportBlock as Block, PageDefinition } from '../../../../generated/definition.ts';
import { reports } from '../../../../generated/reports.ts';
import { entityOf } from '../../../core/definitions/entities.ts';
import { siteOf } from '../../../core/definitions/site.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import type { Compare } from '../../../core/statistics/steps.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { useSession } from '../../../kit/session/session.ts';
import { useListStation } from '../../../kit/session/site.ts';
import { PageSkeleton } from '../../../kit/states/PageSkeleton.tsx';
import { type PeriodProps, PeriodTools, usePeriod } from './PeriodTools.tsx';
import { ReportBlock } from './ReportBlock.tsx';
import { ReportFile } from './ReportFile.tsx';
import '../report.css';
import texts from '../texts.json';

interface ToolsProps extends PeriodProps {
  compare: Compare | undefined;
  onCompare(compare: Compare | undefined): void;
}

function ReportTools({ compare, onCompare, ...days }: ToolsProps) {
  const t = useT(texts);
  return (
    <>
      <PeriodTools {...days} />
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

/** Stores the days chosen for a report. `period` is null for a report without a period. */
function useReportDays(report: PageDefinition['report']) {
  const first = report?.range ?? 'thisYear';
  const days = usePeriod(first === 'always' ? 'thisYear' : first);
  const [compare, setCompare] = useState<Compare | undefined>(report?.compare);
  if (first === 'always') return { period: null, compare: undefined };
  return { period: days.period, compare, tools: { ...days, compare, onCompare: setCompare } };
}

/** Returns whether the counted records of a block belong to stations. */
function hasStation({ statistic: name }: Block): boolean {
  const statistic = statisticRegistry.get(name);
  return statistic !== undefined && siteOf(entityOf(statistic.of)) !== null;
}

/** Shows statistics of a period and the previous one. Statistics of records that the user may not list are omitted. */
export default function ReportPage({ page }: { page: PageDefinition }) {
  // A studio page contains its report. Built-in reports are loaded on demand.
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
