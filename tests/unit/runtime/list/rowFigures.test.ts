/**
 * Tests figures over the records that refer to the rows of a list. Each currency has its own column, behind the name.
 */
import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { statistics } from '../../../../generated/statistics.ts';
import {
  layoutDefault,
  layoutIsUsual,
  readLayout,
  toggleFigure,
} from '../../../../runtime/list/table/columnLayout.ts';
import {
  addFigures,
  type FiguresAnswer,
  layoutWithFigures,
  layoutWithoutFigures,
} from '../../../../runtime/list/table/rowFigures.ts';
import { isSortable } from '../../../../runtime/record/query/fields.ts';

const entity = entities.customer;
const records = [1, 2].map((id) => ({ id, version: 1, name: `Customer ${id}` }));
const row = (id: number, currency: string, overdue: string): FiguresAnswer['rows'][number] => ({
  ...{ key: { customerId: id }, labels: {}, currency, place: 1, before: null, change: null },
  figures: { overdue },
});
const answer = (...rows: FiguresAnswer['rows']): FiguresAnswer => ({
  ...{ statistic: statistics.receivables, by: 'customerId', figures: ['overdue'], rows },
});

describe('the figures of rows', () => {
  it('have a column for each currency of a row', () => {
    const shown = addFigures(entity, records, [
      answer(row(1, 'CNY', '166765.42'), row(1, 'USD', '48000.00')),
    ]);
    expect(shown.names).toEqual(['receivables.overdue.CNY', 'receivables.overdue.USD']);
    expect(shown.records[0]).toMatchObject({
      ...{ 'receivables.overdue.CNY': '166765.42', 'receivables.overdue.USD': '48000.00' },
      'receivables.overdue.USD.currency': 'USD',
    });
    expect(shown.records[1]).toEqual(records[1]);
    expect(shown.entity.schema.properties).toMatchObject({
      'receivables.overdue.CNY': { format: 'money', title: { en: 'Overdue' } },
    });
    for (const name of shown.names) expect(isSortable(shown.entity, name)).toBe(false);
  });

  it('do not change a list without figures', () => {
    expect(addFigures(entity, records, [answer()])).toEqual({ entity, records, names: [] });
  });

  it('are after the name, and are not stored with the arrangement', () => {
    const layout = { shown: ['name', 'state'], widths: { name: 200 }, start: [], end: ['state'] };
    const shown = layoutWithFigures(layout, ['receivables.overdue.CNY']);
    expect(shown.shown).toEqual(['name', 'receivables.overdue.CNY', 'state']);
    expect(layoutWithoutFigures(shown)).toEqual(layout);
  });

  it('are hidden in all their currencies by the user, and can be shown again', () => {
    const usual = layoutDefault(entity);
    const figures = ['CNY', 'USD', 'EUR'].map((currency) => `receivables.overdue.${currency}`);
    const hidden = toggleFigure(usual, 'receivables.overdue');
    const shown = layoutWithFigures(hidden, [...figures, 'receiptCredits.credit.CNY']);
    expect(shown.shown).toEqual([usual.shown[0], 'receiptCredits.credit.CNY', ...usual.shown.slice(1)]);
    // The choice is saved with the arrangement and read again.
    const stored = layoutWithoutFigures(shown);
    expect(layoutIsUsual(entity, stored)).toBe(false);
    expect(readLayout(entity, JSON.parse(JSON.stringify(stored)))).toEqual(hidden);
    expect(readLayout(entity, { ...stored, hidden: ['receivables.lost', 7] })).toEqual(usual);
    expect(layoutIsUsual(entity, toggleFigure(stored, 'receivables.overdue'))).toBe(true);
  });
});
