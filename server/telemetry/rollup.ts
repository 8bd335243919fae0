/** The arithmetic of roll-ups: pure, and the same as the SQL of `counter_step` and of the store. */

/** A bucket's points summed up; rows of neighbouring buckets add up with `summary_join`. */
export interface Summary {
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  firstTs: number;
  last: number;
  lastTs: number;
  /** Growth of a counter between the bucket's own points. */
  increase: number;
}

/** A counter that falls was reset and counts from zero again. */
export function counter_step(previous: number, current: number): number {
  return current >= previous ? current - previous : Math.max(current, 0);
}

export function summary_start(ts: number, value: number): Summary {
  return {
    n: 1,
    sum: value,
    min: value,
    max: value,
    first: value,
    firstTs: ts,
    last: value,
    lastTs: ts,
    increase: 0,
  };
}

/** Adds a later point in place: this runs for every point that comes in. */
export function summary_add(summary: Summary, ts: number, value: number): void {
  summary.n += 1;
  summary.sum += value;
  if (value < summary.min) summary.min = value;
  if (value > summary.max) summary.max = value;
  summary.increase += counter_step(summary.last, value);
  summary.last = value;
  summary.lastTs = ts;
}

/** `later` must begin after `earlier` ends. */
export function summary_join(earlier: Summary, later: Summary): Summary {
  return {
    n: earlier.n + later.n,
    sum: earlier.sum + later.sum,
    min: Math.min(earlier.min, later.min),
    max: Math.max(earlier.max, later.max),
    first: earlier.first,
    firstTs: earlier.firstTs,
    last: later.last,
    lastTs: later.lastTs,
    increase: earlier.increase + counter_step(earlier.last, later.first) + later.increase,
  };
}
