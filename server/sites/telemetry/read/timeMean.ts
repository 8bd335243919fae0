/**
 * Computes averages weighted by time: the integral of the value over the time for which it is known. A value is valid
 * until the next one, but not beyond the current time. It is valid for at most `hold` seconds, the silence limit of the
 * device. Pure.
 */
import type { BucketRow } from './packedBuckets.ts';
import type { Carry } from './statisticsSql.ts';

export interface TimeIntegral {
  /** Value × seconds. */
  integral: number;
  seconds: number;
}

const SECOND_MS = 1000;

interface Question {
  bounds: readonly number[];
  /** Seconds. */
  hold: number;
  now: number;
}

/** Splits the integral of a value between two times among the cells that contain them. */
function shareSpan(
  cells: TimeIntegral[],
  bounds: readonly number[],
  value: number,
  from: number,
  to: number,
): void {
  let index = bounds.findLastIndex((bound) => bound <= from);
  if (index < 0) index = 0;
  for (; index < cells.length && bounds[index]! < to; index += 1) {
    const seconds = (Math.min(to, bounds[index + 1]!) - Math.max(from, bounds[index]!)) / SECOND_MS;
    if (seconds <= 0) continue;
    cells[index]!.integral += value * seconds;
    cells[index]!.seconds += seconds;
  }
}

/** `rows` are in order and have the detail `time`. `carry` is the last value before the first bound. */
export function holdCells(
  rows: readonly BucketRow[],
  carry: Carry | undefined,
  { bounds, hold, now }: Question,
): TimeIntegral[] {
  const cells: TimeIntegral[] = bounds.slice(1).map(() => ({ integral: 0, seconds: 0 }));
  let before = carry;
  for (const { bucket, integral = 0, held = 0, firstTs = 0, lastTs = 0, last } of rows) {
    cells[bucket]!.integral += integral;
    cells[bucket]!.seconds += held;
    if (before)
      shareSpan(cells, bounds, before.value, before.ts, Math.min(firstTs, before.ts + hold * SECOND_MS));
    before = { ts: lastTs, value: last };
  }
  if (before) shareSpan(cells, bounds, before.value, before.ts, Math.min(now, before.ts + hold * SECOND_MS));
  return cells;
}
