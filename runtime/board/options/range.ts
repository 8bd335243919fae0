/** The option `range`: the widget's own range, or the current one of the board. */
import { isRangeName, type RangeName, resolveSpan } from '../../core/time/rangeName.ts';
import { type Bucket, DAY_MS, HOUR_MS, isoLocal } from '../../core/time/timeWindow.ts';
import { viewMoment } from '../widget/period.ts';
import type { BoardRange, Instants, WidgetContext } from '../widget/widget.ts';

export interface RangeWindow {
  from: string;
  to: string;
  /** The bucket size for drawing the range: enough buckets for the curve, few enough to read. */
  bucket: Exclude<Bucket, 'total'>;
}

const HOURLY_DAYS = 3;
const DAILY_DAYS = 93;
const MONTHLY_DAYS = 1830;
/** A day with a clock change may be longer by this time. */
const LONGER_MS = HOUR_MS;

export function bucketOf(from: number, to: number): RangeWindow['bucket'] {
  const days = (to - from - LONGER_MS) / DAY_MS;
  if (days <= HOURLY_DAYS) return 'hour';
  if (days <= DAILY_DAYS) return 'day';
  return days <= MONTHLY_DAYS ? 'month' : 'year';
}

/**
 * Decision 31: returns the window of a range. The ranges of a saved record are relative to the end of its month, and
 * contain no later data.
 */
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

/** Returns the widget's own range, otherwise the board's, otherwise `otherwise`. */
export function widgetRange(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
  otherwise: RangeName = 'today',
): RangeWindow {
  if (isRangeName(ownRange)) return rangeWindow(ownRange, context);
  return rangeWindow(context.range ?? otherwise, context);
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the last day of a range, but no future day. A widget that shows a month shows the month of this day. */
export function dayOfMonth(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): string {
  const { to } = widgetRange(ownRange, context, 'lastMonth');
  return isoLocal(Math.min(Date.parse(to) - 1, context.now), context.zone).slice(0, DAY_LENGTH);
}

/**
 * Returns the chosen range. Null if neither the widget nor the board has a range. The widget then uses its default
 * period.
 */
export function chooseRange(
  ownRange: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): RangeWindow | null {
  return isRangeName(ownRange) || context.range ? widgetRange(ownRange, context) : null;
}
