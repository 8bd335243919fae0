/** Steps back, forward, and further away, on the calendar of the station. Pure. */
import { NAMED_RANGES } from '../../core/time/namedRange.ts';
import { doubleRolling, isRolling } from '../../core/time/rollingRange.ts';
import { DAY_MS, endDay, shiftUnit, startDay, startUnit, unitNext } from '../../core/time/timeWindow.ts';
import type { BoardRange } from '../widget/widget.ts';
import { rangeName, rangeSpan, type Span } from './boardView.ts';

/** Nothing is shown of what is longer ago than any station. */
const LONGEST = 3660 * DAY_MS;

const endOfToday = (now: number, zone: string): number => endDay(startDay(now, zone), zone);

/** Returns how many whole months or days a span is made of; null where it is made of neither. */
function partsOf({ from, to }: Span, zone: string): { unit: 'month' | 'day'; count: number } | null {
  for (const unit of ['month', 'day'] as const) {
    if (startUnit(from, unit, zone) !== from) continue;
    let count = 0;
    let moment = from;
    while (moment < to && to - from <= LONGEST) {
      moment = unitNext(moment, unit, zone);
      count += 1;
    }
    if (moment === to) return { unit, count };
  }
  return null;
}

/** "This month" goes on to its own last day before it steps: the month before is a whole one. */
function wholeOf(range: BoardRange, now: number, zone: string): Span {
  const span = rangeSpan(range, now, zone);
  const unit = range === 'thisMonth' ? 'month' : range === 'thisYear' ? 'year' : null;
  if (unit) return { from: span.from, to: unitNext(span.from, unit, zone) };
  if (range === 'thisQuarter') return { from: span.from, to: shiftUnit(span.from, 'month', 3, zone) };
  return span;
}

/** Null where there is nothing in that direction: the future has no data yet. */
export function rangeStep(range: BoardRange, by: -1 | 1, now: number, zone: string): BoardRange | null {
  if (by === 1 && isRolling(range)) return null;
  const span = wholeOf(range, now, zone);
  const parts = partsOf(span, zone);
  const move = (ts: number): number =>
    parts ? shiftUnit(ts, parts.unit, by * parts.count, zone) : ts + by * (span.to - span.from);
  const next = { from: move(span.from), to: move(span.to) };
  const today = endOfToday(now, zone);
  if (next.from >= today) return null;
  return rangeName({ from: next.from, to: Math.min(next.to, today) }, now, zone, NAMED_RANGES);
}

/** Twice as long around the same middle, up to today; whole days stay whole days, and what ends now ends now. */
export function zoomRangeOut(range: BoardRange, now: number, zone: string): BoardRange {
  if (isRolling(range)) return doubleRolling(range);
  const span = rangeSpan(range, now, zone);
  const length = Math.min((span.to - span.from) * 2, LONGEST);
  const today = endOfToday(now, zone);
  const to = Math.min(span.to + (length - (span.to - span.from)) / 2, today);
  const days = partsOf(span, zone) !== null;
  const from = days ? startDay(to - length, zone) : to - length;
  const end = days && startDay(to, zone) !== to ? Math.min(endDay(startDay(to, zone), zone), today) : to;
  return rangeName({ from, to: end }, now, zone, NAMED_RANGES);
}
