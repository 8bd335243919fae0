/** A table proposes rows from records that it can choose. A proposal that fills nothing is refused. */
import { describe, expect, it } from 'vitest';
import { EXTRA, field, problemsOf, text } from '../rackWith.ts';

const proposal = (more: object = {}) => ({
  ...{ title: text, by: 'rack', sort: '-cells', values: { cost: 'price' } },
  ...{ share: { field: 'cost', of: 'price' }, ...more },
});

const table = (propose: object, more: object = {}) =>
  field({
    ...{ type: 'array', 'x-control': 'table', 'x-propose': propose },
    items: {
      type: 'object',
      properties: {
        rack: field({ type: 'integer', 'x-ref': 'batteryRack' }),
        cost: field({ format: 'money' }),
      },
    },
    ...more,
  });

const problems = (value: unknown) =>
  problemsOf(EXTRA, value).map(({ pointer, message }) => `${pointer.split('/x-propose')[1]} ${message}`);

describe('rows that a table proposes', () => {
  it('pass if they choose records, copy their fields and share an amount', () => {
    expect(problems(table(proposal()))).toEqual([]);
    expect(problems(table(proposal({ share: undefined, begin: true })))).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['what chooses no record', { by: 'cost' }, /^\/by .*use rack/],
    ['an order by what is not there', { sort: 'clels' }, /^\/sort .*use "cells"/],
    ['a value of no field of the row', { values: { csot: 'price' } }, /^\/values\/csot .*cost/],
    ['a field that the record does not have', { values: { cost: 'prise' } }, /^\/values\/cost.*price/],
    ['a share that is no amount', { share: { field: 'rack', of: 'price' } }, /^\/share\/field .*use cost/],
    ['a share of what is no amount', { share: { field: 'cost', of: 'cells' } }, /^\/share\/of .*use price/],
  ])('refuse %s', (_, more, message) => {
    expect(problems(table(proposal(more)))).toEqual([expect.stringMatching(message)]);
  });

  it('belong to a table', () => {
    expect(problems(table(proposal(), { 'x-control': undefined }))).toEqual([
      expect.stringMatching(/fills a table/),
    ]);
  });
});
