import { expect, it } from 'vitest';
import { chartOption } from '../../../../runtime/record/figures/draw/chartOption.ts';
import { drawLines, linesOf, partLines } from '../../../../runtime/record/figures/draw/figureLines.ts';
import { partCurrencies, tableOf } from '../../../../runtime/record/figures/draw/series.ts';
import type { StatisticRow } from '../../../../runtime/record/figures/words.ts';

const row = (month: string, kind: string, profit: string, count: number, currency: string | null = null) =>
  ({
    key: { month, kind },
    currency,
    figures: { profit, count },
    before: null,
  }) as unknown as StatisticRow;

const answer = {
  by: ['month', 'kind'],
  rows: [row('2026-01', 'A', '10.00', 1), row('2026-01', 'B', '5.00', 2), row('2026-02', 'A', '7.50', 3)],
};

it('draws each requested figure, and stacks the parts of a single figure', () => {
  const lines = linesOf(answer, ['profit', 'count']);
  const drawn = drawLines(lines, ['red', 'green', 'blue', 'grey'], {
    name: ({ figure, row: { key } }) => `${figure} ${key.kind}`,
    before: 'before',
  });
  expect(drawn.map(({ name, color, values }) => [name, color, values])).toEqual([
    ['profit A', 'red', [10, 7.5]],
    ['profit B', 'green', [5, null]],
    ['count A', 'blue', [1, 3]],
    ['count B', 'grey', [2, null]],
  ]);
  const { series } = chartOption(
    {
      ...{ kind: 'bar', labels: ['2026-01', '2026-02'], series: drawn, stacked: true },
      text: (value, figure) => `${figure} ${value}`,
    },
    { width: 600, height: 300 },
  ) as unknown as { series: { stack: string; tooltip: { valueFormatter(value: unknown): string } }[] };
  expect(series.map(({ stack }) => stack)).toEqual(['profit', 'profit', 'count', 'count']);
  expect(series[2]!.tooltip.valueFormatter(3)).toBe('count 3');
});

const inTwo = {
  by: ['month', 'kind'],
  rows: [
    row('2026-01', 'A', '10.00', 1, 'CNY'),
    row('2026-01', 'A', '3.00', 1, 'USD'),
    row('2026-01', 'B', '5.00', 2, 'CNY'),
    row('2026-02', 'A', '7.50', 3, 'USD'),
  ],
};

it('draws the amounts of each currency in a separate chart, with the same categories', () => {
  const charts = partLines(linesOf(inTwo, ['profit']));
  expect(charts.map((lines) => lines.map(({ row, values }) => [row.currency, values]))).toEqual([
    [
      ['CNY', [10, null]],
      ['CNY', [5, null]],
    ],
    [['USD', [3, 7.5]]],
  ]);
});

it('lists the rows and columns of each currency side by side', () => {
  expect(partCurrencies(inTwo.rows).map(({ currency }) => currency)).toEqual(['CNY', 'CNY', 'USD', 'USD']);
  const { series } = tableOf(inTwo, 'profit');
  expect(series.map(({ row: { key, currency } }) => `${key.kind} ${currency}`)).toEqual([
    'A CNY',
    'B CNY',
    'A USD',
  ]);
});
