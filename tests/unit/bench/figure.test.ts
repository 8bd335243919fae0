import { expect, it } from 'vitest';
import { isGoalLow, isReached, isWorse } from '../../../bench/kit/figure.ts';

it.each([
  ['more', 3, 3, true],
  ['more', 2.9, 3, false],
  ['less', 1.5, 1.5, true],
  ['less', 1.6, 1.5, false],
  ['less', Number.NaN, 1.5, false],
  ['more', 1, undefined, true],
] as const)('wants %s: %d reaches the goal %d: %s', (better, value, goal, reached) => {
  expect(isReached({ value, goal, better })).toBe(reached);
});

it.each([
  ['more', 3.1, 4, false],
  ['more', 3, 4, true],
  ['more', 9, 4, false],
  ['less', 1.2, 1, false],
  ['less', 1.25, 1, true],
  ['less', 0.5, 1, false],
  ['less', Number.NaN, 1, true],
] as const)('wants %s: %d is worse by a quarter than %d: %s', (better, value, stored, worse) => {
  expect(isWorse({ value, better }, stored)).toBe(worse);
});

it.each([
  ['more', 3, 5.5, true],
  ['more', 5, 5.5, false],
  ['more', 6, 5.5, false],
  ['less', 1.5, 1.3, true],
  ['less', 1.4, 1.3, false],
  ['less', undefined, 1.3, false],
] as const)('wants %s: the goal %d is low where %d was reached: %s', (better, goal, reached, low) => {
  expect(isGoalLow({ goal, better }, reached)).toBe(low);
});
