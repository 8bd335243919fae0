import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../server/entities/columns.ts';
import { filter_parse, sort_parse } from '../../../server/entities/filter.ts';
import { like_pattern } from '../../../server/entities/query.ts';
import { AppError } from '../../../server/http/errors.ts';

const columns: Columns = new Map([
  ['id', 'integer'],
  ['name', 'string'],
  ['amount', 'number'],
  ['price', 'money'],
  ['active', 'boolean'],
  ['since', 'date'],
  ['updatedAt', 'date-time'],
  ['tags', 'json'],
]);

const parse = (...and: unknown[]) => filter_parse(columns, JSON.stringify({ and }));
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
  return 'accepted';
};

describe('filter', () => {
  it('takes every operation on a column of a fitting type', () => {
    const conditions = [
      { field: 'name', op: 'contains', value: '50%_' },
      { field: 'name', op: 'in', value: ['a', 'b'] },
      { field: 'amount', op: 'between', value: [1, 2.5] },
      { field: 'price', op: 'gte', value: '9.90' },
      { field: 'active', op: 'eq', value: true },
      { field: 'since', op: 'lte', value: '2026-02-28' },
      { field: 'updatedAt', op: 'gte', value: '2026-11-21T10:00:00.000Z' },
      { field: 'tags', op: 'contains', value: 'red' },
      { field: 'name', op: 'empty', value: false },
      { field: 'id', op: 'ne', value: 3 },
    ];
    const parsed = parse(...conditions);
    expect(parsed).toHaveLength(conditions.length);
    expect(parsed[2]).toEqual({ field: 'amount', type: 'number', op: 'between', value: [1, 2.5] });
  });

  it('is nothing when nothing is given', () => {
    expect(filter_parse(columns, undefined)).toEqual([]);
    expect(filter_parse(columns, '')).toEqual([]);
  });

  it.each([
    [
      'a column that is not in the definition',
      { field: 'password_hash', op: 'eq', value: 'x' },
      'entity.filterField',
    ],
    [
      'SQL in the place of a column',
      { field: 'name"; drop table customer; --', op: 'eq', value: 'x' },
      'entity.filterField',
    ],
    ['a property of every object', { field: 'constructor', op: 'eq', value: 'x' }, 'entity.filterField'],
    ['an unknown operation', { field: 'name', op: 'like', value: 'x' }, 'entity.filterOp'],
    ['an order of truth values', { field: 'active', op: 'gte', value: true }, 'entity.filterOp'],
    ['text for a number', { field: 'amount', op: 'eq', value: '1' }, 'entity.filterValue'],
    ['a number for text', { field: 'name', op: 'eq', value: 1 }, 'entity.filterValue'],
    ['a day that does not exist', { field: 'since', op: 'eq', value: '2026-13-01' }, 'entity.filterValue'],
    ['a broken range', { field: 'amount', op: 'between', value: [1] }, 'entity.filterValue'],
    ['an object as a value', { field: 'name', op: 'eq', value: { $ne: 1 } }, 'entity.filterValue'],
    ['a NUL character', { field: 'name', op: 'eq', value: 'a\u0000b' }, 'entity.filterValue'],
    ['a condition without a field', { op: 'eq', value: 1 }, 'entity.filterSyntax'],
  ])('refuses %s', (_, condition, key) => {
    expect(refusal(() => parse(condition))).toBe(key);
  });

  it('refuses what is not a list of conditions', () => {
    for (const text of ['{', '[]', '{"or":[]}', '{"and":{}}', '{"and":[],"x":1}', '"and"', 'null'])
      expect(refusal(() => filter_parse(columns, text))).toBe('entity.filterSyntax');
    expect(
      refusal(() => parse(...Array.from({ length: 51 }, () => ({ field: 'id', op: 'eq', value: 1 })))),
    ).toBe('entity.filterSyntax');
  });
});

describe('sort', () => {
  it('takes fields by comma, a minus descends, and the id makes it stable', () => {
    expect(sort_parse(columns, 'name,-amount', [])).toEqual([
      { field: 'name', order: 'asc' },
      { field: 'amount', order: 'desc' },
      { field: 'id', order: 'asc' },
    ]);
    expect(sort_parse(columns, '-id', [])).toEqual([{ field: 'id', order: 'desc' }]);
  });

  it('falls back to the order of the list', () => {
    expect(sort_parse(columns, undefined, [{ field: 'since', order: 'desc' }])[0]).toEqual({
      field: 'since',
      order: 'desc',
    });
  });

  it('refuses a field that is not a column', () => {
    expect(refusal(() => sort_parse(columns, 'name,(select 1)', []))).toBe('entity.sortField');
  });
});

describe('a search pattern', () => {
  it('finds wildcards as the characters they are', () => {
    expect(like_pattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
  });
});
