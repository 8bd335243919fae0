import { expect, it } from 'vitest';
import { sharesOfSteps } from '../../../../runtime/record/figures/draw/funnel.ts';

it('compares each step with the previous one', () => {
  expect(sharesOfSteps([40, 20, 5])).toEqual([null, 0.5, 0.25]);
  expect(sharesOfSteps([40, 0, 0])).toEqual([null, 0, null]);
});

it('compares results, which exclude each other, with their total', () => {
  expect(sharesOfSteps([6, 19, 25])).toEqual([0.12, 0.38, 0.5]);
  expect(sharesOfSteps([])).toEqual([]);
});
