/** Which part of a window is read from which table: whole days, then whole hours, raw points at the edges. Pure. */
import {
  type Bucket,
  day_start,
  hour_start,
  type TimeWindow,
  unit_next,
} from '../../runtime/core/timeWindow.ts';

export interface Segments {
  days: TimeWindow[];
  hours: TimeWindow[];
  raw: TimeWindow[];
}

type Unit = 'day' | 'hour';

function start(ts: number, unit: Unit, zone: string): number {
  return unit === 'day' ? day_start(ts, zone) : hour_start(ts, zone);
}

/** The largest range of whole units inside a window; null when there is none. */
function inside({ from, to }: TimeWindow, unit: Unit, zone: string): TimeWindow | null {
  const first = start(from, unit, zone);
  const whole = { from: first === from ? from : unit_next(first, unit, zone), to: start(to, unit, zone) };
  return whole.from < whole.to ? whole : null;
}

function add(ranges: TimeWindow[], { from, to }: TimeWindow): void {
  if (from >= to) return;
  const last = ranges.at(-1);
  if (last && last.to === from) last.to = to;
  else ranges.push({ from, to });
}

function hours_add(segments: Segments, window: TimeWindow, zone: string): void {
  if (window.from >= window.to) return;
  const whole = inside(window, 'hour', zone);
  if (!whole) {
    add(segments.raw, window);
    return;
  }
  add(segments.raw, { from: window.from, to: whole.from });
  add(segments.hours, whole);
  add(segments.raw, { from: whole.to, to: window.to });
}

/** `bounds` are the edges of the buckets, `zone` the one that the roll-ups are cut in. */
export function segments_plan(bounds: readonly number[], bucket: Bucket, zone: string): Segments {
  const segments: Segments = { days: [], hours: [], raw: [] };
  for (let at = 0; at + 1 < bounds.length; at += 1) {
    const window = { from: bounds[at]!, to: bounds[at + 1]! };
    const whole = bucket === 'hour' ? null : inside(window, 'day', zone);
    if (!whole) {
      hours_add(segments, window, zone);
      continue;
    }
    hours_add(segments, { from: window.from, to: whole.from }, zone);
    add(segments.days, whole);
    hours_add(segments, { from: whole.to, to: window.to }, zone);
  }
  return segments;
}
