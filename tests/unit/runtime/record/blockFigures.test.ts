import { expect, it } from 'vitest';
import type { ReportBlock } from '../../../../generated/definition.ts';
import { statistics } from '../../../../generated/statistics.ts';
import { blockFigures } from '../../../../runtime/record/figures/report/blockQuery.ts';

const asked = (block: Pick<ReportBlock, 'as' | 'figures'>) =>
  blockFigures({ statistic: 'customers', ...block }, statistics.customers);

it('a block requests the figures that it shows: all named ones, or those of its form', () => {
  expect(asked({ as: 'table', figures: ['won', 'customers'] })).toEqual(['won', 'customers']);
  expect(asked({ as: 'figures' })).toEqual(statistics.customers.figures.map(({ name }) => name));
  expect(asked({ as: 'bar', figures: ['won', 'customers'] })).toEqual(['won', 'customers']);
  expect(asked({ as: 'line' })).toEqual(['customers']);
  expect(asked({ as: 'pivot' })).toEqual(['customers']);
});
