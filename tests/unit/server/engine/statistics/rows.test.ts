/** Tests that the answer of a statistic is built from the rows found, for this period and the earlier one. */
import { describe, expect, it } from 'vitest';
import type { FoundRow } from '../../../../../server/engine/statistics/query.ts';
import type { StatisticQuestion } from '../../../../../server/engine/statistics/question.ts';
import { shapeAnswer } from '../../../../../server/engine/statistics/rows.ts';

const question = (more: Partial<StatisticQuestion> = {}): StatisticQuestion => ({
  dimensions: [{ name: 'month', field: 'signedAt', step: 'month' }],
  figures: [
    { name: 'orders', do: 'count' },
    { name: 'amount', do: 'sum', field: 'gross' },
    { name: 'mean', do: 'ratio', of: ['amount', 'orders'] },
  ],
  currency: undefined,
  period: { from: '2026-01-01', to: '2026-03-31' },
  before: { from: '2025-01-01', to: '2025-03-31' },
  sort: { name: 'month', isFalling: false },
  top: null,
  ...more,
});
const found = (
  values: unknown[],
  figures: FoundRow['figures'],
  currency: string | null = null,
): FoundRow => ({
  ...{ isTotal: false, currency, values, figures },
});
const total = (figures: FoundRow['figures']): FoundRow => ({ ...found([], figures), isTotal: true });

describe('the rows of a statistic', () => {
  it('are beside those of the year before, month by month (C460)', () => {
    const now = [
      total([2, '240000.25']),
      found(['2026-02-01'], [1, '150000.25']),
      found(['2026-03-01'], [1, '90000.00']),
    ];
    const before = [total([2, '200000.50']), found(['2025-02-01'], [2, '200000.50'])];
    const { rows, totals } = shapeAnswer(question(), 'signedAt', { now, before });
    expect(
      rows.map(({ key, figures, before: was, change }) => [
        key.month,
        figures.amount,
        was?.amount,
        change?.amount,
      ]),
    ).toEqual([
      ['2026-01', null, null, null],
      ['2026-02', '150000.25', '200000.50', expect.closeTo(-0.25, 5)],
      ['2026-03', '90000.00', null, null],
    ]);
    expect(totals[0]?.change?.amount).toBeCloseTo(0.2, 5);
    expect(rows[1]?.figures.mean).toBe(150000.25);
  });

  it('include rows that only the earlier period has', () => {
    const before = [found(['2025-01-01'], [3, '30.00'])];
    const { rows } = shapeAnswer(question(), 'signedAt', { now: [], before });
    expect(rows[0]).toMatchObject({ figures: { orders: 0 }, before: { orders: 3 }, change: { orders: -1 } });
  });

  it('are ranked for each currency separately, and share ranks', () => {
    const byMonth = question({
      dimensions: [{ name: 'customer', field: 'customerId' }],
      ...{ period: null, before: null, sort: { name: 'amount', isFalling: true }, top: 2 },
    });
    const now = [
      found([1], [1, '90.00'], 'CNY'),
      found([2], [1, '100.00'], 'CNY'),
      found([3], [1, '90.00'], 'CNY'),
      found([4], [1, '5.00'], 'CNY'),
      found([5], [1, '9.00'], 'USD'),
      found([6], [1, null], 'USD'),
    ];
    const { rows } = shapeAnswer(byMonth, 'signedAt', { now, before: null });
    expect(rows.map(({ key, place, currency }) => [key.customer, place, currency])).toEqual([
      [2, 1, 'CNY'],
      [1, 2, 'CNY'],
      [3, 2, 'CNY'],
      [5, 1, 'USD'],
      [6, 2, 'USD'],
    ]);
  });
});
