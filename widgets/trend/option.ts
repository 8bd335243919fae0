/**
 * Draws the series of the trend on a common time axis. There is one value axis for each unit, at most two. Gaps remain
 * gaps.
 */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketLabel } from '../../runtime/board/chart/buckets.ts';
import { thresholdLines } from '../../runtime/board/chart/thresholdLines.ts';
import type { WidgetContext } from '../../runtime/board/widget/widget.ts';
import { DAY_MS, startUnit } from '../../runtime/core/time/timeWindow.ts';
import type { ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../runtime/kit/chart/echarts.ts';
import { COMPARED_LINE, chartFrame, doesAxisFit, paleBar, unitAxes } from '../../runtime/kit/chart/frame.ts';
import type { Tokens } from '../../runtime/kit/theme/tokens.ts';
import { axisLabel, timeTicks } from './axis.ts';
import { isDayInterval, type TrendSeries, type TrendView, trendInterval, trendView } from './series.ts';
import { tooltipHtml } from './tooltip.ts';

/** If values vary by less than this share of their size, the axis does not start at zero. */
const NARROW = 0.5;
/** V089: the width of bars. */
const NORMAL_BAR = { barWidth: '10%', barMaxWidth: 20 };
const AUTO_BAR = { barMaxWidth: 28 };
/** Opacity of points behind means. */
const PALE_OPACITY = 0.18;

const daysOf = ({ from, to }: { from: number; to: number }) => Math.max(1, Math.round((to - from) / DAY_MS));

function timeAxis(view: TrendView, zone: string, size: ChartSize): ChartOption['xAxis'] {
  const window = { from: Date.parse(view.from), to: Date.parse(view.to) };
  const ticks = timeTicks(window, size.width, zone);
  const places = ticks.map(({ ts }) => ts);
  const labels = new Map(ticks.map(({ ts, label }) => [ts, label]));
  return {
    type: 'value',
    show: doesAxisFit(size),
    min: window.from,
    max: window.to,
    splitLine: { show: false },
    axisLine: { show: true },
    axisTick: { show: true, length: 4, customValues: places },
    axisLabel: { customValues: places, formatter: (ts: number) => labels.get(ts) ?? '' },
    axisPointer: { label: { show: false } },
  };
}

function bucketAxis(
  config: TrendConfig,
  view: TrendView,
  zone: string,
  starts: readonly number[],
  size: ChartSize,
): ChartOption['xAxis'] {
  const isDay = isDayInterval(trendInterval(config));
  const days = daysOf({ from: Date.parse(view.from), to: Date.parse(view.to) });
  const label = (ts: number) =>
    view.isRange ? bucketLabel(ts, view.bucket, days, zone) : axisLabel(ts, isDay, zone);
  return {
    type: 'category',
    show: doesAxisFit(size),
    data: starts.map(label),
    boundaryGap: true,
    axisLabel: { hideOverlap: true },
  };
}

export interface TrendLook {
  theme: Tokens;
  /** The label of the current bucket, whose value is incomplete. */
  soFar: string;
  /** Returns whether the user has switched a series off in the legend. */
  isOff(series: string): boolean;
}

export function trendOption(
  config: TrendConfig,
  context: WidgetContext,
  series: readonly TrendSeries[],
  size: ChartSize,
  { theme, soFar, isOff }: TrendLook,
): ChartOption {
  const view = trendView(config, context);
  const isBar = config.showType === 'bar';
  const axes = unitAxes(series);
  const starts = series[0]?.points.map(([ts]) => ts) ?? [];
  return {
    ...chartFrame(series, size, (unit) => !isBar && !needsZero(series.filter((one) => one.unit === unit))),
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: isBar && !view.isRaw ? 'shadow' : 'line' },
      formatter: (params: unknown) => tooltipHtml(params, series, config, { ...context, soFar, isOff }),
    },
    xAxis: view.isRaw
      ? timeAxis(view, context.zone, size)
      : bucketAxis(config, view, context.zone, starts, size),
    series: series.flatMap((one, at) => [
      ...(one.means ? [paleCourse(one, axes)] : []),
      {
        ...seriesOption(
          one.means ? { ...one, points: one.means } : one,
          axes,
          isBar,
          view.isRaw ? null : runningBucket(one.points, view, context),
        ),
        ...(at === 0 && thresholdLines(config.thresholds, theme)),
      },
    ]),
  };
}

/** Returns whether the axis must contain zero. A voltage near 690 V does not need it, a varying power does. */
export function needsZero(series: readonly TrendSeries[]): boolean {
  const values = series.flatMap((one) => one.points.flatMap(([, value]) => (value === null ? [] : [value])));
  if (values.length === 0) return true;
  const [low, high] = values.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  const far = Math.max(Math.abs(low), Math.abs(high));
  return low * high <= 0 || high - low > far * NARROW;
}

/** Returns the index of the current bucket. -1 if it is not drawn. */
function runningBucket(
  points: TrendSeries['points'],
  { from, bucket }: TrendView,
  { now, zone }: WidgetContext,
): number {
  const start = Math.max(Date.parse(from), startUnit(now, bucket, zone));
  return points.findIndex(([ts]) => ts === start);
}

/** Draws the extremes behind the means. Both have the same name, so the legend switches them together. */
const paleCourse = ({ key, color, unit, points }: TrendSeries, axes: readonly string[]) => ({
  type: 'line' as const,
  id: `${key}-points`,
  name: key,
  color,
  yAxisIndex: Math.max(0, axes.indexOf(unit)),
  data: points,
  z: 1,
  silent: true,
  showSymbol: false,
  connectNulls: false,
  lineStyle: { width: 1, opacity: PALE_OPACITY },
});

/** `running` is the index of the current bucket. Null if raw points are drawn. */
function seriesOption(one: TrendSeries, axes: readonly string[], isBar: boolean, running: number | null) {
  const isRaw = running === null;
  const common = {
    id: one.key,
    name: one.key,
    color: one.color,
    yAxisIndex: Math.max(0, axes.indexOf(one.unit)),
    data: isRaw
      ? one.points.map((point, at) => (isAlone(one.points, at) ? { value: point, symbol: 'circle' } : point))
      : one.points.map(([, value], at) =>
          stepData(
            value,
            at === running && !one.compared,
            isAlone(one.points, at),
            isBar ? paleBar(one.color) : {},
          ),
        ),
  };
  if (isBar) {
    const itemStyle = one.compared ? { itemStyle: paleBar(one.color) } : {};
    return { type: 'bar' as const, ...common, ...(isRaw ? NORMAL_BAR : AUTO_BAR), ...itemStyle };
  }
  // A single value between gaps has no line, so it gets a marker.
  const showSymbol = one.points.some((_, at) => at === running || isAlone(one.points, at));
  return {
    type: 'line' as const,
    ...common,
    showSymbol,
    symbol: showSymbol ? 'none' : 'circle',
    showAllSymbol: true,
    connectNulls: false,
    lineStyle: one.compared ? COMPARED_LINE : { width: 2 },
  };
}

/** Draws the current bucket hollow, so that its incomplete value is not mistaken for a drop. */
const stepData = (value: number | null, isRunning: boolean, isAlone: boolean, itemStyle: object) => {
  if (value === null) return null;
  if (isRunning) return { value, symbol: 'emptyCircle', symbolSize: 7, itemStyle };
  return isAlone ? { value, symbol: 'circle' } : value;
};

function isAlone(points: TrendSeries['points'], at: number): boolean {
  return points[at]?.[1] != null && points[at - 1]?.[1] == null && points[at + 1]?.[1] == null;
}
