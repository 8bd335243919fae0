/** Builds the bar chart of harmonics: a group for each order, a bar for each phase. */

import type { ChartOption } from '../../../runtime/kit/chart/echarts.ts';
import { axisNumber } from '../../../runtime/kit/chart/frame.ts';
import type { QualityValue } from './qualityWords.ts';

export function harmonicOption(values: readonly QualityValue[], colors: readonly string[]): ChartOption {
  const orders = [...new Set(values.map(({ order }) => order ?? 0))].sort((one, other) => one - other);
  const phases = [...new Set(values.map(({ phase }) => phase))].sort();
  const valueAt = (order: number, phase: string): number | null =>
    values.find((one) => one.order === order && one.phase === phase)?.value ?? null;
  return {
    animation: false,
    grid: { top: 30, bottom: 4, left: 4, right: 12, outerBoundsMode: 'same' },
    legend: { show: true, top: 0, left: 0 },
    tooltip: { trigger: 'axis', confine: true, axisPointer: { type: 'shadow' } },
    xAxis: { type: 'category', data: orders.map(String) },
    yAxis: { type: 'value', name: '%', axisLabel: { formatter: axisNumber } },
    series: phases.map((phase, at) => ({
      ...{ type: 'bar' as const, id: phase, name: phase, barMaxWidth: 20 },
      color: colors[at % colors.length] ?? '',
      data: orders.map((order) => valueAt(order, phase)),
    })),
  };
}
