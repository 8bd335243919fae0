/** Chooses the table for each part of a window: the largest possible whole units, and raw points at the edges. Pure. */
import {
  type Bucket,
  startUnit,
  type TimeWindow,
  unitNext,
} from '../../../../runtime/core/time/timeWindow.ts';
import type { RolledUnit } from '../write/rollups/rollup.ts';

/** Parts of the window by table, each list in the order of time. */
export type Segments = Record<RolledUnit | 'raw', TimeWindow[]>;

/** The units that fit into a bucket, largest first. */
const UNITS: Record<Bucket, readonly RolledUnit[]> = {
  hour: ['hour'],
  day: ['day', 'hour'],
  month: ['month', 'day', 'hour'],
  year: ['month', 'day', 'hour'],
  total: ['month', 'day', 'hour'],
};

/** Returns the largest range of whole units within a window. Null if there is none. */
function inside({ from, to }: TimeWindow, unit: RolledUnit, zone: string): TimeWindow | null {
  const first = startUnit(from, unit, zone);
  const whole = {
    from: first === from ? from : unitNext(first, unit, zone),
    to: startUnit(to, unit, zone),
  };
  return whole.from < whole.to ? whole : null;
}

function addRange(ranges: TimeWindow[], { from, to }: TimeWindow): void {
  const last = ranges.at(-1);
  if (last && last.to === from) last.to = to;
  else ranges.push({ from, to });
}

function addWindow(
  segments: Segments,
  window: TimeWindow,
  [unit, ...smaller]: readonly RolledUnit[],
  zone: string,
): void {
  if (window.from >= window.to) return;
  const whole = unit ? inside(window, unit, zone) : null;
  if (unit && whole) {
    addWindow(segments, { from: window.from, to: whole.from }, smaller, zone);
    addRange(segments[unit], whole);
    addWindow(segments, { from: whole.to, to: window.to }, smaller, zone);
  } else if (unit) addWindow(segments, window, smaller, zone);
  else addRange(segments.raw, window);
}

/** `bounds` are the edges of the buckets. `zone` is the time zone of the roll-ups. */
export function planSegments(bounds: readonly number[], bucket: Bucket, zone: string): Segments {
  const segments: Segments = { month: [], day: [], hour: [], raw: [] };
  for (let index = 0; index + 1 < bounds.length; index += 1)
    addWindow(segments, { from: bounds[index]!, to: bounds[index + 1]! }, UNITS[bucket], zone);
  return segments;
}

export interface Piece extends TimeWindow {
  bucket: number;
}

/** Splits ranges at the edges of the buckets. Each piece has the bucket that contains it. Pure. */
export function cutPieces(ranges: readonly TimeWindow[], bounds: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let bucket = 0;
  for (const { from, to } of ranges) {
    let start = from;
    while (start < to) {
      while (bucket + 1 < bounds.length - 1 && bounds[bucket + 1]! <= start) bucket += 1;
      const end = Math.min(to, bounds[bucket + 1]!);
      pieces.push({ from: start, to: end, bucket });
      start = end;
    }
  }
  return pieces;
}
