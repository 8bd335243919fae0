/** The option `range`: the time range of the widget itself, or the one that the board shows at the moment. */
import { isRangeName, type RangeName, resolveSpan } from '../../core/time/rangeName.ts';
import { type Bucket, DAY_MS, HOUR_MS, isoLocal } from '../../core/time/timeWindow.ts';
import { viewMoment } from '../widget/period.ts';
import type { BoardRange, Instants, WidgetContext } from '../widget/widget.ts';

export interface RangeWindow {
  from: string;
  to: string;
  /** The range is drawn in these: enough to see its course, few enough to read. */
  bucket: Exclude<Bucket, 'total'>;
}

const HOURLY_DAYS = 3;
const DAILY_DAYS = 93;
const MONTHLY_DAYS = 1830;
/** A day on which the clock is changed may be this much longer, in ms. */
const LONGER_MS = HOUR_MS;

export function bucketOf(from: number, to: number): RangeWindow['bucket'] {
  const days = (to - from - LONGER_MS) / DAY_MS;
  if (days <= HOURLY_DAYS) return 'hour';
  if (days <= DAILY_DAYS) return 'day';
  return days <= MONTHLY_DAYS ? 'month' : 'year';
}

/** Decision 31: of a saved record, ranges are counted from the end of its month, and nothing of later times is shown. */
export function rangeWindow(
  range: BoardRange,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical'>,
): RangeWindow {
  const last = context.historical ? viewMoment(context) : Infinity;
  const shown: BoardRange = typeof range === 'string' || range.from < last ? range : 'today';
  const { from, to }: Instants =
    typeof shown === 'string'
      ? resolveSpan(shown, viewMoment(context), context.zone)
      : { from: shown.from, to: Math.min(shown.to, last) };
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), bucket: bucketOf(from, to) };
}

/** The widget's own range wins over the board's; where neither says anything it is `otherwise`. */
export function widgetRange(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
  otherwise: RangeName = 'today',
): RangeWindow {
  if (isRangeName(ownRange)) return rangeWindow(ownRange, context);
  return rangeWindow(context.range ?? otherwise, context);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The last day of a range, but none that is still to come; a widget that shows a month shows the one of this day. */
export function dayOfMonth(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): string {
  const { to } = widgetRange(ownRange, context, 'lastMonth');
  return isoLocal(Math.min(Date.parse(to) - 1, context.now), context.zone).slice(0, DAY_LENGTH);
}

/** Null: neither the widget nor the board has chosen a range, so the widget shows its own time. */
export function chooseRange(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): RangeWindow | null {
  return isRangeName(ownRange) || context.range ? widgetRange(ownRange, context) : null;
}
