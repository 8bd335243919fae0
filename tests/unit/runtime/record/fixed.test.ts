import { describe, expect, it } from 'vitest';
import { narrowFixed, valuesOfFixed } from '../../../../runtime/record/query/fixed.ts';

const FIXED = { state: 'deal', level: ['VIP', 'SVIP'], city: null, ownerId: 7 };

describe('values that are fixed for all records of a list', () => {
  it('are added to every other filter', () => {
    const query = {
      search: 'star',
      filter: JSON.stringify({ and: [{ field: 'name', op: 'eq', value: 'A' }] }),
    };
    expect(narrowFixed(query, undefined)).toBe(query);
    const { filter, search } = narrowFixed(query, FIXED);
    expect(search).toBe('star');
    expect(JSON.parse(filter ?? '')).toEqual({
      and: [
        { field: 'state', op: 'eq', value: 'deal' },
        { field: 'level', op: 'in', value: ['VIP', 'SVIP'] },
        { field: 'city', op: 'empty', value: true },
        { field: 'ownerId', op: 'eq', value: 7 },
        { field: 'name', op: 'eq', value: 'A' },
      ],
    });
    expect(JSON.parse(narrowFixed({ filter: undefined }, { state: 'deal' }).filter ?? '')).toEqual({
      and: [{ field: 'state', op: 'eq', value: 'deal' }],
    });
  });

  it('are the defaults of a new record if they are single values', () => {
    expect(valuesOfFixed(FIXED)).toEqual({ state: 'deal', ownerId: 7 });
    expect(valuesOfFixed({ level: ['VIP'] })).toBeUndefined();
    expect(valuesOfFixed({ roles: [3], level: ['VIP'] }, (name) => name === 'roles')).toEqual({ roles: [3] });
    expect(valuesOfFixed({ roles: [3, 4] }, () => true)).toBeUndefined();
    expect(valuesOfFixed(undefined)).toBeUndefined();
  });
});
