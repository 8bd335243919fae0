import { describe, expect, it } from 'vitest';
import { readColumns } from '../../../../pages/studio/parts/design/fields/sheetColumns.ts';

const columnOf = (title: string, ...values: string[]) =>
  readColumns([[title], ...values.map((value) => [value])])[0];
const typeOf = (title: string, ...values: string[]) => columnOf(title, ...values)?.type;

describe('a column of a sheet', () => {
  it.each([
    ['integer', 'Quantity', ['1', '-20', '']],
    ['number', 'Weight', ['1', '2.5']],
    ['money', 'Unit price', ['10', '2.50']],
    ['money', '金额', ['10']],
    ['text', 'Code', ['001', '002']],
    ['date', 'Needed by', ['2026-01-31', '']],
    ['date-time', 'Arrived', ['2026-01-31 08:30:00', '2026-02-01']],
    ['boolean', 'Urgent', ['TRUE', 'FALSE', 'TRUE']],
    ['boolean', '加急', ['是', '否']],
    ['longText', 'Remark', ['x'.repeat(201), 'short']],
    ['text', 'Supplier', ['a', 'b', 'c', 'd']],
    ['text', 'Nothing', ['', '']],
  ])('is of the kind %s', (type, title, values) => {
    expect(typeOf(title, ...values)).toBe(type);
  });

  it('is a choice if few values repeat', () => {
    const states = ['new', 'used', 'new', 'used', 'new', 'used'];
    expect(columnOf('State', ...states)).toMatchObject({ type: 'options', choices: 'new\nused' });
    expect(typeOf('State', 'new', 'new', 'new', 'new')).toBe('text');
  });

  it('is ignored without a name; without values it is excluded at first', () => {
    const columns = readColumns([
      ['Name', ' ', 'Later'],
      ['Filter', 'lost', ''],
    ]);
    expect(columns).toMatchObject([
      { title: 'Name', used: true, distinct: true, samples: ['Filter'] },
      { title: 'Later', used: false },
    ]);
  });

  it('identifies rows if each value is unique', () => {
    expect(columnOf('Name', 'a', 'b', 'a')?.distinct).toBe(false);
    expect(columnOf('Name', 'a', '', 'c')?.distinct).toBe(false);
    expect(columnOf('Name', 'a', 'b', 'c')?.distinct).toBe(true);
  });
});
