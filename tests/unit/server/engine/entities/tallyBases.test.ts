import { describe, expect, it } from 'vitest';
import type { FilterNode } from '../../../../../server/engine/entities/list/filter.ts';
import {
  countBases,
  isFilterLocal,
  makeBases,
} from '../../../../../server/engine/entities/list/tallyBases.ts';

const bases = makeBases(
  ['state', 'vip', 'sub_level'],
  [1, 10, 100, 1000],
  [
    ['deal', 'lost', 'deal', null],
    ['true', 'false', null, 'true'],
    ['1', '', '2', null],
  ],
);
const columnOf = (field: string): string => (field === 'subLevel' ? 'sub_level' : field);
const count = (filter: FilterNode | null): number => countBases(bases, filter, columnOf);
const state = { field: 'state', type: 'string' } as const;
const subLevel = { field: 'subLevel', type: 'string' } as const;

describe('records counted from bases', () => {
  it.each<[string, FilterNode | null, number]>([
    ['no filter', null, 1111],
    ['a value', { ...state, op: 'eq', value: 'deal' }, 101],
    ['another value, or none', { ...state, op: 'ne', value: 'deal' }, 1010],
    ['some values', { ...state, op: 'in', value: ['deal', 'lost'] }, 111],
    ['none of no values', { ...state, op: 'in', value: [] }, 0],
    ['other values, or none', { ...state, op: 'notIn', value: ['lost'] }, 1101],
    ['all but no values', { ...state, op: 'notIn', value: [] }, 1111],
    ['as good as no text', { ...subLevel, op: 'empty', value: true }, 1010],
    ['a text', { ...subLevel, op: 'empty', value: false }, 101],
    ['yes or no', { field: 'vip', type: 'boolean', op: 'eq', value: true }, 1001],
    ['neither yes nor no', { field: 'vip', type: 'boolean', op: 'empty', value: true }, 100],
    ['a number', { field: 'subLevel', type: 'integer', op: 'in', value: [1, 2] }, 101],
    [
      'both',
      {
        and: [
          { ...state, op: 'eq', value: 'deal' },
          { ...subLevel, op: 'eq', value: '2' },
        ],
      },
      100,
    ],
    [
      'either',
      {
        or: [
          { ...state, op: 'empty', value: true },
          { ...subLevel, op: 'eq', value: '2' },
        ],
      },
      1100,
    ],
    ['all of nothing, any of nothing', { and: [{ and: [] }, { or: [] }] }, 0],
  ])('%s', (_, filter, expected) => {
    expect(isFilterLocal(filter)).toBe(true);
    expect(count(filter)).toBe(expected);
  });

  it('leave patterns, sorting and inexact values to the database', () => {
    expect(isFilterLocal({ ...state, op: 'startsWith', value: 'd' })).toBe(false);
    expect(isFilterLocal({ or: [{ ...state, op: 'gt', value: 'd' }] })).toBe(false);
    expect(isFilterLocal({ field: 'share', type: 'number', op: 'eq', value: 0.5 })).toBe(false);
  });
});
