/** The tooltip compares all series at one moment; names and values are text, never markup. */
import type { TrendConfig } from '../../generated/types.ts';
import type { WidgetContext } from '../../runtime/board/widget.ts';
import { moment_format, quantity_format } from '../../runtime/core/format.ts';
import { isDayInterval, type TrendSeries, trendInterval } from './series.ts';

const NEAR_MS = 15 * 60_000;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** The moment under the pointer: the position on a time axis, or the bucket's start. */
function momentOf(params: unknown, series: readonly TrendSeries[], isRaw: boolean): number | null {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  if (typeof first !== 'object' || first === null) return null;
  const at: unknown = Reflect.get(first, isRaw ? 'axisValue' : 'dataIndex');
  if (typeof at !== 'number' && typeof at !== 'string') return null;
  return isRaw ? Number(at) : (series[0]?.points[Number(at)]?.[0] ?? null);
}

/** The value that a series has at a moment: its nearest point, when one is near enough. */
export function valueAt(points: TrendSeries['points'], ts: number, near: number): number | null {
  let best: [number, number | null] | undefined;
  for (const point of points) {
    if (!best || Math.abs(point[0] - ts) <= Math.abs(best[0] - ts)) best = point;
    else break;
  }
  return best && Math.abs(best[0] - ts) <= near ? best[1] : null;
}

export function momentLabel(ts: number, config: TrendConfig, context: WidgetContext): string {
  const interval = trendInterval(config);
  if (isDayInterval(interval)) return moment_format(ts, 'minute', context.zone);
  return moment_format(ts, interval === 'YEAR' ? 'month' : 'date', context.zone);
}

export function tooltipHtml(
  params: unknown,
  series: readonly TrendSeries[],
  config: TrendConfig,
  context: WidgetContext,
): string {
  const isRaw = trendInterval(config) === 'NORMAL';
  const ts = momentOf(params, series, isRaw);
  if (ts === null) return '';
  const rows = series.map((one) => {
    const value = quantity_format(valueAt(one.points, ts, isRaw ? NEAR_MS : 0), one.unit, { decimals: 1 });
    const dot = `<i style="background:${escapeHtml(one.color)}"></i>`;
    return `<tr><td>${dot}${escapeHtml(one.name)}</td><td>${escapeHtml(value)}</td></tr>`;
  });
  const head = escapeHtml(momentLabel(ts, config, context));
  return `<div class="wd-trend-tip"><b>${head}</b><table>${rows.join('')}</table></div>`;
}
