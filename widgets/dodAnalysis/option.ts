/** Draws a bar for each day, from the lowest to the highest state of charge. Its height is the depth of discharge. */

import { bucketLabel, bucketName } from '../../runtime/board/chart/buckets.ts';
import type { RangeWindow } from '../../runtime/board/options/range.ts';
import { formatQuantity } from '../../runtime/core/numbers/format.ts';
import type { ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import type { ChartOption } from '../../runtime/kit/chart/echarts.ts';
import { chartFrame, doesAxisFit, paleBar } from '../../runtime/kit/chart/frame.ts';
import { placeTip, tipHtml } from '../../runtime/kit/chart/tip.ts';
import type { DayDepth } from './depth.ts';

const BAR_MAX_WIDTH = 22;
const FULL = 100;
const ROUND = [3, 3, 3, 3];

interface Look {
  zone: string;
  range: string;
  depth: string;
  /** Text for the depth of the earlier period. */
  earlier: string;
  color(depth: number | null): string;
  /** Formats a depth with the name of the reached threshold. */
  write(depth: number | null): string;
}

const percent = (value: number | null) => formatQuantity(value, '%', { decimals: 1 });

/** `before`: the days of the comparison period, each beside its counterpart. Empty without a comparison. */
export function dodOption(
  days: readonly DayDepth[],
  before: readonly DayDepth[],
  { bucket }: RangeWindow,
  look: Look,
  size: ChartSize,
): ChartOption {
  const unit = [{ key: 'soc', name: '', color: '', unit: '%', points: [] }];
  const frame = chartFrame(unit, size, () => false);
  const axis = Array.isArray(frame.yAxis) ? frame.yAxis[0] : frame.yAxis;
  const bars = (key: string, shown: readonly DayDepth[], isBefore = false) => {
    const bar = { type: 'bar' as const, stack: key, barMaxWidth: BAR_MAX_WIDTH };
    return [
      { ...bar, id: `${key}-base`, silent: true, color: 'transparent', data: shown.map(({ min }) => min) },
      {
        ...bar,
        id: key,
        data: shown.map(({ depth }) => ({
          value: depth ?? '-',
          itemStyle: {
            ...(isBefore ? paleBar(look.color(depth)) : { color: look.color(depth) }),
            borderRadius: ROUND,
          },
        })),
      },
    ];
  };
  return {
    ...frame,
    yAxis: { ...axis, min: 0, max: FULL } as ChartOption['yAxis'],
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: 'shadow' },
      formatter: (params: unknown) => {
        const at = placeTip(params, 'dataIndex');
        const day = at === null ? undefined : days[at];
        if (!day) return '';
        const color = look.color(day.depth);
        const then = at === null ? undefined : before[at];
        const range = `${percent(day.min)} – ${percent(day.max)}`;
        return tipHtml(bucketName(day.ts, bucket, look.zone), [
          { color, name: look.depth, value: look.write(day.depth) },
          { color: 'transparent', name: look.range, value: range },
          ...(then ? [{ color: 'transparent', name: look.earlier, value: percent(then.depth) }] : []),
        ]);
      },
    },
    xAxis: {
      type: 'category',
      show: doesAxisFit(size),
      data: days.map(({ ts }) => bucketLabel(ts, bucket, days.length, look.zone)),
      axisLabel: { hideOverlap: true },
    },
    series: [...(before.length > 0 ? bars('before', before, true) : []), ...bars('soc', days)],
  };
}
