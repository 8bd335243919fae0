/** Builds the charts of unbalance: over time with the limit, and the share of time above each value. */
import type { Data } from '../../../generated/calls.ts';
import type { ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../../runtime/kit/chart/echarts.ts';
import { axisNumber } from '../../../runtime/kit/chart/frame.ts';
import { timeTicks } from '../../../widgets/trend/axis.ts';

type Course = Data<'qualityUnbalance'>[number];

interface Look {
  colors: readonly string[];
  title: string;
}

const GRID = { top: 26, bottom: 4, left: 4, right: 12, outerBoundsMode: 'same' as const };

const limitLine = ({ limit }: Course) =>
  limit === null
    ? {}
    : { markLine: { silent: true, symbol: 'none', data: [{ yAxis: limit }], label: { show: true } } };

const valueAxis: ChartOption['yAxis'] = { type: 'value', name: '%', axisLabel: { formatter: axisNumber } };

export function courseOption(
  course: Course,
  { from, to, zone, size, colors, title }: Look & { from: number; to: number; zone: string; size: ChartSize },
): ChartOption {
  const ticks = timeTicks({ from, to }, size.width, zone);
  const labels = new Map(ticks.map(({ ts, label }) => [ts, label]));
  const customValues = ticks.map(({ ts }) => ts);
  return {
    ...{ animation: false, grid: GRID, yAxis: valueAxis },
    tooltip: { trigger: 'axis', confine: true },
    xAxis: {
      ...{ type: 'value', min: from, max: to, splitLine: { show: false } },
      axisTick: { customValues },
      axisLabel: { customValues, formatter: (ts: number) => labels.get(ts) ?? '' },
      axisPointer: { label: { show: false } },
    },
    series: [
      {
        ...{ type: 'line', name: title, showSymbol: false, connectNulls: false },
        ...{ color: colors[0] ?? '', data: course.points, lineStyle: { width: 1.5 } },
        ...limitLine(course),
      },
    ],
  };
}

export function durationOption(course: Course, { colors, title }: Look): ChartOption {
  return {
    ...{ animation: false, grid: GRID, yAxis: valueAxis },
    tooltip: { trigger: 'axis', confine: true },
    xAxis: { type: 'value', min: 0, max: 100, axisLabel: { formatter: (share: number) => `${share} %` } },
    series: [
      {
        ...{ type: 'line', name: title, showSymbol: false, color: colors[0] ?? '' },
        data: course.duration.map(({ share, value }) => [share, value]),
        ...limitLine(course),
      },
    ],
  };
}
