/**
 * Tests that the columns of figures in a list are as wide as their figures. If all figures have one currency, it is
 * in the head.
 */
import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import { cutColumnsSheet } from '../../../../runtime/kit/table/CutColumns.tsx';
import { cutSheet, placeFigures } from '../../../../runtime/list/table/CutFigures.tsx';
import { figureNeeds, findFigures } from '../../../../runtime/list/table/figureColumns.ts';

const entity = entities.orderPay;
const row = (id: number, amount: string | null, currency: string) => ({ id, version: 1, amount, currency });
const find = (records: ReturnType<typeof row>[], sums: Parameters<typeof findFigures>[1]['sums'] = null) =>
  findFigures(['name', 'amount'], { entity, records, sums, dictionaries, lang: 'en' });

describe('an amount', () => {
  it('is below its currency if all rows and sums share it', () => {
    const sums = { amount: [{ currency: 'CNY', sum: '1234567.50' }] };
    expect(find([row(1, '1.00', 'CNY'), row(2, null, 'USD')], sums).get('amount')).toEqual({
      unit: 'CNY',
      texts: ['1.00', '--', '1,234,567.50'],
    });
  });

  it('shows its currency if there are several', () => {
    const { unit, texts } = find([row(1, '1.00', 'CNY'), row(2, '2.00', 'USD')]).get('amount')!;
    expect(unit).toBeUndefined();
    expect(texts).toEqual(['CNY 1.00', 'USD 2.00']);
  });

  it('has a column that is as wide as the widest of them', () => {
    const [short, long] = ['1.00', '9999999999.99'].map((amount) =>
      figureNeeds(find([row(1, amount, 'CNY')])),
    );
    expect(long!.amount).toBeGreaterThan(short!.amount!);
    expect(Object.keys(long!)).toEqual(['amount']);
  });
});

describe('a partly visible figure', () => {
  const figures = [
    { index: 1, from: 0, to: 100 },
    { index: 2, from: 100, to: 200 },
    { index: 3, from: 200, to: 300 },
  ];
  const left = (from: number, to: number): number[] =>
    figures.flatMap(({ index }) =>
      cutSheet('x', figures, { from, to }).includes(`.wd-column-${index}{text-indent`) ? [index] : [],
    );

  it('is hidden, on either side, and no other', () => {
    expect(left(0, 300)).toEqual([]);
    expect(left(0, 250)).toEqual([3]);
    expect(left(50, 250)).toEqual([1, 3]);
    expect(left(100, 200)).toEqual([]);
    expect(left(0, 195)).toEqual([]);
  });

  it('is an amount or a day, and no text', () => {
    const parts = { start: ['name'], center: ['amount', 'due', 'condition'], end: [] };
    const sizes = { name: 90, amount: 100, due: 110, condition: 120 };
    expect(placeFigures(entity, parts, sizes)).toEqual([
      { index: 1, from: 0, to: 100 },
      { index: 2, from: 100, to: 210 },
    ]);
  });

  it('remains if there is room for only a part of it', () => {
    expect(left(0, 80)).toEqual([]);
  });
});

describe('a column of a table that is scrolled', () => {
  const column = (index: number, isBare: boolean) => ({
    index,
    isBare: () => isBare,
    from: index * 100,
    to: index * 100 + 100,
  });
  const columns = [column(1, true), column(2, false), column(3, true)];

  it('has a mark where its figures would be cut off, on the visible side', () => {
    const sheet = cutColumnsSheet('x', columns, { from: 150, to: 350 });
    expect(sheet).toContain(':nth-child(2){text-indent');
    expect(sheet).toContain(':nth-child(4){text-indent');
    expect(sheet).toContain(':nth-child(4):not(:empty)::before');
    expect(sheet).not.toContain(':nth-child(2):not(:empty)::before');
  });

  it('shows its text beside hidden figures if it contains both', () => {
    const sheet = cutColumnsSheet('x', columns, { from: 100, to: 250 });
    expect(sheet).toBe('.x>:is(tbody,tfoot)>tr>:nth-child(3) .wd-figures{visibility:hidden}');
  });

  it('is unchanged if it is completely visible', () => {
    expect(cutColumnsSheet('x', columns, { from: 100, to: 400 })).toBe('');
  });
});
