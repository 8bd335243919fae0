/** Each day as a bar from its lowest to its highest charge: the bar's height is the depth of discharge. */
import type { ChartSize } from '../../runtime/board/Chart.tsx';
import { bucket_label, bucket_name } from '../../runtime/board/chart/buckets.ts';
import { axis_fits, chart_frame } from '../../runtime/board/chart/frame.ts';
import { tip_html, tip_place } from '../../runtime/board/chart/tip.ts';
import type { ChartOption } from '../../runtime/board/echarts.ts';
import type { RangeWindow } from '../../runtime/board/options/range.ts';
import { quantity_format } from '../../runtime/core/format.ts';
import type { DayDepth } from './depth.ts';

const BAR_MAX_WIDTH = 22;
const FULL = 100;
const ROUND = [3, 3, 3, 3];

interface Look {
  zone: string;
  range: string;
  depth: string;
  color(depth: number | null): string;
}

const percent = (value: number | null) => quantity_format(value, '%', { decimals: 1 });

export function dodOption(
  days: readonly DayDepth[],
  { bucket }: RangeWindow,
  look: Look,
  size: ChartSize,
): ChartOption {
  const unit = [{ key: 'soc', name: '', color: '', unit: '%', points: [] }];
  const frame = chart_frame(unit, size, () => false);
  const axis = Array.isArray(frame.yAxis) ? frame.yAxis[0] : frame.yAxis;
  const bar = { type: 'bar' as const, stack: 'soc', barMaxWidth: BAR_MAX_WIDTH };
  return {
    ...frame,
    yAxis: { ...axis, min: 0, max: FULL } as ChartOption['yAxis'],
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: 'shadow' },
      formatter: (params: unknown) => {
        const at = tip_place(params, 'dataIndex');
        const day = at === null ? undefined : days[at];
        if (!day) return '';
        const color = look.color(day.depth);
        const range = `${percent(day.min)} – ${percent(day.max)}`;
        return tip_html(bucket_name(day.ts, bucket, look.zone), [
          { color, name: look.depth, value: percent(day.depth) },
          { color: 'transparent', name: look.range, value: range },
        ]);
      },
    },
    xAxis: {
      type: 'category',
      show: axis_fits(size),
      data: days.map(({ ts }) => bucket_label(ts, bucket, days.length, look.zone)),
      axisLabel: { hideOverlap: true },
    },
    series: [
      { ...bar, id: 'base', silent: true, color: 'transparent', data: days.map(({ min }) => min) },
      {
        ...bar,
        id: 'depth',
        data: days.map(({ depth }) => ({
          value: depth ?? '-',
          itemStyle: { color: look.color(depth), borderRadius: ROUND },
        })),
      },
    ],
  };
}
