/** The common frame of charts: axis and legend if there is space, one value axis for each unit, muted numbers. */
import { formatNumber } from '../../core/numbers/format.ts';
import type { ChartSize } from './Chart.tsx';
import type { ChartOption } from './echarts.ts';

export interface ChartSeries {
  key: string;
  name: string;
  color: string;
  unit: string;
  /** Time and value. Null is a gap. */
  points: [number, number | null][];
  /** True for a series of the comparison period. */
  compared?: boolean;
}

/** Below this size a chart has no axes. */
const AXIS_MIN = { width: 220, height: 110 };
const LEGEND_MIN = { width: 260, height: 150 };
const LOW = 220;

/** Returns the units of the value axes, at most two. Series with a third unit use the first axis. */
export function unitAxes(series: readonly { unit: string }[]): string[] {
  return [...new Set(series.map((line) => line.unit))].slice(0, 2);
}

const large = (value: number) => (Math.abs(value) >= 10_000 ? { decimals: 0 } : {});
export const axisNumber = (value: number) => formatNumber(value, large(value));

export const doesAxisFit = ({ width, height }: ChartSize) =>
  width >= AXIS_MIN.width && height >= AXIS_MIN.height;

/** Returns grid, legend and value axes. The caller adds the time axis and its series. */
export function chartFrame(
  series: readonly ChartSeries[],
  size: ChartSize,
  scaled: (unit: string) => boolean,
): Pick<ChartOption, 'animation' | 'grid' | 'legend' | 'yAxis'> {
  const axes = unitAxes(series);
  const showAxis = doesAxisFit(size);
  const showLegend = series.length > 1 && size.width >= LEGEND_MIN.width && size.height >= LEGEND_MIN.height;
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
      data: series.map((line) => line.key),
      formatter: (key: string) => series.find((line) => line.key === key)?.name ?? key,
    },
    yAxis: (axes.length ? axes : ['']).map((unit, index) => ({
      type: 'value',
      show: showAxis,
      name: unit,
      nameGap: 10,
      nameTextStyle: { align: index === 0 ? 'left' : 'right', padding: 0 },
      position: index === 0 ? 'left' : 'right',
      scale: scaled(unit),
      splitNumber: size.height < LOW ? 3 : 5,
      splitLine: { show: index === 0 },
      axisLabel: { formatter: (value: number) => axisNumber(value) },
    })),
  };
}

/** Style of a comparison period: thin and dashed, because a pale line would be invisible. */
export const COMPARED_LINE = { width: 1.5, type: 'dashed' } as const;
/** Opacity as two hex digits after a colour. */
const PALE = '59';

/** Returns the style of a bar for a comparison period or a running step: pale, with an edge in full colour. */
export const paleBar = (color: string) => ({
  color: color.length === '#rrggbb'.length ? `${color}${PALE}` : 'transparent',
  borderColor: color,
  borderWidth: 1,
});
