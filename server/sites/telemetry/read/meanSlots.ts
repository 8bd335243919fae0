/** Computes ten-minute means from points. Pure. */
import { DAY_MS, HOUR_MS } from '../../../../runtime/core/time/timeWindow.ts';
import { BAD } from '../write/batch.ts';

export const SLOT_MS = 600_000;
export const DAY_SLOTS = DAY_MS / SLOT_MS;
const HOUR_SLOTS = HOUR_MS / SLOT_MS;

/** Minimum share of the hour's usual number of points. Ten minutes with fewer points are a gap. */
const LEAST_SHARE = 0.8;

/**
 * Returns the median number of points of the non-empty ten-minute slots in an hour. The upper median of an even number.
 */
function usualCount(counts: Float64Array): number {
  const some = counts.filter((count) => count > 0).sort();
  return some[some.length >> 1] ?? 0;
}

interface Points {
  times: readonly number[];
  values: readonly number[];
  quality: readonly number[] | null;
}

/** The sums and counts of the good points per slot. A slot may be empty. */
export interface SlotSums {
  sums: Float64Array;
  counts: Float64Array;
}

export const noSums = (slots: number): SlotSums => ({
  sums: new Float64Array(slots),
  counts: new Float64Array(slots),
});

/** Sums points for this number of slots from `start` on. */
export function addPoints(start: number, slots: number, { times, values, quality }: Points): SlotSums {
  const added = noSums(slots);
  for (let at = 0; at < times.length; at += 1) {
    const slot = Math.floor((times[at]! - start) / SLOT_MS);
    if (slot < 0 || slot >= slots || (quality && quality[at]! >= BAD)) continue;
    added.sums[slot]! += values[at]!;
    added.counts[slot]! += 1;
  }
  return added;
}

/** Returns the means of slots. The first slot must be the start of an hour. NaN with too few points. */
export function meansOf({ sums, counts }: SlotSums): Float64Array {
  const slots = counts.length;
  const means = new Float64Array(slots).fill(NaN);
  for (let hour = 0; hour < slots; hour += HOUR_SLOTS) {
    const least = LEAST_SHARE * usualCount(counts.subarray(hour, hour + HOUR_SLOTS));
    for (let slot = hour; slot < Math.min(slots, hour + HOUR_SLOTS); slot += 1)
      if (counts[slot]! > 0 && counts[slot]! >= least) means[slot] = sums[slot]! / counts[slot]!;
  }
  return means;
}
