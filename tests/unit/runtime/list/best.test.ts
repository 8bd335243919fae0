/** Finds the best values when records are compared side by side. */
import { expect, it } from 'vitest';
import { bestRecords } from '../../../../runtime/list/displays/compare/best.ts';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';

const row = (id: number, amount: unknown, currency = 'CNY'): ListRecord => ({
  id,
  version: 1,
  amount,
  currency,
});
const MONEY = { type: 'string', format: 'money', 'x-currency': 'currency' } as const;
const best = (rows: ListRecord[], way: 'least' | 'greatest' = 'least') => [
  ...bestRecords(rows, 'amount', MONEY, way),
];

it('are the smallest or the largest, compared as figures', () => {
  const rows = [row(1, '100.00'), row(2, '9.50'), row(3, null), row(4, '9.50')];
  expect(best(rows)).toEqual([2, 4]);
  expect(best(rows, 'greatest')).toEqual([1]);
});

it('are empty for equal values, a single value, and several currencies', () => {
  expect(best([row(1, '5.00'), row(2, '5.00')])).toEqual([]);
  expect(best([row(1, '5.00'), row(2, null)])).toEqual([]);
  expect(best([row(1, '5.00'), row(2, '4.00', 'EUR')])).toEqual([]);
});
