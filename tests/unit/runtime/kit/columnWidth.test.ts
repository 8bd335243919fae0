import { expect, it } from 'vitest';
import { SHARED_WIDTH, widthOfFigures } from '../../../../runtime/kit/table/column.ts';

it('a column of figures is as wide as its longest one, and at least as wide as the others', () => {
  expect(widthOfFigures([])).toBe(SHARED_WIDTH);
  expect(widthOfFigures(['4', '12'])).toBe(SHARED_WIDTH);
  const [long, longer] = [widthOfFigures(['4,196.000 kWh']), widthOfFigures(['1', 'CNY 14,196,000.00'])];
  expect(long).toBeGreaterThan(SHARED_WIDTH);
  expect(longer).toBeGreaterThan(long);
});
