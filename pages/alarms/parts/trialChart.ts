/** Draws the chart of a trial: the value over time, its limits, and the simulated alarms. */

import { formatMoment, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import type { ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../../runtime/kit/chart/echarts.ts';
import { chartFrame, doesAxisFit } from '../../../runtime/kit/chart/frame.ts';
import { placeTip, tipHtml } from '../../../runtime/kit/chart/tip.ts';
import type { Trial } from './trial.ts';

const LABEL_WIDTH = 90;

interface Words {
  value: string;
  limit: string;
  alarm: string;
}
interface Colors {
  value: string;
  limit: string;
  alarm: string;
}

type Point = [number, number | null];

/** Returns a step curve that is high during alarms. */
export function alarmSteps({ alarms, to }: Pick<Trial, 'alarms' | 'to'>): Point[] {
  const spans = alarms
    .map((one) => [Date.parse(one.from), Date.parse(one.to ?? to)] as const)
    .sort(([a], [b]) => a - b);
  return spans.flatMap(([begin, end]): Point[] => [
    [begin, 0],
    [begin, 1],
    [end, 1],
    [end, 0],
    [end, null],
  ]);
}

function ticksOf(from: number, to: number, width: number): number[] {
  const count = Math.max(2, Math.floor(width / LABEL_WIDTH));
  return Array.from({ length: count - 1 }, (_, index) => from + ((index + 1) * (to - from)) / count);
}

function near(points: readonly Point[], at: number): number | null {
  let best: Point | undefined;
  for (const point of points) if (!best || Math.abs(point[0] - at) < Math.abs(best[0] - at)) best = point;
  return best?.[1] ?? null;
}

/** Returns the tooltip: the value, and whether the alarm is active. */
function tipOf(trial: Trial, points: readonly Point[], words: Words, colors: Colors) {
  const { unit, decimals, zone, alarms } = trial;
  return (params: unknown): string => {
    const at = placeTip(params, 'axisValue');
    if (at === null) return '';
    const up = alarms.some((one) => Date.parse(one.from) <= at && at < Date.parse(one.to ?? trial.to));
    const value = { name: words.value, color: colors.value };
    const rows =
      points.length > 0 ? [{ ...value, value: formatQuantity(near(points, at), unit, { decimals }) }] : [];
    if (up) rows.push({ name: words.alarm, color: colors.alarm, value: '' });
    return tipHtml(formatMoment(at, 'minute', zone), rows);
  };
}

function timeAxis(trial: Trial, size: ChartSize) {
  const [min, max] = [Date.parse(trial.from), Date.parse(trial.to)];
  const customValues = ticksOf(min, max, size.width);
  return {
    type: 'value' as const,
    show: doesAxisFit(size),
    min,
    max,
    splitLine: { show: false },
    axisTick: { customValues },
    axisLabel: {
      customValues,
      formatter: (ts: number) => formatMoment(ts, 'minute', trial.zone).slice(5),
    },
  };
}

function limitLines({ from, to, limits }: Trial, words: Words, colors: Colors) {
  return limits.map((limit) => ({
    type: 'line' as const,
    name: words.limit,
    data: [
      [Date.parse(from), limit],
      [Date.parse(to), limit],
    ],
    symbol: 'none',
    lineStyle: { width: 1, type: 'dashed' as const, color: colors.limit },
    silent: true,
  }));
}

export function trialOption(trial: Trial, words: Words, colors: Colors, size: ChartSize): ChartOption {
  // A boolean series is not drawn, because the alarms already show it.
  const isSwitch = trial.series.every(([, value]) => value === null || value === 0 || value === 1);
  const points = isSwitch ? [] : (trial.series as Point[]);
  const line = { key: 'value', name: words.value, color: colors.value, unit: trial.unit, points };
  const frame = chartFrame([line], size, () => true);
  const [axis] = [frame.yAxis].flat();
  return {
    ...frame,
    tooltip: { trigger: 'axis', confine: true, formatter: tipOf(trial, points, words, colors) },
    xAxis: timeAxis(trial, size),
    yAxis: [
      { ...axis, show: points.length > 0 && doesAxisFit(size) },
      { type: 'value', show: false, min: 0, max: 1 },
    ],
    series: [
      {
        type: 'line',
        name: words.alarm,
        yAxisIndex: 1,
        data: alarmSteps(trial),
        symbol: 'none',
        lineStyle: { width: 1, color: colors.alarm, opacity: 0.7 },
        areaStyle: { color: colors.alarm, opacity: 0.3 },
        silent: true,
      },
      {
        type: 'line',
        name: words.value,
        data: points,
        symbol: 'none',
        lineStyle: { width: 1.5, color: colors.value },
        itemStyle: { color: colors.value },
      },
      ...limitLines(trial, words, colors),
    ],
  };
}
