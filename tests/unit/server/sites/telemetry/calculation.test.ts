import { expect, it } from 'vitest';
import { isFormulaProblem, parseFormula } from '../../../../../runtime/core/formula/index.ts';
import {
  calculatePoints,
  calculationNow,
  makeFollower,
} from '../../../../../server/sites/telemetry/calculation/calculation.ts';
import type { Calculation, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';

const MINUTE = 60_000;

/** `b` may be silent for five minutes, `a` for one. */
function calculation(text: string): Calculation {
  const formula = parseFormula(text);
  if (isFormulaProblem(formula)) throw new Error(formula.problem.en);
  const input = (sn: string, offlineAfter: number) => ({ sn, offlineAfter }) as TelemetryVariable;
  return { formula, basis: 'point', inputs: [input('a', 60), input('b', 300)] };
}

const point = (sn: string, minute: number, value: number) => ({ sn, ts: minute * MINUTE, value });

it('has a value whenever one of its variables has one, with the last known values of the others', () => {
  const follower = makeFollower(calculation('[a] + [b]'));
  const points = [
    point('a', 0, 1),
    point('b', 1, 10),
    point('a', 2, 2),
    point('b', 2, 20),
    point('a', 7, 3),
    point('a', 8, 4),
    point('b', 10, 30),
  ];
  expect([...calculatePoints(follower, points)]).toEqual([
    // Minute 0: b is not known yet. Minute 1: a is one minute old, which is the limit.
    [1 * MINUTE, 11],
    // Two variables at one moment make one point.
    [2 * MINUTE, 22],
    // Minute 7: b is five minutes old. Minute 8: b is too old. Minute 10: a is too old.
    [7 * MINUTE, 23],
  ]);
});

it('uses earlier values, and current ones', () => {
  const sum = calculation('[a] + [b]');
  const follower = makeFollower(sum);
  follower.note('a', 0, 5);
  expect([...calculatePoints(follower, [point('b', 0.5, 1)])]).toEqual([[0.5 * MINUTE, 6]]);
  const last: Record<string, { ts: number; value: number }> = {
    a: { ts: 0, value: 5 },
    b: { ts: 60_000, value: 1 },
  };
  expect(calculationNow(sum, ({ sn }) => last[sn] ?? null)).toEqual({ ts: 60_000, value: 6 });
  expect(calculationNow(sum, ({ sn }) => (sn === 'b' ? { ts: 60_001, value: 1 } : last.a!))).toEqual({
    ts: 60_001,
    value: null,
  });
  expect(calculationNow(sum, () => null)).toBeNull();
});

it('skips moments at which the formula has no value', () => {
  const follower = makeFollower(calculation('[a] / [b]'));
  const points = [point('b', 0, 0), point('a', 0, 1), point('b', 1, 2)];
  expect([...calculatePoints(follower, points)]).toEqual([[MINUTE, 0.5]]);
});
