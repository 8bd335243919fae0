/** Tests the formulas of power quality against figures computed by hand. */
import { describe, expect, it } from 'vitest';
import {
  complianceOf,
  deviation,
  distortion,
  lineUnbalance,
  magnitudeUnbalance,
  monthVerdict,
  nominalOf,
  selectAt,
  spreadOf,
  value95,
  valueVerdict,
} from '../../../../../server/sites/quality/formulas.ts';

const HOLE = NaN;

describe('unbalance', () => {
  it.each([
    [402, 398, 400, 0.577],
    [410, 400, 390, 2.888],
    [380, 400, 400, 3.363],
    [400, 400, 400, 0],
  ])('of %d, %d and %d V is %d %%', (ab, bc, ca, percent) => {
    expect(lineUnbalance(ab, bc, ca)).toBeCloseTo(percent, 3);
  });

  it('of currents is the largest deviation from their mean', () => {
    // The mean of 90, 100 and 125 is 105, and 125 differs by 20.
    expect(magnitudeUnbalance(90, 100, 125)).toBeCloseTo((100 * 20) / 105, 9);
    expect(magnitudeUnbalance(0, 0, 0)).toBeNaN();
    expect(lineUnbalance(HOLE, 400, 400)).toBeNaN();
  });
});

describe('distortion and deviation', () => {
  it('adds harmonics by their squares', () => {
    expect(distortion([4.6, 6.9, 3.45, 2.3], 230)).toBeCloseTo(4.0311, 4);
  });

  it('is relative to the nominal voltage between lines, or of a line to neutral', () => {
    expect(deviation(10_500, 10_000)).toBe(5);
    expect(nominalOf(10_200, 10_000)).toBe(10_000);
    expect(nominalOf(5_700, 10_000)).toBeCloseTo(5_773.5, 1);
  });
});

describe('the 95 % value', () => {
  it('ignores gaps, then drops the highest 5 %, and uses the next', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
    expect(value95(Float64Array.of(...hundred, HOLE, HOLE))).toBe(95);
    // With 19 values none is dropped, with 20 values the highest one is dropped.
    expect(value95(Float64Array.from(hundred.slice(0, 19)))).toBe(19);
    expect(value95(Float64Array.from(hundred.slice(0, 20)))).toBe(19);
    expect(value95(Float64Array.of(HOLE))).toBeNull();
    expect(value95(Float64Array.of(-8, 2))).toBe(8);
  });

  it('returns the number of means, and the place of the highest', () => {
    expect(spreadOf(Float64Array.of(1, HOLE, 5, 3))).toEqual({
      ...{ samples: 3, mean: 3, p95: 5, max: 5, maxAt: 2, min: 1 },
    });
    expect(spreadOf(Float64Array.of(HOLE))).toMatchObject({ samples: 0, mean: null, p95: null });
  });
});

describe('a verdict', () => {
  const judged = (means: number[], expected: number, high: number | null) => {
    const series = Float64Array.from(means);
    const compliance = complianceOf(series, null, high);
    return monthVerdict({ spread: spreadOf(series), expected, low: null, high, compliance });
  };
  const times = (value: number, count: number) => Array.from({ length: count }, () => value);

  it('needs 80 % of the means: a gap is not good', () => {
    expect(judged([...times(1, 79), ...times(HOLE, 21)], 100, 4)).toBe('unknown');
    expect(judged([...times(1, 80), ...times(HOLE, 20)], 100, 4)).toBe('ok');
  });

  it('is bad if the limit is exceeded for more than 5 % of the time, and near from 80 % of it on', () => {
    expect(judged([...times(1, 94), ...times(5, 6)], 100, 4)).toBe('over');
    expect(judged([...times(1, 95), ...times(5, 5)], 100, 4)).toBe('ok');
    expect(judged(times(3.3, 100), 100, 4)).toBe('near');
    expect(judged(times(1, 100), 100, null)).toBe('unknown');
  });

  it('of a current value uses the limit on its side', () => {
    expect(valueVerdict(-6, -7, 7)).toBe('near');
    expect(valueVerdict(-1, -7, 7)).toBe('ok');
    expect(valueVerdict(7.1, -7, 7)).toBe('over');
    expect(valueVerdict(null, -7, 7)).toBe('unknown');
    expect(valueVerdict(3, null, null)).toBe('unknown');
  });
});

it('a position among values is found as in sorted order', () => {
  // Numbers of a small random generator. Many of them are equal.
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % 50;
  };
  for (let size = 1; size <= 60; size += 1) {
    const values = Float64Array.from({ length: size }, next);
    const ordered = values.toSorted();
    for (let place = 0; place < size; place += 1)
      expect(selectAt(values.slice(), place)).toBe(ordered[place]);
  }
});
