import { useCallback, useMemo } from 'react';
import type { HistogramConfig } from '../../generated/types.ts';
import { comparedName } from '../../runtime/board/chart/comparedName.ts';
import { chartLabel } from '../../runtime/board/chart/thresholdLines.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useZoom } from '../../runtime/board/view/zoom.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { stepScale } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { shownColor } from '../../runtime/kit/theme/contrast.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { barWindow, isDistribution, readBars, readDistribution } from './bars.ts';
import { distributionOption, timeOption } from './option.ts';
import texts from './texts.json';

/** W018: shows variables as bars, over time or by frequency of values. */
export function Histogram({
  config,
  context,
  results,
  compared,
  status,
  retry,
}: WidgetProps<HistogramConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  const { zone, historical, range } = context;
  const byValue = isDistribution(config);
  // The moment moves on with every render; the chart only changes with the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `context.now` must not redraw the chart
  const drawn = useMemo(() => {
    const palette = theme.chart;
    const distribution = byValue ? readDistribution(config, results, palette) : null;
    const bars = distribution?.series ?? readBars(config, context, results, { compared, palette });
    const series = bars.map((one) => ({
      ...one,
      name: one.compared ? comparedName(t, one.name, config.compare) : one.name,
      color: shownColor(one.color, theme),
    }));
    const window = barWindow(config, context);
    const option = (size: ChartSize) =>
      distribution
        ? distributionOption({ ...distribution, series }, size, theme)
        : timeOption(config, series, window, zone, size, theme);
    return { series, option };
  }, [t, theme, config, results, compared, zone, historical, range, byValue]);
  const option = useCallback((size: ChartSize) => drawn.option(size), [drawn]);
  const starts = drawn.series[0]?.points.map(([ts]) => ts) ?? [];
  const scale = stepScale([...starts, Date.parse(barWindow(config, context).to)]);
  const zoom = useZoom(context, config.range, scale);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[100, 100, 100]} />;
  const { series } = drawn;
  if (series.every((one) => one.points.every(([, value]) => value === null)))
    return <WidgetEmpty text={t('widget.noData')} />;
  const names = series.map((one) => one.name).join(', ');
  return (
    <div className="wd-charted">
      <Chart
        option={option}
        span={byValue ? undefined : zoom}
        time={byValue ? undefined : scale}
        label={
          byValue
            ? t('widget.histogram.distribution', { names })
            : chartLabel(t('widget.histogram.label', { names }), config.thresholds)
        }
      />
    </div>
  );
}
