import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { entities } from '../../../generated/entities.ts';
import { column_names } from '../../../runtime/list/fields.ts';
import { query_build, sort_toggle, state_read, state_write } from '../../../runtime/list/query.ts';
import { date_ranges } from '../../../runtime/list/ranges.ts';

const customer = entities.customer;
const read = (search: string) => state_read(customer, new URLSearchParams(search));

describe('the address of a list', () => {
  it('says nothing where all is as usual', () => {
    const usual = read('');
    expect(usual).toEqual({
      search: '',
      filters: {},
      sort: [{ field: 'updatedAt', order: 'desc' }],
      current: 1,
      size: 10,
    });
    expect(state_write(customer, usual).toString()).toBe('');
  });

  it('comes back as the same state', () => {
    const state = {
      search: '苏州 & co',
      filters: { state: ['developing', 'deal'] },
      sort: [
        { field: 'level', order: 'asc' as const },
        { field: 'name', order: 'desc' as const },
      ],
      current: 3,
      size: 50,
    };
    expect(read(state_write(customer, state).toString())).toEqual(state);
  });

  it('leaves out what the list does not know: filters, columns, sizes (V160), pages', () => {
    const state = read('f.password=x&sort=password,-name&size=1000&page=-3');
    expect(state).toMatchObject({
      filters: {},
      sort: [{ field: 'name', order: 'desc' }],
      size: 10,
      current: 1,
    });
  });

  it('keeps a list unsorted when its usual order was switched off', () => {
    const unsorted = { ...read(''), sort: [] };
    expect(read(state_write(customer, unsorted).toString()).sort).toEqual([]);
  });
});

describe('query_build', () => {
  it('asks for choices with in, for days with the ends of the local day', () => {
    const { filter, sort } = query_build(customer, read('f.state=deal,lost&sort=-level,name'));
    expect(JSON.parse(filter!)).toEqual({ and: [{ field: 'state', op: 'in', value: ['deal', 'lost'] }] });
    expect(sort).toBe('-level,name');

    const alarm = { ...entities.alarm, list: { ...entities.alarm.list, filters: ['reportTime'] } };
    const query = query_build(
      alarm,
      state_read(alarm, new URLSearchParams('f.reportTime=2026-01-01~2026-01-31')),
    );
    expect(JSON.parse(query.filter!).and).toEqual([
      { field: 'reportTime', op: 'gte', value: new Date('2026-01-01T00:00:00.000').toISOString() },
      { field: 'reportTime', op: 'lte', value: new Date('2026-01-31T23:59:59.999').toISOString() },
    ]);
  });

  it('leaves an open end of a range open, and sends numbers as numbers', () => {
    const station = {
      ...entities.station,
      list: { ...entities.station.list, filters: ['capacity', 'initialTime'] },
    };
    const query = query_build(
      station,
      state_read(station, new URLSearchParams('f.capacity=5~&f.initialTime=~2026-01-31')),
    );
    expect(JSON.parse(query.filter!).and).toEqual([
      { field: 'capacity', op: 'gte', value: 5 },
      { field: 'initialTime', op: 'lte', value: '2026-01-31' },
    ]);
  });
});

describe('sort_toggle', () => {
  const asc = (field: string) => ({ field, order: 'asc' as const });
  const desc = (field: string) => ({ field, order: 'desc' as const });

  it('goes from ascending over descending to off', () => {
    expect(sort_toggle([], 'a', false)).toEqual([asc('a')]);
    expect(sort_toggle([asc('a')], 'a', false)).toEqual([desc('a')]);
    expect(sort_toggle([desc('a')], 'a', false)).toEqual([]);
    expect(sort_toggle([desc('a')], 'b', false)).toEqual([asc('b')]);
  });

  it('with Shift adds a column or changes it in its place', () => {
    expect(sort_toggle([asc('a')], 'b', true)).toEqual([asc('a'), asc('b')]);
    expect(sort_toggle([asc('a'), asc('b')], 'a', true)).toEqual([desc('a'), asc('b')]);
    expect(sort_toggle([desc('a'), asc('b')], 'a', true)).toEqual([asc('b')]);
  });
});

describe('columns', () => {
  it('begin with those of the list and leave hidden fields out', () => {
    const names = column_names(customer);
    expect(names.slice(0, customer.list.columns.length)).toEqual(customer.list.columns);
    expect(names).not.toContain('ownerId');
  });
});

describe('date_ranges (V162)', () => {
  const day = (moment: dayjs.Dayjs) => moment.format('YYYY-MM-DD');
  const now = dayjs('2026-03-31T10:00:00');
  const ranges = Object.fromEntries(date_ranges(now).map(({ key, from, to }) => [key, [day(from), day(to)]]));

  it('offers twelve, each ending now but for those of the past', () => {
    expect(ranges).toEqual({
      'list.rangeToday': ['2026-03-31', '2026-03-31'],
      'list.rangeYesterday': ['2026-03-30', '2026-03-30'],
      'list.rangeWeek': ['2026-03-25', '2026-03-31'],
      'list.rangeTwoWeeks': ['2026-03-18', '2026-03-31'],
      'list.range30': ['2026-03-02', '2026-03-31'],
      'list.range90': ['2026-01-01', '2026-03-31'],
      'list.range182': ['2025-10-01', '2026-03-31'],
      'list.range365': ['2025-04-01', '2026-03-31'],
      'list.rangeMonth': ['2026-03-01', '2026-03-31'],
      'list.rangeQuarter': ['2026-01-01', '2026-03-31'],
      'list.rangeYear': ['2026-01-01', '2026-03-31'],
      'list.rangeLastMonth': ['2026-02-01', '2026-02-28'],
    });
  });
});
