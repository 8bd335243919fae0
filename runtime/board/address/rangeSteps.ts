/** Moves a range back or forward, or zooms it out, in the station's time zone. Pure. */
import { NAMED_RANGES } from '../../core/time/namedRange.ts';
import { doubleRolling, isRolling } from '../../core/time/rollingRange.ts';
import { DAY_MS, endDay, shiftUnit, startDay, startUnit, unitNext } from '../../core/time/timeWindow.ts';
import type { BoardRange } from '../widget/widget.ts';
import { rangeName, rangeSpan, type Span } from './boardView.ts';

/** Longest range. No station has older data. */
const LONGEST = 3660 * DAY_MS;

const endOfToday = (now: number, zone: string): number => endDay(startDay(now, zone), zone);

/** Returns the number of whole months or days of a span. Null if the span has parts of a day. */
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

/** Extends a range like "this month" to the last day of the month. The previous step is then a whole month. */
function wholeOf(range: BoardRange, now: number, zone: string): Span {
  const span = rangeSpan(range, now, zone);
  const unit = range === 'thisMonth' ? 'month' : range === 'thisYear' ? 'year' : null;
  if (unit) return { from: span.from, to: unitNext(span.from, unit, zone) };
  if (range === 'thisQuarter') return { from: span.from, to: shiftUnit(span.from, 'month', 3, zone) };
  return span;
}

/** Returns the next range. Null if there is none in that direction, because the future has no data yet. */
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

/**
 * Doubles a range around its middle, up to today. Whole days remain whole days, and a range that ends now still ends
 * now.
 */
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
