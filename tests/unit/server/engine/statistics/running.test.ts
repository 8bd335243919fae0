/**
 * Tests that cumulative figures are balances: they include earlier amounts, even in a period without changes.
 */
import { expect, it } from 'vitest';
import type { FoundRow } from '../../../../../server/engine/statistics/query.ts';
import type { StatisticQuestion } from '../../../../../server/engine/statistics/question.ts';
import { shapeAnswer } from '../../../../../server/engine/statistics/rows.ts';

const MONTH = { name: 'month', field: 'day', step: 'month' } as const;
const KIND = { name: 'kind', field: 'kind' };
const questionBy = (dimensions: StatisticQuestion['dimensions']): StatisticQuestion => ({
  dimensions,
  figures: [
    { name: 'amount', do: 'sum', field: 'amount' },
    { name: 'balance', do: 'sum', field: 'amount', running: true },
  ],
  currency: 'currency',
  period: { from: '2026-01-01', to: '2026-03-31' },
  before: null,
  sort: { name: 'month', isFalling: false },
  top: null,
});
const row = (values: unknown[], amount: string, currency = 'CNY', isTotal = false): FoundRow => ({
  ...{ isTotal, currency, values, figures: [amount, amount] },
});
const total = (amount: string, currency?: string): FoundRow => row([], amount, currency, true);
const shown = (answer: ReturnType<typeof shapeAnswer>) =>
  answer.rows.map(({ key, currency, figures }) => [
    ...Object.values(key),
    currency,
    figures.amount,
    figures.balance,
  ]);

it('adds each month to the earlier ones, including before the period, to the cent', () => {
  const now = [total('30.30'), row(['2026-01-01'], '10.10'), row(['2026-03-01'], '20.20')];
  const answer = shapeAnswer(
    questionBy([MONTH]),
    'day',
    { now, before: null },
    { now: [total('0.05')], before: [] },
  );
  expect(shown(answer)).toEqual([
    ['2026-01', 'CNY', '10.10', '10.15'],
    ['2026-02', 'CNY', null, '10.15'],
    ['2026-03', 'CNY', '20.20', '30.35'],
  ]);
  expect(answer.totals).toMatchObject([{ figures: { amount: '30.30', balance: '30.35' } }]);
});

it('includes the balance of a kind, and of a currency, without changes', () => {
  const now = [total('5.00'), row(['a'], '5.00')];
  const opened = {
    now: [
      total('8.00'),
      total('1.00', 'EUR'),
      row(['a'], '1.00'),
      row(['b'], '7.00'),
      row(['b'], '1.00', 'EUR'),
    ],
    before: [],
  };
  const answer = shapeAnswer(
    { ...questionBy([KIND]), sort: { name: 'kind', isFalling: false } },
    'day',
    { now, before: null },
    opened,
  );
  expect(shown(answer)).toEqual([
    ['a', 'CNY', '5.00', '6.00'],
    ['b', 'CNY', null, '7.00'],
    ['b', 'EUR', null, '1.00'],
  ]);
  expect(answer.totals.map(({ currency, figures }) => [currency, figures.balance])).toEqual([
    ['CNY', '13.00'],
    ['EUR', '1.00'],
  ]);
});
