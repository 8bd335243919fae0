/** The option `range`: the time range of the widget itself, or the one that the board shows at the moment. */
import { isNamedRange, type NamedRange, rangeDays } from '../../core/namedRange.ts';
import { type Bucket, DAY_MS, HOUR_MS } from '../../core/timeWindow.ts';
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

const instantsSpan = ({ from, to }: Instants, last: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(Math.min(to, last)).toISOString(),
});

/** Decision 31: of a saved record, ranges are counted from the end of its month, and nothing of later times is shown. */
export function rangeWindow(
  range: BoardRange,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical'>,
): RangeWindow {
  const last = context.historical ? viewMoment(context) : Infinity;
  const named = typeof range === 'string' ? range : range.from < last ? null : 'today';
  const span = named
    ? rangeDays(named, viewMoment(context), context.zone)
    : instantsSpan(range as Instants, last);
  const { from, to } = span;
  return { from, to, bucket: bucketOf(Date.parse(from), Date.parse(to)) };
}

/** The widget's own range wins over the board's; where neither says anything it is `otherwise`. */
export function widgetRange(
  own: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
  otherwise: NamedRange = 'today',
): RangeWindow {
  if (isNamedRange(own)) return rangeWindow(own, context);
  return rangeWindow(context.range ?? otherwise, context);
}

/** Null: neither the widget nor the board has chosen a range, so the widget shows its own time. */
export function rangeChosen(
  own: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): RangeWindow | null {
  return isNamedRange(own) || context.range ? widgetRange(own, context) : null;
}
