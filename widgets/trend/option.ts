/** The trend's series as a chart: one axis of time, one value axis a unit (two at most), gaps as gaps. */
import type { TrendConfig } from '../../generated/types.ts';
import type { ChartSize } from '../../runtime/board/Chart.tsx';
import type { ChartOption } from '../../runtime/board/echarts.ts';
import type { WidgetContext } from '../../runtime/board/widget.ts';
import { moment_format, number_format } from '../../runtime/core/format.ts';
import { bucket_bounds } from '../../runtime/core/timeWindow.ts';
import { isDayInterval, type TrendSeries, trendInterval, trendWindow } from './series.ts';
import { tooltipHtml } from './tooltip.ts';

/** Below these a chart shows its course only. */
const AXIS_MIN = { width: 220, height: 110 };
const LEGEND_MIN = { width: 260, height: 150 };
const LABEL_WIDTH = 56;
/** Values that stay within this part of their size are shown without the zero. */
const NARROW = 0.5;
/** V089 */
const NORMAL_BAR = { barWidth: '10%', barMaxWidth: 20 };
const AUTO_BAR = { barMaxWidth: 28 };

/** V090: the clock for days, month and day for everything longer. */
export function axisLabel(ts: number, isDay: boolean, zone: string): string {
  const text = moment_format(ts, 'minute', zone);
  return isDay ? text.slice(11, 16) : text.slice(5, 10);
}

/** Full hours of the day, as many as have room; the end of the day reads 24:00 in nobody's clock and is left out. */
export function hourTicks(window: { from: number; to: number }, width: number, zone: string): number[] {
  const hours = bucket_bounds(window, 'hour', zone).slice(0, -1);
  const room = Math.max(2, Math.floor(width / LABEL_WIDTH));
  const step = [1, 2, 3, 4, 6, 12].find((hoursPer) => 24 / hoursPer <= room) ?? 24;
  return hours.filter((ts) => Number(axisLabel(ts, true, zone).slice(0, 2)) % step === 0);
}

/** The first two units get an axis; what has a third unit is drawn against the first. */
export function unitAxes(series: readonly TrendSeries[]): string[] {
  return [...new Set(series.map((one) => one.unit))].slice(0, 2);
}

const large = (value: number) => (Math.abs(value) >= 10_000 ? { decimals: 0 } : {});
export const axisNumber = (value: number) => number_format(value, large(value));

function timeAxis(
  config: TrendConfig,
  context: WidgetContext,
  size: ChartSize,
  show: boolean,
): ChartOption['xAxis'] {
  const window = trendWindow(config, context);
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
  const ticks = hourTicks({ from, to }, size.width, context.zone);
  return {
    type: 'value',
    show,
    min: from,
    max: to,
    splitLine: { show: false },
    axisLine: { show: true },
    axisTick: { show: true, length: 4, customValues: ticks },
    axisLabel: { customValues: ticks, formatter: (ts: number) => axisLabel(ts, true, context.zone) },
    axisPointer: { label: { show: false } },
  };
}

function bucketAxis(
  config: TrendConfig,
  context: WidgetContext,
  starts: readonly number[],
  show: boolean,
): ChartOption['xAxis'] {
  const isDay = isDayInterval(trendInterval(config));
  return {
    type: 'category',
    show,
    data: starts.map((ts) => axisLabel(ts, isDay, context.zone)),
    boundaryGap: true,
    axisLabel: { hideOverlap: true },
  };
}

export function trendOption(
  config: TrendConfig,
  context: WidgetContext,
  series: readonly TrendSeries[],
  size: ChartSize,
): ChartOption {
  const isRaw = trendInterval(config) === 'NORMAL';
  const isBar = config.showType === 'bar';
  const axes = unitAxes(series);
  const showAxis = size.width >= AXIS_MIN.width && size.height >= AXIS_MIN.height;
  const showLegend = series.length > 1 && size.width >= LEGEND_MIN.width && size.height >= LEGEND_MIN.height;
  const starts = series[0]?.points.map(([ts]) => ts) ?? [];
  const hasUnit = showAxis && axes.some((unit) => unit !== '');
  return {
    animation: false,
    grid: {
      top: (showLegend ? 26 : 2) + (hasUnit ? 2 : 6),
      bottom: showAxis ? 4 : 2,
      left: showAxis ? 4 : 2,
      right: showAxis ? (axes.length > 1 ? 4 : 12) : 2,
      outerBoundsMode: showAxis ? 'same' : 'none',
    },
    legend: {
      show: showLegend,
      type: 'scroll',
      top: 0,
      left: 0,
      right: 0,
      data: series.map((one) => one.key),
      formatter: (key: string) => series.find((one) => one.key === key)?.name ?? key,
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: isBar && !isRaw ? 'shadow' : 'line' },
      formatter: (params: unknown) => tooltipHtml(params, series, config, context),
    },
    xAxis: isRaw ? timeAxis(config, context, size, showAxis) : bucketAxis(config, context, starts, showAxis),
    yAxis: (axes.length ? axes : ['']).map((unit, at) => ({
      type: 'value',
      show: showAxis,
      name: unit,
      nameGap: 10,
      nameTextStyle: { align: at === 0 ? 'left' : 'right', padding: 0 },
      position: at === 0 ? 'left' : 'right',
      scale: !isBar && !needsZero(series.filter((one) => one.unit === unit)),
      splitNumber: size.height < 220 ? 3 : 5,
      splitLine: { show: at === 0 },
      axisLabel: { formatter: (value: number) => axisNumber(value) },
    })),
    series: series.map((one) => seriesOption(one, axes, isBar, isRaw)),
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
  if (isBar) return { type: 'bar' as const, ...common, ...(isRaw ? NORMAL_BAR : AUTO_BAR) };
  // A single known value between gaps has no line to be seen by.
  const showSymbol = !isRaw && one.points.some((point, at) => isAlone(one.points, point, at));
  return {
    type: 'line' as const,
    ...common,
    showSymbol,
    symbol: 'circle',
    connectNulls: false,
    lineStyle: { width: 2 },
  };
}

function isAlone(points: TrendSeries['points'], [, value]: [number, number | null], at: number): boolean {
  return value !== null && points[at - 1]?.[1] == null && points[at + 1]?.[1] == null;
}
