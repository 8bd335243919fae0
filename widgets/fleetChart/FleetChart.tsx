import { useCallback, useMemo } from 'react';
import type { FleetChartConfig } from '../../generated/types.ts';
import { stackOption } from '../../runtime/board/energy/stack.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { type FleetCourse, readCourse } from './course.ts';
import texts from './texts.json';
import './fleetChart.css';

const CENTS = { decimals: 2 };

function Totals({ totals }: Pick<FleetCourse, 'totals'>) {
  const t = useT(texts);
  if (totals.length === 0) return null;
  return (
    <ul className="wd-fleet-chart-totals">
      {totals.map(({ currency, stations, total }) => (
        <li key={currency}>
          {t('widget.fleetChart.of', { currency, count: stations })}{' '}
          <b>{formatNumber(Number(total), CENTS)}</b>
        </li>
      ))}
    </ul>
  );
}

/** C250, C251, C253: shows the energy or income of all stations by day or month. Charged energy is negative. */
export function FleetChart({ config, results, status, retry }: WidgetProps<FleetChartConfig>) {
  const t = useT(texts);
  const tokens = useTokens();
  const { show, step } = config;
  const course = useMemo(() => readCourse({ show, step }, results[0]), [show, step, results]);
  const option = useCallback(
    (size: ChartSize) =>
      stackOption(
        {
          time_keys: course?.time_keys ?? [],
          bucket: course?.step ?? 'day',
          series: (course?.series ?? []).map(({ key, datas }, at) => ({
            ...{ key, datas, name: t(`widget.fleetChart.${key}`) },
            color: tokens.chart[at] ?? '',
          })),
          unit: course?.unit ?? '',
          decimals: course?.unit === 'kWh' ? 1 : 2,
          kind: 'bar',
          lines: {},
        },
        size,
      ),
    [course, tokens, t],
  );
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[30, 100, 100, 100]} />
    );
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  if (!course)
    return <WidgetEmpty text={t('widget.fleetChart.none')} hint={t('widget.fleetChart.noneHint')} />;
  const names = course.series.map(({ key }) => t(`widget.fleetChart.${key}`)).join(', ');
  return (
    <div className="wd-charted">
      <Totals totals={course.totals} />
      <Chart option={option} label={names} />
    </div>
  );
}
