import { describe, expect, it } from 'vitest';
import { holesOf, lengthOf, trackOf } from '../../../pages/mobile/parts/track.ts';

const points = (...values: [number, number | null][]) => values;

describe('the track of a unit', () => {
  it('pairs each longitude with the latitude of its moment, also between two points', () => {
    const track = trackOf(points([0, 120], [10, 121], [20, 122]), points([0, 30], [20, 32]));
    expect(track).toEqual([
      [
        { ts: 0, at: [120, 30] },
        { ts: 10, at: [121, 31] },
        { ts: 20, at: [122, 32] },
      ],
    ]);
  });

  it('has a gap where either is unknown', () => {
    const open = trackOf(
      points([0, 120], [10, 121], [11, null], [50, 122], [60, 123]),
      points([0, 30], [10, 30], [11, null], [50, 31], [60, 31]),
    );
    expect(open.map((stretch) => stretch.map(({ ts }) => ts))).toEqual([
      [0, 10],
      [50, 60],
    ]);
    expect(holesOf(open)).toEqual([{ from: 10, to: 50 }]);
    const half = trackOf(
      points([0, 120], [30, 121], [60, 122]),
      points([0, 30], [10, null], [50, 31], [60, 31]),
    );
    expect(half.map((stretch) => stretch.map(({ ts }) => ts))).toEqual([[0], [60]]);
  });

  it('is as long as its known parts', () => {
    const degree = trackOf(
      points([0, 120], [10, 120], [20, null], [30, 120]),
      points([0, 30], [10, 31], [20, null], [30, 40]),
    );
    expect(lengthOf(degree)).toBeCloseTo(111.2, 1);
    expect(lengthOf([])).toBe(0);
  });
});
