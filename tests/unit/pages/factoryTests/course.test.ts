import { expect, it } from 'vitest';
import { spanOfParts, stepTimes } from '../../../../pages/factoryTests/parts/course.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();
const PARTS = [
  { step: 'charge', from: at(0), to: at(30) },
  { step: 'charge', from: at(50), to: at(60) },
  { step: 'restCharged', from: at(60), to: null },
];

it('adds up the parts of each step, and knows which is under way', () => {
  expect(stepTimes(PARTS, 65 * 60_000)).toEqual([
    { step: 'charge', minutes: 40, isNow: false },
    { step: 'restCharged', minutes: 5, isNow: true },
  ]);
});

it('draws from a little before the first part to a little after the last', () => {
  expect(spanOfParts(PARTS, 65 * 60_000)).toEqual({ from: -5 * 60_000, to: 70 * 60_000 });
  expect(spanOfParts([], 0)).toBeNull();
});
