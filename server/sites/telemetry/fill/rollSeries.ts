/**
 * Computes the roll-ups of a whole history with the arithmetic of the write path, for many variables with the same
 * calendar.
 */
import { startUnit, unitNext } from '../../../../runtime/core/time/timeWindow.ts';
import {
  addSummary,
  appendSummary,
  type RolledUnit,
  type Rules,
  type Summary,
  startSummary,
} from '../write/rollups/rollup.ts';

/** A bucket with the summary of its points. */
export interface Bucket extends Summary {
  bucket: number;
}

type Bounds = readonly [start: number, end: number];
type Cut = (ts: number) => Bounds;

/** In every zone, buckets start at a quarter of an hour. Exceptions are hours that a clock change cuts. */
const QUARTER_MS = 15 * 60_000;

/** Finds the buckets of a zone. Each bucket is computed once. */
export type Calendar = Record<RolledUnit, Cut>;

function makeCut(unit: RolledUnit, zone: string): Cut {
  const known = new Map<number, Bounds>();
  return (ts) => {
    const quarter = Math.floor(ts / QUARTER_MS);
    const found = known.get(quarter);
    if (found && ts >= found[0] && ts < found[1]) return found;
    const start = startUnit(ts, unit, zone);
    const bounds = [start, unitNext(start, unit, zone)] as const;
    known.set(quarter, bounds);
    return bounds;
  };
}

export const makeCalendar = (zone: string): Calendar => ({
  hour: makeCut('hour', zone),
  day: makeCut('day', zone),
  month: makeCut('month', zone),
});

export interface Series {
  /** Epoch milliseconds, ascending. */
  times: Float64Array;
  values: Float64Array;
}

function rollHours({ times, values }: Series, cut: Cut, rules: Rules): Bucket[] {
  const rows: Bucket[] = [];
  let row: Bucket | null = null;
  let end = -Infinity;
  for (let at = 0; at < times.length; at += 1) {
    const ts = times[at]!;
    if (row && ts < end) {
      addSummary(row, ts, values[at]!, rules);
      continue;
    }
    const bounds = cut(ts);
    row = Object.assign(startSummary(ts, values[at]!), { bucket: bounds[0] });
    end = bounds[1];
    rows.push(row);
  }
  return rows;
}

/** Merges hours into days, and days into months. */
function joinBuckets(smaller: readonly Bucket[], cut: Cut, rules: Rules): Bucket[] {
  const rows: Bucket[] = [];
  let end = -Infinity;
  for (const source of smaller) {
    const last = rows.at(-1);
    if (last && source.firstTs < end) {
      appendSummary(last, source, rules);
      continue;
    }
    const bounds = cut(source.firstTs);
    end = bounds[1];
    rows.push({ ...source, bucket: bounds[0] });
  }
  return rows;
}

export function rollSeries(series: Series, calendar: Calendar, rules: Rules): Record<RolledUnit, Bucket[]> {
  const hour = rollHours(series, calendar.hour, rules);
  const day = joinBuckets(hour, calendar.day, rules);
  return { hour, day, month: joinBuckets(day, calendar.month, rules) };
}
