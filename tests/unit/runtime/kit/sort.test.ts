import { describe, expect, it } from 'vitest';
import { sortRows, toggleSort } from '../../../../runtime/kit/table/sort.ts';

describe('toggleSort', () => {
  const asc = (field: string) => ({ field, order: 'asc' as const });
  const desc = (field: string) => ({ field, order: 'desc' as const });

  it('switches from ascending to descending to off', () => {
    expect(toggleSort([], 'a', false)).toEqual([asc('a')]);
    expect(toggleSort([asc('a')], 'a', false)).toEqual([desc('a')]);
    expect(toggleSort([desc('a')], 'a', false)).toEqual([]);
    expect(toggleSort([desc('a')], 'b', false)).toEqual([asc('b')]);
  });

  it('with Shift adds a column or changes it in its place', () => {
    expect(toggleSort([asc('a')], 'b', true)).toEqual([asc('a'), asc('b')]);
    expect(toggleSort([asc('a'), asc('b')], 'a', true)).toEqual([desc('a'), asc('b')]);
    expect(toggleSort([desc('a'), asc('b')], 'a', true)).toEqual([asc('b')]);
  });
});

describe('sortRows', () => {
  const rows = [
    { name: 'meter 10', load: 2 },
    { name: 'Meter 2', load: null },
    { name: 'meter 1', load: 2 },
    { name: 'Pump', load: 11 },
  ];
  const names = (sort: Parameters<typeof sortRows>[1]) =>
    sortRows(rows, sort, (row, field) => row[field as keyof (typeof rows)[0]]).map(({ name }) => name);

  it('keeps the order of unsorted rows', () => {
    expect(sortRows(rows, [], () => null)).toBe(rows);
  });

  it('compares numbers by value, also within texts', () => {
    expect(names([{ field: 'name', order: 'asc' }])).toEqual(['meter 1', 'Meter 2', 'meter 10', 'Pump']);
    expect(names([{ field: 'load', order: 'asc' }])[2]).toBe('Pump');
  });

  it('puts rows without a value last in either direction, and equal ones in their order', () => {
    expect(names([{ field: 'load', order: 'asc' }])).toEqual(['meter 10', 'meter 1', 'Pump', 'Meter 2']);
    expect(names([{ field: 'load', order: 'desc' }])).toEqual(['Pump', 'meter 10', 'meter 1', 'Meter 2']);
  });

  it('sorts by a second column what is equal in the first', () => {
    const load = { field: 'load', order: 'desc' } as const;
    expect(names([load, { field: 'name', order: 'asc' }])).toEqual([
      'Pump',
      'meter 1',
      'meter 10',
      'Meter 2',
    ]);
  });
});
