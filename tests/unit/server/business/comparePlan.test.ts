/** Tests that a comparison has plan and result of each period, also if one of them is missing. */
import { expect, it } from 'vitest';
import { comparePlan, shareOf } from '../../../../server/business/comparePlan.ts';

const part = (count: number, amount: string, currency = 'CNY') => ({ currency, figures: { count, amount } });
const row = (month: string, count: number, amount: string, currency: string | null = 'CNY') => ({
  ...{ currency, figures: { count, amount } },
  key: { month },
  labels: {},
});

it('has a row for each period of either, and totals by currency', () => {
  const plan = {
    rows: [row('2026-02', 4, '1200.00'), row('2026-01', 2, '0.00')],
    totals: [part(6, '1200.00')],
  };
  const actual = {
    // A month without a bid has no currency.
    rows: [row('2026-01', 0, '0.00', null), row('2026-02', 1, '600.00'), row('2026-03', 1, '5.00', 'USD')],
    totals: [part(1, '600.00'), part(1, '5.00', 'USD')],
  };
  const { rows, totals } = comparePlan('month', plan, actual);
  expect(rows.map(({ period, currency, rate }) => [period, currency, rate.count, rate.amount])).toEqual([
    ['2026-01', 'CNY', 0, null],
    ['2026-02', 'CNY', 0.25, 0.5],
    ['2026-03', 'USD', null, null],
  ]);
  expect(totals).toMatchObject([
    { currency: 'CNY', rate: { count: 0.1667, amount: 0.5 } },
    { currency: 'USD', plan: { count: 0, amount: '0.00' }, rate: { count: null } },
  ]);
});

it('is a share to four decimals, and none without a plan', () => {
  expect([shareOf(19, 20), shareOf('11930000.00', '12000000.00'), shareOf(1, 0), shareOf(null, 3)]).toEqual([
    0.95,
    0.9942,
    null,
    0,
  ]);
});
