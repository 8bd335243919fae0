import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { layoutDefault } from '../../../../runtime/list/table/columnLayout.ts';
import { columnNames } from '../../../../runtime/record/query/fields.ts';
import { filterNames, opChoices } from '../../../../runtime/record/query/ops.ts';
import {
  buildQuery,
  buildSelection,
  type ListState,
  readState,
  writeState,
} from '../../../../runtime/record/query/query.ts';
import { DATE_RANGE_NAMES } from '../../../../runtime/record/query/ranges.ts';

const customer = entities.customer;
const read = (search: string) => readState(customer, new URLSearchParams(search));

describe('the address of a list', () => {
  it('is empty for default settings', () => {
    const usual = read('');
    expect(usual).toEqual({
      search: '',
      filters: {},
      group: null,
      participation: false,
      unowned: false,
      marks: [],
      sort: [{ field: 'updatedAt', order: 'desc' }],
      current: 1,
      size: 10,
      mode: 'pages',
      display: null,
      columns: null,
      view: null,
    });
    expect(writeState(customer, usual).toString()).toBe('');
  });

  it('is restored to the same state', () => {
    const state: ListState = {
      search: '苏州 & co',
      filters: { state: ['developing', 'deal'] },
      group: {
        join: 'or',
        nodes: [
          { field: 'city', op: 'startsWith', value: '苏' },
          { join: 'and', nodes: [{ field: 'createdAt', op: 'within', value: 'past7Days' }] },
        ],
      },
      participation: true,
      unowned: true,
      marks: ['favourite'],
      sort: [
        { field: 'level', order: 'asc' as const },
        { field: 'name', order: 'desc' as const },
      ],
      current: 3,
      size: 50,
      mode: 'pages',
      display: 'kanban',
      columns: ['name', 'city'],
      view: 7,
    };
    expect(read(writeState(customer, state).toString())).toEqual(state);
  });

  it('shows records with a parent as a tree, and contains only a different choice', () => {
    const { dept } = entities;
    const mode = (search: string) => readState(dept, new URLSearchParams(search));
    expect(mode('').mode).toBe('tree');
    expect(writeState(dept, mode('')).toString()).toBe('');
    expect(writeState(dept, mode('mode=pages')).toString()).toBe('mode=pages');
    expect(read('mode=tree').mode).toBe('pages');
  });

  it('drops unknown filters, columns, sizes (V160) and pages', () => {
    const state = read('f.password=x&sort=password,-name&size=1000&page=-3');
    expect(state).toMatchObject({
      filters: {},
      sort: [{ field: 'name', order: 'desc' }],
      size: 10,
      current: 1,
    });
  });

  it('keeps a list unsorted after its default order was disabled', () => {
    const unsorted = { ...read(''), sort: [] };
    expect(read(writeState(customer, unsorted).toString()).sort).toEqual([]);
  });
});

describe('buildQuery', () => {
  it('filters choices with `in`, and days by the ends of the local day', () => {
    const { filter, sort } = buildQuery(customer, read('f.state=deal,lost&sort=-level,name'));
    expect(JSON.parse(filter!)).toEqual({ and: [{ field: 'state', op: 'in', value: ['deal', 'lost'] }] });
    expect(sort).toBe('-level,name');

    const alarm = { ...entities.alarm, list: { ...entities.alarm.list, filters: ['reportTime'] } };
    const query = buildQuery(
      alarm,
      readState(alarm, new URLSearchParams('f.reportTime=2026-01-01~2026-01-31')),
    );
    expect(JSON.parse(query.filter!).and).toEqual([
      { field: 'reportTime', op: 'gte', value: new Date('2026-01-01T00:00:00.000').toISOString() },
      { field: 'reportTime', op: 'lte', value: new Date('2026-01-31T23:59:59.999').toISOString() },
    ]);
  });

  it('filters a list of references by any of them, with the type of its values', () => {
    const { user } = entities;
    const { filter } = buildQuery(user, readState(user, new URLSearchParams('f.roles=3,4&f.deptIds=5')));
    expect(JSON.parse(filter!)).toEqual({
      and: [
        { field: 'deptIds', op: 'in', value: [5] },
        { field: 'roles', op: 'in', value: [3, 4] },
      ],
    });
  });

  it('keeps an open range open, and sends numbers as numbers', () => {
    const station = {
      ...entities.station,
      list: { ...entities.station.list, filters: ['capacity', 'initialTime'] },
    };
    const query = buildQuery(
      station,
      readState(station, new URLSearchParams('f.capacity=5~&f.initialTime=~2026-01-31')),
    );
    expect(JSON.parse(query.filter!).and).toEqual([
      { field: 'capacity', op: 'gte', value: 5 },
      { field: 'initialTime', op: 'lte', value: '2026-01-31' },
    ]);
  });
});

describe('buildSelection', () => {
  const filterOf = (address: string) =>
    JSON.parse(buildSelection(customer, read(address)).filter!) as unknown;

  it('sends a relative date to the server, which knows the caller’s day', () => {
    expect(DATE_RANGE_NAMES).toHaveLength(12);
    const alarm = { ...entities.alarm, list: { ...entities.alarm.list, filters: ['reportTime'] } };
    const state = readState(alarm, new URLSearchParams('f.reportTime=past30Days'));
    expect(JSON.parse(buildSelection(alarm, state).filter!)).toEqual({
      and: [{ field: 'reportTime', op: 'within', value: 'past30Days' }],
    });
  });

  it('joins filters, builder and participation', () => {
    const group = encodeURIComponent(
      '{"or":[{"field":"city","op":"eq","value":"A"},{"field":"ownerId","op":"me"}]}',
    );
    expect(filterOf(`f.state=deal&filter=${group}&mine=1`)).toEqual({
      and: [
        { field: 'state', op: 'in', value: ['deal'] },
        {
          or: [
            { field: 'city', op: 'eq', value: 'A' },
            { field: 'ownerId', op: 'me' },
          ],
        },
        { op: 'participation' },
      ],
    });
  });

  it('is empty without a filter', () => {
    expect(buildSelection(customer, read(''))).toEqual({ search: undefined, filter: undefined });
  });
});

describe('a sealed field', () => {
  const { device } = entities;

  it('may be a column, and is filtered only by its presence', () => {
    expect(columnNames(device)).toContain('token');
    expect(opChoices(device, 'token')).toEqual(['empty', 'filled']);
  });

  it('cannot sort a list, whatever an address contains', () => {
    const { sort } = readState(device, new URLSearchParams('sort=-token,name'));
    expect(sort).toEqual([{ field: 'name', order: 'asc' }]);
  });
});

describe('columns', () => {
  it('are the ones of the list by default, without hidden fields', () => {
    const names = columnNames(customer);
    expect(names.slice(0, customer.list.columns.length)).toEqual(customer.list.columns);
    expect(columnNames(entities.orderLine)).not.toContain('currency');
  });

  it('may include creator and time of creation, which no list shows by default', () => {
    for (const entity of [entities.leave, entities.station, entities.dict, customer]) {
      expect(columnNames(entity)).toEqual(expect.arrayContaining(['createdBy', 'createdAt', 'updatedAt']));
      expect(layoutDefault(entity).shown).not.toContain('createdBy');
      expect(filterNames(entity)).toContain('createdBy');
      expect(opChoices(entity, 'createdBy')).toEqual(['me', 'in', 'notIn', 'empty', 'filled']);
    }
  });
});
