/** The tooltip of the trend, which shows all series at the same moment. */
import type { TrendConfig } from '../../generated/types.ts';
import { bucketName } from '../../runtime/board/chart/buckets.ts';
import { reachedText } from '../../runtime/board/options/thresholds.ts';
import type { WidgetContext } from '../../runtime/board/widget/widget.ts';
import { formatMoment, formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { DAY_MS, startUnit } from '../../runtime/core/time/timeWindow.ts';
import { placeTip, tipHtml } from '../../runtime/kit/chart/tip.ts';
import { type MeanStep, meanBucket, stepExtremes } from './means.ts';
import { type TrendSeries, type TrendView, trendDecimals, trendView } from './series.ts';

const NEAR_MS = 15 * 60_000;
/** Number of slices in which the server thins a curve. Each slice has two points. */
const SLICES = 360;

/** Half a step in ms, with a margin for long days and months. */
const NEAR_STEP_MS: Readonly<Record<MeanStep, number>> = { day: 0.6 * DAY_MS, month: 16 * DAY_MS };

const spanText = ({ low, high }: { low: number; high: number }, decimals: number): string =>
  [low, high].map((value) => formatNumber(value, { decimals })).join(' – ');

/** Returns the maximum distance in ms between pointer and point. */
const nearOf = ({ from, to }: TrendView): number =>
  Math.max(NEAR_MS, (1.5 * (Date.parse(to) - Date.parse(from))) / SLICES);

/**
 * Returns the value of a series at a moment: that of the nearest point within `near` milliseconds. Null if
 * there is none.
 */
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
  context: WidgetContext & { soFar: string; isOff(series: string): boolean },
): string {
  const view = trendView(config, context);
  const { isRaw, bucket } = view;
  const at = placeTip(params, isRaw ? 'axisValue' : 'dataIndex');
  const ts = at === null || isRaw ? at : (series[0]?.points[at]?.[0] ?? null);
  if (ts === null) return '';
  const decimals = trendDecimals(config);
  const near = isRaw ? nearOf(view) : 0;
  const mean = meanBucket(config, view);
  // ECharts lists only series with a point at exactly this position.
  const shown = series.filter(({ key }) => !context.isOff(key));
  const rows = shown.flatMap(({ name, color, unit, points, means }) => {
    const value = means && mean ? valueAt(means, ts, NEAR_STEP_MS[mean]) : valueAt(points, ts, near);
    if (value === null) return [];
    const extremes = means && mean && stepExtremes(points, ts, mean, context.zone);
    const quantity = formatQuantity(value, unit, { decimals });
    const text = extremes ? `${quantity} (${spanText(extremes, decimals)})` : quantity;
    // The threshold lines belong to the axis of the first unit.
    return {
      name,
      color,
      value: unit === series[0]?.unit ? reachedText(text, config.thresholds, value) : text,
    };
  });
  // Without a near point no tooltip is shown.
  if (rows.length === 0) return '';
  const isRunning = !isRaw && ts === startUnit(context.now, bucket, context.zone);
  const step =
    isRaw && !mean ? formatMoment(ts, 'minute', context.zone) : bucketName(ts, mean ?? bucket, context.zone);
  const head = isRunning ? `${step} · ${context.soFar}` : step;
  return tipHtml(head, rows);
}
