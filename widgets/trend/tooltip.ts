/** The tooltip compares all series at one moment. */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketName } from '../../runtime/board/chart/buckets.ts';
import { reachedText } from '../../runtime/board/options/thresholds.ts';
import type { WidgetContext } from '../../runtime/board/widget/widget.ts';
import { formatMoment, formatQuantity } from '../../runtime/core/format.ts';
import { placeTip, tipHtml } from '../../runtime/kit/chart/tip.ts';
import { type TrendSeries, trendDecimals, trendView } from './series.ts';

const NEAR_MS = 15 * 60_000;

/** The value that a series has at a moment: its nearest point, when one is near enough. */
export function valueAt(points: TrendSeries['points'], ts: number, near: number): number | null {
  let best: [number, number | null] | undefined;
  for (const point of points) {
    if (!best || Math.abs(point[0] - ts) <= Math.abs(best[0] - ts)) best = point;
    else break;
  }
  return best && Math.abs(best[0] - ts) <= near ? best[1] : null;
}

export function tooltipHtml(
  params: unknown,
  series: readonly TrendSeries[],
  config: TrendConfig,
  context: WidgetContext,
): string {
  const { isRaw, bucket } = trendView(config, context);
  const at = placeTip(params, isRaw ? 'axisValue' : 'dataIndex');
  const ts = at === null || isRaw ? at : (series[0]?.points[at]?.[0] ?? null);
  if (ts === null) return '';
  const decimals = trendDecimals(config);
  const rows = series.map(({ name, color, unit, points }) => {
    const value = valueAt(points, ts, isRaw ? NEAR_MS : 0);
    const text = formatQuantity(value, unit, { decimals });
    // The lines stand on the axis of the first unit.
    return {
      name,
      color,
      value: unit === series[0]?.unit ? reachedText(text, config.thresholds, value) : text,
    };
  });
  const head = isRaw ? formatMoment(ts, 'minute', context.zone) : bucketName(ts, bucket, context.zone);
  return tipHtml(head, rows);
}
