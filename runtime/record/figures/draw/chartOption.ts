/** Draws a statistic as bars or lines along its first dimension. */
import type { ChartSize } from '../../../kit/chart/Chart.tsx';
import type { ChartOption } from '../../../kit/chart/echarts.ts';
import { axisNumber, COMPARED_LINE, chartFrame, doesAxisFit, paleBar } from '../../../kit/chart/frame.ts';

export interface DrawnSeries {
  key: string;
  name: string;
  color: string;
  values: readonly (number | null)[];
  compared: boolean;
  /** The name of the figure. Only values of the same figure add up to a whole. */
  figure: string;
}

interface Picture {
  kind: 'bar' | 'line';
  labels: readonly string[];
  series: readonly DrawnSeries[];
  /** True if the series are stacked as parts of a whole. */
  stacked: boolean;
  text(value: number | null, figure: string): string;
}

const BAR_WIDTH = 28;
/** Below this number of points, markers are drawn, so that each is clickable. */
const FEW = 40;

export function chartOption({ kind, labels, series, stacked, text }: Picture, size: ChartSize): ChartOption {
  const framed = series.map(({ name, color }) => ({ key: name, name, color, unit: '', points: [] }));
  const frame = chartFrame(framed, size, () => false);
  const fits = doesAxisFit(size);
  return {
    ...frame,
    yAxis: {
      type: 'value',
      show: fits,
      splitNumber: size.height < 220 ? 3 : 5,
      axisLabel: { formatter: axisNumber },
    },
    xAxis: { type: 'category', show: fits, data: [...labels], axisLabel: { hideOverlap: true } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
    },
    series: series.map(({ key, name, color, values, compared, figure }) => {
      const valueFormatter = (value: unknown) => text(typeof value === 'number' ? value : null, figure);
      const common = { id: key, name, color, data: [...values], tooltip: { valueFormatter } };
      if (kind === 'line')
        return {
          type: 'line' as const,
          ...common,
          symbol: 'circle',
          showSymbol: labels.length < FEW,
          lineStyle: compared ? COMPARED_LINE : { width: 2 },
        };
      return {
        type: 'bar' as const,
        ...common,
        barMaxWidth: BAR_WIDTH,
        ...(stacked && !compared ? { stack: figure } : {}),
        ...(compared ? { itemStyle: paleBar(color) } : {}),
      };
    }),
  };
}
