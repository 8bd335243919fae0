/** The tooltip compares all series at one moment. */
import type { TrendConfig } from '../../generated/types.ts';
import { bucket_name } from '../../runtime/board/chart/buckets.ts';
import { tip_html, tip_place } from '../../runtime/board/chart/tip.ts';
import { reached_text } from '../../runtime/board/options/thresholds.ts';
import type { WidgetContext } from '../../runtime/board/widget.ts';
import { moment_format, quantity_format } from '../../runtime/core/format.ts';
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
  const at = tip_place(params, isRaw ? 'axisValue' : 'dataIndex');
  const ts = at === null || isRaw ? at : (series[0]?.points[at]?.[0] ?? null);
  if (ts === null) return '';
  const decimals = trendDecimals(config);
  const rows = series.map(({ name, color, unit, points }) => {
    const value = valueAt(points, ts, isRaw ? NEAR_MS : 0);
    const text = quantity_format(value, unit, { decimals });
    // The lines stand on the axis of the first unit.
    return {
      name,
      color,
      value: unit === series[0]?.unit ? reached_text(text, config.thresholds, value) : text,
    };
  });
  const head = isRaw ? moment_format(ts, 'minute', context.zone) : bucket_name(ts, bucket, context.zone);
  return tip_html(head, rows);
}
