import { describe, expect, it } from 'vitest';
import { entities } from '../../../generated/entities.ts';
import {
  condition_complete,
  type FilterGroup,
  group_count,
  group_query,
  group_read,
  group_tidy,
  group_write,
} from '../../../runtime/list/filter/group.ts';
import { filter_names, op_choices } from '../../../runtime/list/filter/ops.ts';
import {
  choice_of,
  condition_choose,
  condition_new,
  group_join,
  node_add,
  node_remove,
  node_set,
} from '../../../runtime/list/filter/tree.ts';

const customer = entities.customer;
const city = { field: 'city', op: 'contains', value: 'Su' } as const;
const nested: FilterGroup = {
  join: 'and',
  nodes: [city, { join: 'or', nodes: [{ field: 'state', op: 'in', value: ['deal'] }] }],
};

describe('a built filter in the address', () => {
  it('comes back as it was written', () => {
    expect(group_read(customer, group_write(nested))).toEqual(nested);
    expect(group_count(nested)).toBe(2);
  });

  it.each([
    ['no JSON', '{'],
    ['no group', '{"field":"city","op":"eq","value":"x"}'],
    ['a field that the list does not know', '{"and":[{"field":"password","op":"eq","value":"x"}]}'],
    ['a comparison that the field does not have', '{"and":[{"field":"city","op":"between","value":[1,2]}]}'],
    ['a value that is missing', '{"and":[{"field":"city","op":"eq"}]}'],
    ['groups deeper than the server reads', '{"and":[{"or":[{"and":[{"field":"city","op":"me"}]}]}]}'],
  ])('is none with %s', (_, text) => {
    expect(group_read(customer, text)).toBeNull();
  });
});

describe('group_tidy', () => {
  it('drops conditions that are not filled in, and groups without any', () => {
    const draft: FilterGroup = {
      join: 'and',
      nodes: [
        city,
        { field: 'name', op: 'eq' },
        { join: 'or', nodes: [{ field: 'state', op: 'in', value: [] }] },
      ],
    };
    expect(group_tidy(draft)).toEqual({ join: 'and', nodes: [city] });
  });

  it('takes a range only with both ends', () => {
    expect(condition_complete({ field: 'a', op: 'between', value: ['x', null] })).toBe(false);
    expect(condition_complete({ field: 'a', op: 'between', value: [0, 1] })).toBe(true);
    expect(condition_complete({ field: 'a', op: 'eq', value: false })).toBe(true);
  });
});

describe('group_query', () => {
  it('asks for a day as the local day from its first to its last moment', () => {
    const group: FilterGroup = {
      join: 'or',
      nodes: [
        { field: 'createdAt', op: 'eq', value: '2026-03-31' },
        { field: 'createdAt', op: 'within', value: 'thisMonth' },
      ],
    };
    expect(group_query(customer, group)).toEqual({
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
  it('fit its kind, and "me" is offered where users are named', () => {
    expect(op_choices(customer, 'city')).toContain('startsWith');
    expect(op_choices(customer, 'state')).toEqual(['in', 'notIn', 'empty', 'filled']);
    expect(op_choices(customer, 'createdAt')[0]).toBe('within');
    expect(op_choices(customer, 'ownerId')[0]).toBe('me');
    expect(filter_names(customer)).toContain('ownerId');
  });

  it('keep the value when they ask for the same kind of it', () => {
    expect(condition_choose(city, 'startsWith')).toEqual({ ...city, op: 'startsWith' });
    expect(condition_choose({ field: 'a', op: 'gt', value: 5 }, 'between')).toEqual({
      field: 'a',
      op: 'between',
    });
    const filled = condition_choose(city, 'filled');
    expect(filled).toEqual({ field: 'city', op: 'empty', value: false });
    expect(choice_of(filled)).toBe('filled');
  });
});

describe('building', () => {
  it('adds, changes, joins and removes at a place within the tree', () => {
    const added = node_add(nested, [1], city);
    expect(group_count(added)).toBe(3);
    const changed = node_set(added, [1, 1], { ...city, value: 'Ning' });
    expect(changed.nodes[1]).toMatchObject({ nodes: [{ op: 'in' }, { value: 'Ning' }] });
    expect(group_join(changed, [1], 'and').nodes[1]).toMatchObject({ join: 'and' });
    expect(node_remove(changed, [1]).nodes).toEqual([city]);
    expect(nested.nodes).toHaveLength(2);
  });

  it('begins with the usual comparison of the field', () => {
    expect(condition_new(customer, 'createdAt')).toEqual({ field: 'createdAt', op: 'within' });
    expect(condition_new(customer, 'ownerId').op).toBe('eq');
  });
});
