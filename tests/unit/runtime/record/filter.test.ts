import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import {
  completeCondition,
  countGroup,
  type FilterGroup,
  groupQuery,
  readGroup,
  tidyGroup,
  writeGroup,
} from '../../../../runtime/record/query/group.ts';
import { filterNames, opChoices } from '../../../../runtime/record/query/ops.ts';
import {
  addNode,
  choiceOf,
  chooseCondition,
  joinGroup,
  newCondition,
  removeNode,
  setNode,
} from '../../../../runtime/record/query/tree.ts';

const customer = entities.customer;
const city = { field: 'city', op: 'contains', value: 'Su' } as const;
const nested: FilterGroup = {
  join: 'and',
  nodes: [city, { join: 'or', nodes: [{ field: 'state', op: 'in', value: ['deal'] }] }],
};

describe('a built filter in the address', () => {
  it('is restored as it was written', () => {
    expect(readGroup(customer, writeGroup(nested))).toEqual(nested);
    expect(countGroup(nested)).toBe(2);
  });

  it.each([
    ['no JSON', '{'],
    ['no group', '{"field":"city","op":"eq","value":"x"}'],
    ['a field that the list does not know', '{"and":[{"field":"password","op":"eq","value":"x"}]}'],
    ['a comparison that the field does not have', '{"and":[{"field":"city","op":"between","value":[1,2]}]}'],
    ['a value that is missing', '{"and":[{"field":"city","op":"eq"}]}'],
    ['groups deeper than the server reads', '{"and":[{"or":[{"and":[{"field":"city","op":"me"}]}]}]}'],
  ])('is none with %s', (_, text) => {
    expect(readGroup(customer, text)).toBeNull();
  });
});

describe('tidyGroup', () => {
  it('drops incomplete conditions, and empty groups', () => {
    const draft: FilterGroup = {
      join: 'and',
      nodes: [
        city,
        { field: 'name', op: 'eq' },
        { join: 'or', nodes: [{ field: 'state', op: 'in', value: [] }] },
      ],
    };
    expect(tidyGroup(draft)).toEqual({ join: 'and', nodes: [city] });
  });

  it('accepts a range only with both ends', () => {
    expect(completeCondition({ field: 'a', op: 'between', value: ['x', null] })).toBe(false);
    expect(completeCondition({ field: 'a', op: 'between', value: [0, 1] })).toBe(true);
    expect(completeCondition({ field: 'a', op: 'eq', value: false })).toBe(true);
  });
});

describe('groupQuery', () => {
  it('filters by a local day from its first to its last moment', () => {
    const group: FilterGroup = {
      join: 'or',
      nodes: [
        { field: 'createdAt', op: 'eq', value: '2026-03-31' },
        { field: 'createdAt', op: 'within', value: 'thisMonth' },
      ],
    };
    expect(groupQuery(customer, group)).toEqual({
      or: [
        {
          field: 'createdAt',
          op: 'between',
          value: [
            new Date('2026-03-31T00:00:00.000').toISOString(),
            new Date('2026-03-31T23:59:59.999').toISOString(),
          ],
        },
        { field: 'createdAt', op: 'within', value: 'thisMonth' },
      ],
    });
  });
});

describe('the comparisons of a field', () => {
  it('suit its kind, and include "me" for users', () => {
    expect(opChoices(customer, 'city')).toContain('startsWith');
    expect(opChoices(customer, 'state')).toEqual(['in', 'notIn', 'empty', 'filled']);
    expect(opChoices(customer, 'createdAt')[0]).toBe('within');
    expect(opChoices(customer, 'ownerId')[0]).toBe('me');
    expect(filterNames(customer)).toContain('ownerId');
  });

  it('keep the value if they need the same kind of it', () => {
    expect(chooseCondition(city, 'startsWith')).toEqual({ ...city, op: 'startsWith' });
    expect(chooseCondition({ field: 'a', op: 'gt', value: 5 }, 'between')).toEqual({
      field: 'a',
      op: 'between',
    });
    const filled = chooseCondition(city, 'filled');
    expect(filled).toEqual({ field: 'city', op: 'empty', value: false });
    expect(choiceOf(filled)).toBe('filled');
  });
});

describe('building', () => {
  it('adds, changes, joins and removes at a place in the tree', () => {
    const added = addNode(nested, [1], city);
    expect(countGroup(added)).toBe(3);
    const changed = setNode(added, [1, 1], { ...city, value: 'Ning' });
    expect(changed.nodes[1]).toMatchObject({ nodes: [{ op: 'in' }, { value: 'Ning' }] });
    expect(joinGroup(changed, [1], 'and').nodes[1]).toMatchObject({ join: 'and' });
    expect(removeNode(changed, [1]).nodes).toEqual([city]);
    expect(nested.nodes).toHaveLength(2);
  });

  it('begins with the usual comparison of the field', () => {
    expect(newCondition(customer, 'createdAt')).toEqual({ field: 'createdAt', op: 'within' });
    expect(newCondition(customer, 'ownerId').op).toBe('in');
  });
});
