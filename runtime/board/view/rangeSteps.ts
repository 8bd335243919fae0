/** One step back, one forward, and further away, on the calendar of the station. Pure. */
import { NAMED_RANGES } from '../../core/namedRange.ts';
import { DAY_MS, day_end, day_start, unit_next, unit_shift, unit_start } from '../../core/timeWindow.ts';
import type { BoardRange } from '../options/range.ts';
import { range_name, range_span, type Span } from './boardView.ts';

/** Nothing is shown of what is longer ago than any station. */
const LONGEST = 3660 * DAY_MS;

const end_ofToday = (now: number, zone: string): number => day_end(day_start(now, zone), zone);

/** How many whole months or days a span is made of; null where it is made of neither. */
function parts_of({ from, to }: Span, zone: string): { unit: 'month' | 'day'; count: number } | null {
  for (const unit of ['month', 'day'] as const) {
    if (unit_start(from, unit, zone) !== from) continue;
    let count = 0;
    let at = from;
    while (at < to && to - from <= LONGEST) {
      at = unit_next(at, unit, zone);
      count += 1;
    }
    if (at === to) return { unit, count };
  }
  return null;
}

/** "This month" goes on to its own last day before it steps: the month before is a whole one. */
function whole_of(range: BoardRange, now: number, zone: string): Span {
  const span = range_span(range, now, zone);
  const unit = range === 'thisMonth' ? 'month' : range === 'thisYear' ? 'year' : null;
  if (unit) return { from: span.from, to: unit_next(span.from, unit, zone) };
  if (range === 'thisQuarter') return { from: span.from, to: unit_shift(span.from, 'month', 3, zone) };
  return span;
}

/** Null where there is nothing in that direction: the future has no data yet. */
export function range_step(range: BoardRange, by: -1 | 1, now: number, zone: string): BoardRange | null {
  const span = whole_of(range, now, zone);
  const parts = parts_of(span, zone);
  const move = (ts: number): number =>
    parts ? unit_shift(ts, parts.unit, by * parts.count, zone) : ts + by * (span.to - span.from);
  const next = { from: move(span.from), to: move(span.to) };
  const today = end_ofToday(now, zone);
  if (next.from >= today) return null;
  return range_name({ from: next.from, to: Math.min(next.to, today) }, now, zone, NAMED_RANGES);
}

/** Twice as long around the same middle, up to today; whole days stay whole days. */
export function range_zoomOut(range: BoardRange, now: number, zone: string): BoardRange {
  const span = range_span(range, now, zone);
  const length = Math.min((span.to - span.from) * 2, LONGEST);
  const today = end_ofToday(now, zone);
  const to = Math.min(span.to + (length - (span.to - span.from)) / 2, today);
  const days = parts_of(span, zone) !== null;
  const from = days ? day_start(to - length, zone) : to - length;
  const end = days && day_start(to, zone) !== to ? Math.min(day_end(day_start(to, zone), zone), today) : to;
  return range_name({ from, to: end }, now, zone, NAMED_RANGES);
}
