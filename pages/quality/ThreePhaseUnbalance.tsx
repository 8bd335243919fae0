import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Data } from '../../generated/calls.ts';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../runtime/core/numbers/format.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { INSTANTS } from '../../runtime/kit/chart/timeScale.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { Facts } from '../../runtime/kit/parts/Facts.tsx';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { PeriodFields } from '../shared/period/PeriodFields.tsx';
import { type Period, queryTime, type Span, spanOf } from '../shared/period/period.ts';
import { quantityWord } from './parts/qualityWords.ts';
import { courseOption, durationOption } from './parts/unbalanceOption.ts';
import './quality.css';
import texts from './texts.json';

type Course = Data<'qualityUnbalance'>[number];

const percent = (value: number | null): string =>
  value === null ? EMPTY_VALUE : `${formatNumber(value, { decimals: 2 })} %`;

function CourseFacts({ course }: { course: Course }) {
  const t = useT(texts);
  const { p95, max, over, limit, samples, expected } = course;
  const facts = [
    { label: t('quality.p95'), value: percent(p95) },
    { label: t('quality.max'), value: percent(max) },
    { label: t('quality.limit'), value: percent(limit) },
    { label: t('quality.over'), value: percent(over) },
    { label: t('quality.samples'), value: `${formatNumber(samples)} / ${formatNumber(expected)}` },
  ];
  return <Facts facts={facts} />;
}

function Worst({ course, zone }: { course: Course; zone: string }) {
  const t = useT(texts);
  return (
    <RowsTable
      named
      dense
      label={t('quality.worst')}
      rows={course.worst}
      rowKey={({ from }) => from}
      columns={[
        { id: 'from', title: t('quality.worst'), cell: ({ from }) => formatMoment(from, 'minute', zone) },
        { id: 'value', title: t('quality.mean'), figures: true, cell: ({ value }) => percent(value) },
      ]}
    />
  );
}

function CoursePart({ course, span, zone }: { course: Course; span: Span; zone: string }) {
  const t = useT(texts);
  const text = useText();
  const tokens = useTokens();
  const title = quantityWord(course.quantity, text);
  const time = useCallback(
    (size: ChartSize) => courseOption(course, { ...span, zone, size, colors: tokens.chart, title }),
    [course, span, zone, tokens, title],
  );
  const duration = useCallback(
    () => durationOption(course, { colors: tokens.chart, title }),
    [course, tokens, title],
  );
  return (
    <section className="wd-card wd-quality-part" aria-label={title}>
      <h2>{title}</h2>
      <CourseFacts course={course} />
      <Chart className="wd-quality-course" option={time} label={title} time={INSTANTS} />
      <div className="wd-quality-beside">
        <div>
          <h3>{t('quality.duration')}</h3>
          <Chart className="wd-quality-bars" option={duration} label={t('quality.duration')} />
        </div>
        <Worst course={course} zone={zone} />
      </div>
      <p className="wd-quiet">{course.source}</p>
    </section>
  );
}

function StationUnbalance({ station }: { station: Station }) {
  const t = useT(texts);
  const zone = station.timeZone;
  const [period, setPeriod] = useState<Period>('past7Days');
  const span = spanOf(period, Date.now(), zone);
  const query = { stationSn: station.sn, from: queryTime(span.from, zone), to: queryTime(span.to, zone) };
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['qualityUnbalance', query],
      queryFn: ({ signal }) => call('qualityUnbalance', { query }, { quiet: true, signal }),
    },
    queryClient,
  );
  const empty = data?.length === 0 ? t('quality.noPhases') : undefined;
  return (
    <>
      <div className="wd-quality-tools">
        <PeriodFields period={period} zone={zone} onChange={setPeriod} />
      </div>
      <Panel
        icon="barChart"
        pending={isPending}
        failed={isError}
        onRetry={() => void refetch()}
        {...(empty !== undefined && { empty })}
      >
        {data?.map((course) => (
          <CoursePart key={course.quantity} {...{ course, span, zone }} />
        ))}
      </Panel>
    </>
  );
}

/** R095: shows the three-phase unbalance: over time, by duration, and the worst hours. */
export default function ThreePhaseUnbalance() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-quality" aria-label={t('quality.unbalance')}>
      {station && <StationUnbalance key={station.sn} station={station} />}
    </section>
  );
}
