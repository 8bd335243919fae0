import { expect, it } from 'vitest';
import { spanOfParts, stepTimes } from '../../../../pages/factoryTests/parts/course.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();
const PARTS = [
  { step: 'charge', from: at(0), to: at(30) },
  { step: 'charge', from: at(50), to: at(60) },
  { step: 'restCharged', from: at(60), to: null },
];

it('adds up the parts of each step, and marks the running step', () => {
  expect(stepTimes(PARTS, 65 * 60_000)).toEqual([
    { step: 'charge', minutes: 40, isNow: false },
    { step: 'restCharged', minutes: 5, isNow: true },
  ]);
});

it('is drawn from slightly before the first part to slightly after the last', () => {
  expect(spanOfParts(PARTS, 65 * 60_000)).toEqual({ from: -5 * 60_000, to: 70 * 60_000 });
  expect(spanOfParts([], 0)).toBeNull();
});
