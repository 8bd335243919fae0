/** Builds the chart of curves: a time axis, a value axis for each unit, and gaps without data. */
import { formatMoment, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import type { ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../../runtime/kit/chart/echarts.ts';
import { axisNumber, COMPARED_LINE, chartFrame } from '../../../runtime/kit/chart/frame.ts';
import { placeTip, tipHtml } from '../../../runtime/kit/chart/tip.ts';
import { timeTicks } from '../../../widgets/trend/axis.ts';
import type { Span } from '../../shared/period/period.ts';
import { type Curve, nearestValue, unitsOf } from './curveSeries.ts';

/** Distance in px between the second and further axes. */
const AXIS_PX = 56;
/** Maximum distance between pointer and point, as a fraction of the window. */
const NEAR_PART = 1 / 200;

interface Look {
  span: Span;
  zone: string;
  /** Returns whether the user switched a series off in the legend. */
  isOff(series: string): boolean;
}

function timeAxis({ from, to }: Span, zone: string, { width }: ChartSize): ChartOption['xAxis'] {
  const ticks = timeTicks({ from, to }, width, zone);
  const labels = new Map(ticks.map(({ ts, label }) => [ts, label]));
  const places = ticks.map(({ ts }) => ts);
  return {
    ...{ type: 'value', min: from, max: to, splitLine: { show: false } },
    axisLine: { show: true },
    axisTick: { show: true, length: 4, customValues: places },
    axisLabel: { customValues: places, formatter: (ts: number) => labels.get(ts) ?? '' },
    axisPointer: { label: { show: false } },
  };
}

const valueAxes = (units: readonly string[]): ChartOption['yAxis'] =>
  units.map((unit, at) => ({
    ...{ type: 'value', name: unit, nameGap: 10, scale: true, splitNumber: 5 },
    position: at === 0 ? 'left' : 'right',
    offset: Math.max(0, at - 1) * AXIS_PX,
    nameTextStyle: { align: at === 0 ? 'left' : 'right', padding: 0 },
    axisLine: { show: at > 0 },
    splitLine: { show: at === 0 },
    axisLabel: { formatter: axisNumber },
  }));

function tooltip(params: unknown, curves: readonly Curve[], { span, zone, isOff }: Look): string {
  const moment = placeTip(params, 'axisValue');
  if (moment === null) return '';
  const near = (span.to - span.from) * NEAR_PART;
  const rows = curves
    .filter(({ key }) => !isOff(key))
    .flatMap(({ name, color, unit, decimals, points }) => {
      const value = nearestValue(points, moment, near);
      return value === null ? [] : [{ name, color, value: formatQuantity(value, unit, { decimals }) }];
    });
  return rows.length === 0 ? '' : tipHtml(formatMoment(moment, 'second', zone), rows);
}

export function curveOption(curves: readonly Curve[], size: ChartSize, look: Look): ChartOption {
  const units = unitsOf(curves);
  const frame = chartFrame(curves, size, () => true);
  return {
    ...frame,
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: 'line' },
      formatter: (params: unknown) => tooltip(params, curves, look),
    },
    xAxis: timeAxis(look.span, look.zone, size),
    yAxis: valueAxes(units),
    series: curves.map(({ key, color, unit, points, compared }) => ({
      ...{ type: 'line' as const, id: key, name: key, color, data: points },
      yAxisIndex: units.indexOf(unit),
      ...{ showSymbol: points.length < 3, connectNulls: false },
      lineStyle: compared ? COMPARED_LINE : { width: 1.5 },
    })),
  };
}
