import { Button, Select } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatMoment } from '../../runtime/core/numbers/format.ts';
import { VariableSelect } from '../../runtime/form/controls/variable/VariableSelect.tsx';
import { pairKey, readPairKey } from '../../runtime/form/model/variablePair.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { INSTANTS } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { PeriodFields } from '../shared/period/PeriodFields.tsx';
import { type Period, type Span, spanOf } from '../shared/period/period.ts';
import './curves.css';
import { CounterFalls } from './parts/CounterFalls.tsx';
import { CurveFile } from './parts/CurveFile.tsx';
import { CurveTable } from './parts/CurveTable.tsx';
import { curveOption } from './parts/curveOption.ts';
import { COMPARISONS, type Comparison, type Curve, compareSpan, curvesOf } from './parts/curveSeries.ts';
import { useCourses, useCurveStatistics } from './parts/useCurves.ts';
import texts from './texts.json';

const VARIABLE = 'v';
const MOST_VARIABLES = 20;
const MINUTE_MS = 60_000;

/** Stores the chosen variables in the address, so that a link shows the same curves. */
function useChosen() {
  const [params, setParams] = useSearchParams();
  const pairs = params.getAll(VARIABLE).flatMap((key) => {
    const pair = readPairKey(key);
    return pair ? [pair] : [];
  });
  const choose = (next: readonly (readonly [string, string])[]) =>
    setParams(new URLSearchParams(next.map(([device, sn]) => [VARIABLE, pairKey([device, sn])])), {
      replace: true,
    });
  return { pairs, choose };
}

/** Returns the visible window: the chosen period, or the part marked in the chart. */
function useWindow(zone: string) {
  const [period, setPeriod] = useState<Period>('today');
  const [marks, setMarks] = useState<readonly Span[]>([]);
  const whole = useMemo(() => spanOf(period, Date.now(), zone), [period, zone]);
  return {
    period,
    span: marks.at(-1) ?? whole,
    isMarked: marks.length > 0,
    choose(next: Period) {
      setMarks([]);
      setPeriod(next);
    },
    mark: (span: Span) => setMarks((all) => [...all, span]),
    back: () => setMarks((all) => all.slice(0, -1)),
  };
}

interface ChartProps {
  curves: readonly Curve[];
  span: Span;
  zone: string;
  isMarked: boolean;
  onMark(span: Span): void;
  onBack(): void;
}

function Curves({ curves, span, zone, isMarked, onMark, onBack }: ChartProps) {
  const t = useT(texts);
  const option = useCallback(
    (size: ChartSize, isOff: (series: string) => boolean) => curveOption(curves, size, { span, zone, isOff }),
    [curves, span, zone],
  );
  const names = curves.map(({ name }) => name).join(', ');
  return (
    <Chart
      className="wd-curve-chart"
      option={option}
      label={t('curve.label', { names })}
      time={INSTANTS}
      span={{
        onSpan: (from, to) => {
          if (to - from >= MINUTE_MS) onMark({ from: Math.floor(from), to: Math.ceil(to) });
        },
        onBack: isMarked ? onBack : null,
      }}
    />
  );
}

function StationCurves({ station }: { station: Station }) {
  const t = useT(texts);
  const tokens = useTokens();
  const zone = station.timeZone;
  const { pairs, choose } = useChosen();
  const shown = useWindow(zone);
  const { span } = shown;
  const [comparison, setComparison] = useState<Comparison>('none');
  const sns = pairs.map(([, sn]) => sn);
  const earlier = compareSpan(span, comparison, zone);
  const courses = useCourses({ sns, span, zone });
  const before = useCourses({ sns, span: earlier, zone });
  const { data: statistics = [] } = useCurveStatistics({ sns, span, zone });
  const colors = tokens.chart;
  const shift = earlier ? span.from - earlier.from : 0;
  const curves = useMemo(() => {
    const drawn = { colors, nameOf: (name: string) => t('curve.before', { name }) };
    return [
      ...curvesOf({ ...drawn, courses: courses.data ?? [], shift: 0, compared: false }),
      ...(shift > 0 ? curvesOf({ ...drawn, courses: before.data ?? [], shift, compared: true }) : []),
    ];
  }, [courses.data, before.data, shift, colors, t]);
  const isEmpty = curves.every(({ points }) => points.every(([, value]) => value === null));
  const empty = sns.length === 0 ? t('curve.choose') : isEmpty ? t('curve.noData') : undefined;
  return (
    <>
      <div className="wd-curve-tools">
        <div className="wd-curve-variables">
          <VariableSelect
            many
            aria-label={t('curve.variables')}
            placeholder={t('curve.variables')}
            stationSn={station.sn}
            maxCount={MOST_VARIABLES}
            value={pairs}
            onChange={choose}
          />
        </div>
        <PeriodFields period={shown.period} zone={zone} onChange={shown.choose} />
        <Select<Comparison>
          className="wd-curve-compare"
          aria-label={t('curve.compare')}
          value={comparison}
          options={COMPARISONS.map((value) => ({ value, label: t(`curve.compare.${value}`) }))}
          onChange={setComparison}
        />
        <CurveFile name={station.name} {...{ curves, span, zone }} />
      </div>
      <p className="wd-quiet wd-curve-span">
        {[span.from, span.to].map((ts) => formatMoment(ts, 'minute', zone)).join(' – ')} {zone}
        {shown.isMarked ? (
          <Button size="small" type="link" onClick={shown.back}>
            {t('curve.back')}
          </Button>
        ) : (
          sns.length > 0 && <span> · {t('curve.hint')}</span>
        )}
      </p>
      <Panel
        icon="lineChart"
        pending={sns.length > 0 && courses.isPending}
        failed={courses.isError}
        onRetry={() => void courses.refetch()}
        {...(empty !== undefined && { empty })}
      >
        <Curves
          {...{ curves, span, zone }}
          isMarked={shown.isMarked}
          onMark={shown.mark}
          onBack={shown.back}
        />
        <CurveTable curves={curves} statistics={statistics} />
        <CounterFalls curves={curves.filter(({ compared }) => !compared)} {...{ span, zone }} />
      </Panel>
    </>
  );
}

/** R048: shows recorded values of any variables of the station as curves, over any period. */
export default function DataLine() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-curves" aria-label={t('curve.title')}>
      {station && <StationCurves key={station.sn} station={station} />}
    </section>
  );
}
