/** Draws energies by bucket as stacked bars or as lines. */
import { formatNumber, formatQuantity } from '../../core/numbers/format.ts';
import type { ChartSize } from '../../kit/chart/Chart.tsx';
import type { ChartOption } from '../../kit/chart/echarts.ts';
import type { thresholdLines } from '../chart/thresholdLines.ts';
import type { RangeWindow } from '../options/range.ts';

export interface StackSeries {
  key: string;
  name: string;
  color: string;
  datas: (number | null)[];
}

export interface Stack {
  time_keys: readonly string[];
  bucket: RangeWindow['bucket'];
  series: readonly StackSeries[];
  unit: string;
  decimals: number;
  kind: 'bar' | 'line';
  /** The result of `thresholdLines`. */
  lines: ReturnType<typeof thresholdLines>;
}

/** Below this size a chart has no axes. */
const AXIS_MIN = { width: 220, height: 110 };
const LEGEND_MIN = { width: 260, height: 150 };
const BAR_WIDTH = 28;
const LARGE = 10_000;

/** The characters of the ISO start time that label a bucket, in the station's time zone. */
const LABEL: Record<RangeWindow['bucket'], [from: number, to: number]> = {
  hour: [11, 16],
  day: [5, 10],
  month: [0, 7],
  year: [0, 4],
};

export const bucketLabel = (key: string, bucket: RangeWindow['bucket']): string =>
  key.slice(...LABEL[bucket]);

const axisNumber = (value: number) => formatNumber(value, Math.abs(value) >= LARGE ? { decimals: 0 } : {});

export function stackOption(
  { time_keys, bucket, series, unit, decimals, kind, lines }: Stack,
  size: ChartSize,
): ChartOption {
  const showAxis = size.width >= AXIS_MIN.width && size.height >= AXIS_MIN.height;
  const showLegend = series.length > 1 && size.width >= LEGEND_MIN.width && size.height >= LEGEND_MIN.height;
  return {
    animation: false,
    grid: {
      top: (showLegend ? 26 : 2) + (showAxis && unit !== '' ? 2 : 6),
      bottom: showAxis ? 4 : 2,
      left: showAxis ? 4 : 2,
      right: showAxis ? 12 : 2,
      outerBoundsMode: showAxis ? 'same' : 'none',
    },
    legend: { show: showLegend, type: 'scroll', top: 0, left: 0, right: 0 },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
      valueFormatter: (value) => formatQuantity(typeof value === 'number' ? value : null, unit, { decimals }),
    },
    xAxis: {
      type: 'category',
      show: showAxis,
      data: time_keys.map((key) => bucketLabel(key, bucket)),
      axisLabel: { hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      show: showAxis,
      name: unit,
      nameGap: 10,
      nameTextStyle: { align: 'left', padding: 0 },
      splitNumber: size.height < 220 ? 3 : 5,
      axisLabel: { formatter: axisNumber },
    },
    series: series.map(({ key, name, color, datas }, index) => {
      const common = { id: key, name, color, data: datas, ...(index === 0 && lines) };
      return kind === 'bar'
        ? { type: 'bar' as const, ...common, stack: 'all', barMaxWidth: BAR_WIDTH }
        : {
            type: 'line' as const,
            ...common,
            symbol: 'circle',
            showSymbol: time_keys.length < 3,
            lineStyle: { width: 2 },
          };
    }),
  };
}
