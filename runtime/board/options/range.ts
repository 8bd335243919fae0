/** The option `range`: the time range of the widget itself, or the one that the board shows at the moment. */
import { is_namedRange, type NamedRange, range_days } from '../../core/namedRange.ts';
import { type Bucket, DAY_MS } from '../../core/timeWindow.ts';
import { viewMoment } from '../period.ts';
import type { WidgetContext } from '../widget.ts';

/** A named range that moves with time, or instants that somebody chose. */
export type BoardRange = NamedRange | Instants;

interface Instants {
  from: number;
  to: number;
}

export interface RangeWindow {
  from: string;
  to: string;
  /** What the range is drawn in: enough to see its course, few enough to read. */
  bucket: Exclude<Bucket, 'total'>;
}

const HOURLY_DAYS = 3;
const DAILY_DAYS = 93;
const MONTHLY_DAYS = 1830;

export function bucket_of(from: number, to: number): RangeWindow['bucket'] {
  const days = (to - from) / DAY_MS;
  if (days <= HOURLY_DAYS) return 'hour';
  if (days <= DAILY_DAYS) return 'day';
  return days <= MONTHLY_DAYS ? 'month' : 'year';
}

const instants_span = ({ from, to }: Instants, last: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(Math.min(to, last)).toISOString(),
});

/** Decision 31: of a saved record, ranges are counted from the end of its month, and nothing of later times is shown. */
export function range_window(
  range: BoardRange,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical'>,
): RangeWindow {
  const last = context.historical ? viewMoment(context) : Infinity;
  const named = typeof range === 'string' ? range : range.from < last ? null : 'today';
  const span = named
    ? range_days(named, viewMoment(context), context.zone)
    : instants_span(range as Instants, last);
  const { from, to } = span;
  return { from, to, bucket: bucket_of(Date.parse(from), Date.parse(to)) };
}

/** The widget's own range wins over the board's; where neither says anything it is `otherwise`. */
export function widget_range(
  own: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
  otherwise: NamedRange = 'today',
): RangeWindow {
  if (is_namedRange(own)) return range_window(own, context);
  return range_window(context.range ?? otherwise, context);
}

/** Null: neither the widget nor the board has chosen a range, so the widget shows its own time. */
export function range_chosen(
  own: string | undefined,
  context: Pick<WidgetContext, 'now' | 'zone' | 'historical' | 'range'>,
): RangeWindow | null {
  return is_namedRange(own) || context.range ? widget_range(own, context) : null;
}
