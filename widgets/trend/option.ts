/** The trend's series as a chart: one axis of time, one value axis a unit (two at most), gaps as gaps. */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketLabel } from '../../runtime/board/chart/buckets.ts';
import { thresholdLines } from '../../runtime/board/chart/thresholdLines.ts';
import type { WidgetContext } from '../../runtime/board/widget/widget.ts';
import { bucketBounds, DAY_MS, zoneOffset } from '../../runtime/core/timeWindow.ts';
import type { ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../runtime/kit/chart/echarts.ts';
import {
  axisFits,
  COMPARED_BAR,
  COMPARED_LINE,
  chartFrame,
  unitAxes,
} from '../../runtime/kit/chart/frame.ts';
import type { Tokens } from '../../runtime/kit/theme/tokens.ts';
import { isDayInterval, type TrendSeries, type TrendView, trendInterval, trendView } from './series.ts';
import { tooltipHtml } from './tooltip.ts';

const LABEL_WIDTH = 56;
/** Values that stay within this part of their size are shown without the zero. */
const NARROW = 0.5;
const HOURS_A_DAY = 24;
/** V089 */
const NORMAL_BAR = { barWidth: '10%', barMaxWidth: 20 };
const AUTO_BAR = { barMaxWidth: 28 };

/** V090: the clock for days, month and day for everything longer. A board has thousands: no formatter, the zone's offset. */
export function axisLabel(ts: number, isDay: boolean, zone: string): string {
  const text = new Date(ts + zoneOffset(ts, zone)).toISOString();
  return isDay ? text.slice(11, 16) : text.slice(5, 10);
}

const daysOf = ({ from, to }: { from: number; to: number }) => Math.max(1, Math.round((to - from) / DAY_MS));

/** Full hours of the days, as many as have room; the end of the day reads 24:00 in nobody's clock and is left out. */
export function hourTicks(window: { from: number; to: number }, width: number, zone: string): number[] {
  const hours = bucketBounds(window, 'hour', zone).slice(0, -1);
  const room = Math.max(2, Math.floor(width / LABEL_WIDTH));
  const total = HOURS_A_DAY * daysOf(window);
  const step = [1, 2, 3, 4, 6, 12].find((hoursPer) => total / hoursPer <= room) ?? HOURS_A_DAY;
  return hours.filter((ts) => Number(axisLabel(ts, true, zone).slice(0, 2)) % step === 0);
}

function timeAxis(view: TrendView, zone: string, size: ChartSize): ChartOption['xAxis'] {
  const window = { from: Date.parse(view.from), to: Date.parse(view.to) };
  const ticks = hourTicks(window, size.width, zone);
  const isDay = daysOf(window) === 1;
  /** Of several days each midnight reads as its day. */
  const label = (ts: number) => {
    const clock = axisLabel(ts, true, zone);
    return isDay || clock !== '00:00' ? clock : axisLabel(ts, false, zone);
  };
  return {
    type: 'value',
    show: axisFits(size),
    min: window.from,
    max: window.to,
    splitLine: { show: false },
    axisLine: { show: true },
    axisTick: { show: true, length: 4, customValues: ticks },
    axisLabel: { customValues: ticks, formatter: label },
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
    show: axisFits(size),
    data: starts.map(label),
    boundaryGap: true,
    axisLabel: { hideOverlap: true },
  };
}

export function trendOption(
  config: TrendConfig,
  context: WidgetContext,
  series: readonly TrendSeries[],
  size: ChartSize,
  theme: Tokens,
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
      formatter: (params: unknown) => tooltipHtml(params, series, config, context),
    },
    xAxis: view.isRaw
      ? timeAxis(view, context.zone, size)
      : bucketAxis(config, view, context.zone, starts, size),
    series: series.map((one, at) => ({
      ...seriesOption(one, axes, isBar, view.isRaw),
      ...(at === 0 && thresholdLines(config.thresholds, theme)),
    })),
  };
}

/** A voltage around 690 V is read without its zero; a power that comes and goes is not. */
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

function seriesOption(one: TrendSeries, axes: readonly string[], isBar: boolean, isRaw: boolean) {
  const common = {
    id: one.key,
    name: one.key,
    color: one.color,
    yAxisIndex: Math.max(0, axes.indexOf(one.unit)),
    data: isRaw ? one.points : one.points.map(([, value]) => value),
  };
  if (isBar) {
    const itemStyle = one.compared ? { itemStyle: COMPARED_BAR } : {};
    return { type: 'bar' as const, ...common, ...(isRaw ? NORMAL_BAR : AUTO_BAR), ...itemStyle };
  }
  // A single known value between gaps has no line to be seen by.
  const showSymbol = !isRaw && one.points.some((point, at) => isAlone(one.points, point, at));
  return {
    type: 'line' as const,
    ...common,
    showSymbol,
    symbol: 'circle',
    connectNulls: false,
    lineStyle: one.compared ? COMPARED_LINE : { width: 2 },
  };
}

function isAlone(points: TrendSeries['points'], [, value]: [number, number | null], at: number): boolean {
  return value !== null && points[at - 1]?.[1] == null && points[at + 1]?.[1] == null;
}
