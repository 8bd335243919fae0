/** Draws bars by time or by value, side by side or stacked. */
import type { HistogramConfig } from '../../generated/types.ts';
import { bucketLabel, bucketName } from '../../runtime/board/chart/buckets.ts';
import { thresholdLines } from '../../runtime/board/chart/thresholdLines.ts';
import type { RangeWindow } from '../../runtime/board/options/range.ts';
import { reachedText } from '../../runtime/board/options/thresholds.ts';
import { formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { DAY_MS } from '../../runtime/core/time/timeWindow.ts';
import type { ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../runtime/kit/chart/echarts.ts';
import {
  type ChartSeries,
  chartFrame,
  doesAxisFit,
  paleBar,
  unitAxes,
} from '../../runtime/kit/chart/frame.ts';
import { placeTip, tipHtml } from '../../runtime/kit/chart/tip.ts';
import type { Tokens } from '../../runtime/kit/theme/tokens.ts';
import type { Distribution } from './bars.ts';

const BAR_MAX_WIDTH = 28;
const SHARE_DECIMALS = 1;

interface Words {
  labels: string[];
  /** Returns the tooltip title of a bar. */
  head(bar: number): string;
  decimals: number | undefined;
  /** Thresholds for the heights of the bars. */
  thresholds?: HistogramConfig['thresholds'];
}

function barsOption(
  series: readonly ChartSeries[],
  size: ChartSize,
  isStacked: boolean,
  { labels, head, decimals, thresholds }: Words,
  theme: Tokens,
): ChartOption {
  const axes = unitAxes(series);
  return {
    ...chartFrame(series, size, () => false),
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: 'shadow' },
      formatter: (params: unknown) => {
        const at = placeTip(params, 'dataIndex');
        if (at === null) return '';
        const rows = series.map(({ name, color, unit, points }) => {
          const value = points[at]?.[1] ?? null;
          const text = formatQuantity(value, unit, { decimals });
          return { name, color, value: unit === axes[0] ? reachedText(text, thresholds, value) : text };
        });
        return tipHtml(head(at), rows);
      },
    },
    xAxis: {
      type: 'category',
      show: doesAxisFit(size),
      data: labels,
      boundaryGap: true,
      axisLabel: { hideOverlap: true },
    },
    series: series.map((one, place) => {
      const axis = Math.max(0, axes.indexOf(one.unit));
      return {
        type: 'bar' as const,
        id: one.key,
        name: one.key,
        color: one.color,
        yAxisIndex: axis,
        barMaxWidth: BAR_MAX_WIDTH,
        // Series with different units or periods are not stacked together.
        ...(isStacked && { stack: `${axis}${one.compared ? '-compared' : ''}` }),
        ...(one.compared && { itemStyle: paleBar(one.color) }),
        data: one.points.map(([, value]) => value),
        ...(place === 0 && thresholdLines(thresholds, theme)),
      };
    }),
  };
}

export function timeOption(
  config: HistogramConfig,
  series: readonly ChartSeries[],
  { from, to, bucket }: RangeWindow,
  zone: string,
  size: ChartSize,
  theme: Tokens,
): ChartOption {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const starts = series[0]?.points.map(([ts]) => ts) ?? [];
  const words = {
    labels: starts.map((ts) => bucketLabel(ts, bucket, days, zone)),
    head: (bar: number) => (starts[bar] === undefined ? '' : bucketName(starts[bar], bucket, zone)),
    decimals: config.decimals,
    thresholds: config.thresholds,
  };
  return barsOption(series, size, config.layout === 'stacked', words, theme);
}

export function distributionOption(
  { edges, series, unit }: Distribution,
  size: ChartSize,
  theme: Tokens,
): ChartOption {
  const edge = (at: number) => formatNumber(edges[at]);
  const words = {
    labels: edges.slice(0, -1).map((_, at) => edge(at)),
    head: (bar: number) => `${edge(bar)} – ${edge(bar + 1)} ${unit}`.trim(),
    decimals: SHARE_DECIMALS,
  };
  return barsOption(series, size, false, words, theme);
}
