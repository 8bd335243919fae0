import { useCallback, useMemo } from 'react';
import type { PeakValleyTrendConfig } from '../../generated/types.ts';
import { chartLabel, thresholdLines } from '../../runtime/board/chart/thresholdLines.ts';
import { bandColor, useBandTitle } from '../../runtime/board/energy/bands.ts';
import { energyFigures, refusalOf } from '../../runtime/board/energy/figures.ts';
import { NoMeter } from '../../runtime/board/energy/NoMeter.tsx';
import { stackOption } from '../../runtime/board/energy/stack.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useZoom } from '../../runtime/board/view/zoom.tsx';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { stepBounds, stepScale } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { bandSeries, DEFAULT_ROLE, readTrend, trendRange, trendTotal } from './course.ts';

const MONEY_DECIMALS = 2;

/** W016: shows energy or cost by price band over hours, days or months. */
export function PeakValleyTrend({
  config,
  context,
  results,
  compared,
  status,
  retry,
}: WidgetProps<PeakValleyTrendConfig>) {
  const t = useT();
  const theme = useTokens();
  const title = useBandTitle();
  const trend = readTrend(results[0]);
  const show = config.show ?? 'energy';
  const { bucket, to } = trendRange(config, context);
  const scale = stepScale(stepBounds(trend?.time_keys, to));
  const zoom = useZoom(context, config.range, scale);
  const { unit, decimals, thresholds } = config;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `title` follows the language
  const series = useMemo(() => {
    const color = (band: string) => bandColor(band, theme);
    return trend ? bandSeries(trend, show, { title, color }, energyFigures('kWh', { unit, decimals })) : [];
  }, [results, show, theme, unit, decimals, context.lang]);
  const option = useCallback(
    (size: ChartSize) => {
      const figures = energyFigures('kWh', { unit, decimals });
      return stackOption(
        {
          time_keys: trend?.time_keys ?? [],
          bucket,
          series,
          unit: show === 'cost' ? (trend?.currency ?? '') : figures.unit,
          decimals: show === 'cost' ? MONEY_DECIMALS : figures.decimals,
          kind: 'bar',
          lines: thresholdLines(thresholds, theme),
        },
        size,
      );
    },
    [trend, series, bucket, show, unit, decimals, thresholds, theme],
  );
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[30, 100, 100, 100]} />
    );
  if (!trend) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (trend.meters === 0) return <NoMeter role={config.role ?? DEFAULT_ROLE} />;
  if (trend.energy === null) return <WidgetEmpty text={t('widget.noData')} />;
  if (series.length === 0)
    return <WidgetEmpty text={t('energy.noPrice')} hint={t('energy.noPriceHint')} page="ElectricityPrice" />;
  const before = readTrend(compared[0]);
  return (
    <div className="wd-charted">
      {before && (
        <ComparedWith
          period={config.compare}
          change={changeBetween(trendTotal(trend, show), trendTotal(before, show))}
        />
      )}
      <Chart
        option={option}
        span={zoom}
        time={scale}
        label={chartLabel(
          t('energy.chart', { names: series.map(({ name }) => name).join(', ') }),
          config.thresholds,
        )}
      />
    </div>
  );
}
