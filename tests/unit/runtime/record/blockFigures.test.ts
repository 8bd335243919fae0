import { expect, it } from 'vitest';
import type { ReportBlock } from '../../../../generated/definition.ts';
import { statistics } from '../../../../generated/statistics.ts';
import { blockFigures } from '../../../../runtime/record/figures/report/blockQuery.ts';

const figuresOf = (block: Pick<ReportBlock, 'as' | 'figures'>) =>
  blockFigures({ statistic: 'customers', ...block }, statistics.customers);

it('a block requests the figures that it shows: all named ones, or those of its form', () => {
  expect(figuresOf({ as: 'table', figures: ['won', 'customers'] })).toEqual(['won', 'customers']);
  expect(figuresOf({ as: 'figures' })).toEqual(statistics.customers.figures.map(({ name }) => name));
  expect(figuresOf({ as: 'bar', figures: ['won', 'customers'] })).toEqual(['won', 'customers']);
  expect(figuresOf({ as: 'line' })).toEqual(['customers']);
  expect(figuresOf({ as: 'pivot' })).toEqual(['customers']);
});
