import { useCallback, useMemo } from 'react';
import type { TrendConfig } from '../../generated/types.ts';
import { comparedName } from '../../runtime/board/chart/comparedName.ts';
import { chartLabel } from '../../runtime/board/chart/thresholdLines.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useZoom } from '../../runtime/board/view/zoom.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatQuantity } from '../../runtime/core/numbers/format.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { INSTANTS, stepScale } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { shownColor } from '../../runtime/kit/theme/contrast.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { trendOption } from './option.ts';
import {
  type Figure,
  readTrend,
  shownFigures,
  type TrendFigures,
  type TrendSeries,
  trendDecimals,
  trendFigures,
  trendView,
} from './series.ts';
import texts from './texts.json';
import './trend.css';

interface FactsProps {
  series: readonly TrendSeries[];
  figures: readonly Figure[];
  decimals: number;
}

function Facts({ series, figures, decimals }: FactsProps) {
  const t = useT(texts);
  const rows = series.map((one): [TrendSeries, TrendFigures] => [one, trendFigures(one, decimals)]);
  return (
    <ul className="wd-trend-facts">
      {rows.map(([one, known]) => (
        <li key={one.key}>
          <span className="wd-ellipsis wd-trend-name" title={one.name}>
            <i style={{ background: one.color }} />
            {one.name}
          </span>
          {figures.map((figure) => (
            <span key={figure} className="wd-trend-fact">
              {t(`widget.trend.${figure}`)} <b>{formatQuantity(known[figure], one.unit, { decimals })}</b>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** W010: shows several variables over a day, a month or a year. */
export function Trend({ config, context, results, compared, status, retry }: WidgetProps<TrendConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  const { stationSn, zone, historical, lang, range } = context;
  // The moment moves on with every render; the chart only changes with the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `context.now` must not redraw the chart
  const series = useMemo(
    () =>
      readTrend(config, context, results, { compared, palette: theme.chart }).map((one) => ({
        ...one,
        name: one.compared ? comparedName(t, one.name, config.compare) : one.name,
        color: shownColor(one.color, theme),
      })),
    [t, theme, config, results, compared, stationSn, zone, historical, lang, range],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const option = useCallback(
    (size: ChartSize, isOff: (series: string) => boolean) =>
      trendOption(config, context, series, size, { theme, soFar: t('widget.trend.soFar'), isOff }),
    [t, config, series, theme, zone, historical, range],
  );
  const { bucket, isOtherBucket, isRaw, to } = trendView(config, context);
  const starts = series[0]?.points.map(([ts]) => ts) ?? [];
  // A chosen date fixes the range of the trend.
  const ownRange = config.queryTime ? 'today' : config.range;
  const scale = isRaw ? INSTANTS : stepScale([...starts, Date.parse(to)]);
  const zoom = useZoom(context, ownRange, scale);
  if (results.length === 0) {
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[30, 100, 100, 100]} />
    );
  }
  const figures = shownFigures(config);
  const own = series.filter((one) => !one.compared);
  const isEmpty = series.every((one) => one.points.every(([, value]) => value === null));
  return (
    <div className="wd-charted">
      {figures.length > 0 && <Facts series={own} figures={figures} decimals={trendDecimals(config)} />}
      {isOtherBucket && <p className="wd-trend-note">{t(`widget.trend.drawnBy.${bucket}`)}</p>}
      {isEmpty ? (
        <WidgetEmpty
          text={t('widget.noData')}
          action={zoom?.onBack ? { label: t('look.zoomBack'), onClick: zoom.onBack } : undefined}
        />
      ) : (
        <Chart
          option={option}
          span={zoom}
          time={scale}
          label={chartLabel(
            t('widget.trend.label', { names: own.map((one) => one.name).join(', ') }),
            config.thresholds,
          )}
        />
      )}
    </div>
  );
}
