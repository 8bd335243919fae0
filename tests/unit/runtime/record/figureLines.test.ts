import { expect, it } from 'vitest';
import { chartOption } from '../../../../runtime/record/figures/draw/chartOption.ts';
import { drawLines, linesOf } from '../../../../runtime/record/figures/draw/figureLines.ts';
import type { StatisticRow } from '../../../../runtime/record/figures/words.ts';

const row = (month: string, kind: string, profit: string, count: number) =>
  ({
    key: { month, kind },
    currency: null,
    figures: { profit, count },
    before: null,
  }) as unknown as StatisticRow;

const answer = {
  by: ['month', 'kind'],
  rows: [row('2026-01', 'A', '10.00', 1), row('2026-01', 'B', '5.00', 2), row('2026-02', 'A', '7.50', 3)],
};

it('draws each figure that is asked, and stacks the parts of one figure alone', () => {
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
