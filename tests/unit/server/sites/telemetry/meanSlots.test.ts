/** Tests that points become means of ten minutes. Ten minutes with too few points are a gap. */
import { describe, expect, it } from 'vitest';
import { addPoints, meansOf } from '../../../../../server/sites/telemetry/read/meanSlots.ts';

const SLOT = 600_000;
const START = Date.UTC(2026, 9, 1);

/** Returns this many points in each slot. Their value is the index of the slot. */
function pointsOf(counts: readonly number[]) {
  const slots = counts.flatMap((count, slot) =>
    Array.from({ length: count }, (_, at) => ({ ts: START + slot * SLOT + (at * SLOT) / count, slot })),
  );
  return { times: slots.map(({ ts }) => ts), values: slots.map(({ slot }) => slot), quality: null };
}

const fold = (counts: readonly number[]) => [...meansOf(addPoints(START, counts.length, pointsOf(counts)))];

describe('ten minutes', () => {
  it('have the mean of their points', () => {
    const quality = [0, 0, 2, 0];
    const points = { times: [0, 1, 2, SLOT].map((ts) => START + ts), values: [1, 3, 99, 7], quality };
    // The hour has two points in one slot and one in another. That is fewer than 80 % of the usual two.
    expect([...meansOf(addPoints(START, 6, points))]).toEqual([2, NaN, NaN, NaN, NaN, NaN]);
  });

  it('count if they have at least 80 % of the points of the others in their hour', () => {
    expect(fold([10, 10, 8, 10, 10, 10])).toEqual([0, 1, 2, 3, 4, 5]);
    expect(fold([10, 10, 7, 10, 10, 10])).toEqual([0, 1, NaN, 3, 4, 5]);
    expect(fold([10, 2, 0, 0, 0, 0])).toEqual([0, NaN, NaN, NaN, NaN, NaN]);
  });

  it('are compared only with their own hour', () => {
    expect(fold([60, 60, 60, 60, 60, 60, 1, 1, 1, 1, 1, 1])).not.toContain(NaN);
  });
});
