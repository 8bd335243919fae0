import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../../../runtime/core/fieldType.ts';
import { NAMED_RANGES, rangeDays } from '../../../../../runtime/core/time/namedRange.ts';
import type { Columns } from '../../../../../server/engine/entities/columns.ts';
import { type FilterContext, parseFilter } from '../../../../../server/engine/entities/list/filter.ts';
import { likePattern } from '../../../../../server/engine/entities/list/filterSql.ts';
import { AppError } from '../../../../../server/platform/errors/errors.ts';

const columns: Columns = new Map([
  ['token', 'sealed'],
  ['id', 'integer'],
  ['version', 'integer'],
  ['name', 'string'],
  ['amount', 'number'],
  ['price', 'decimal'],
  ['active', 'boolean'],
  ['since', 'date'],
  ['updatedAt', 'date-time'],
  ['key', 'uuid'],
  ['tags', 'json'],
  ['words', 'json'],
  ['rows', 'json'],
  ['address', 'words'],
]);
/** The comparisons of fields that are not sealed. For a sealed field, only its presence can be compared. */
type Open = Exclude<Comparison, 'sealed'>;
const FIELDS: Readonly<Record<Open, string>> = {
  integer: 'id',
  string: 'name',
  number: 'amount',
  decimal: 'price',
  boolean: 'active',
  date: 'since',
  'date-time': 'updatedAt',
  uuid: 'key',
  words: 'address',
  json: 'tags',
};

// 07:30 on Saturday the 21st in Shanghai, and still Friday the 20th in Los Angeles.
const NOW = Date.UTC(2026, 10, 20, 23, 30);
const caller: FilterContext = {
  userId: 7,
  zone: 'Asia/Shanghai',
  now: NOW,
  itemType: (field) => ({ tags: 'integer', words: 'string' })[field] as Comparison | undefined,
  participation: ['id', 'tags', 'secret'],
  ...{ entity: 'thing', marks: ['favourite'], owner: null },
  hidden: new Set(['secret']),
  siteNode: (stationSn) => ({ field: 'name', type: 'string', op: 'eq', value: stationSn }),
};
const read = (source: unknown, by = caller) => parseFilter(columns, JSON.stringify(source), by);
const parse = (...and: unknown[]) => read({ and });

const refusal = (run: () => unknown): { key: string; field: string | undefined } => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return { key: error.key, field: error.extras.field };
    throw error;
  }
  return { key: 'accepted', field: undefined };
};

const VALUES: Readonly<Record<Open, [string | number | boolean, string | number | boolean]>> = {
  integer: [1, 2],
  string: ['a', 'b'],
  number: [1, 2.5],
  decimal: ['9.90', '10.00'],
  boolean: [true, false],
  date: ['2026-02-27', '2026-02-28'],
  'date-time': ['2026-11-21T10:00:00Z', '2026-11-21T11:00:00.5+08:00'],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3302'],
  words: ['Hangzhou', 'Ningbo'],
  json: [4, 5],
};
const ORDERED: Open[] = ['integer', 'string', 'number', 'decimal', 'date', 'date-time'];
const SCALAR: Open[] = [...ORDERED, 'boolean', 'uuid'];
const ALLOWED: Readonly<Record<string, readonly Open[]>> = {
  eq: SCALAR,
  ne: SCALAR,
  gt: ORDERED,
  gte: ORDERED,
  lt: ORDERED,
  lte: ORDERED,
  between: ORDERED,
  in: [...ORDERED, 'uuid', 'json'],
  notIn: [...ORDERED, 'uuid', 'json'],
  contains: ['string', 'words', 'json'],
  startsWith: ['string'],
  empty: [...SCALAR, 'words', 'json'],
  within: ['date', 'date-time'],
  me: ['integer', 'json'],
};

function conditionOf(op: string, type: Open): Record<string, unknown> {
  const field = FIELDS[type];
  const [one, other] = VALUES[type];
  if (op === 'me') return { field, op };
  const several = op === 'between' || op === 'in' || op === 'notIn';
  const value = several ? [one, other] : op === 'empty' ? true : op === 'within' ? 'today' : one;
  return { field, op, value };
}

const MATRIX = Object.keys(ALLOWED).flatMap((op) =>
  (Object.keys(FIELDS) as Open[]).map((type): [string, Open] => [op, type]),
);

describe('the operator', () => {
  it.each(MATRIX)('%s on %s is accepted exactly where it has a meaning', (op, type) => {
    const { key, field } = refusal(() => parse(conditionOf(op, type)));
    if (ALLOWED[op]?.includes(type)) expect(key).toBe('accepted');
    else expect([key, field]).toEqual(['entity.filterOp', '/query/filter/and/0/op']);
  });

  it.each((Object.keys(FIELDS) as Open[]).filter((type) => type !== 'json' && type !== 'words'))(
    'eq refuses a value that no %s has, and says where',
    (type) => {
      for (const value of [null, {}, [], type === 'string' ? 5 : 'no such value', Number.MAX_VALUE]) {
        if (type === 'number' && typeof value === 'number') continue;
        const condition = { field: FIELDS[type], op: 'eq', value };
        expect(refusal(() => parse(condition))).toEqual({
          key: 'entity.filterValue',
          field: '/query/filter/and/0/value',
        });
      }
    },
  );
});

describe('a sealed field', () => {
  it.each(Object.keys(ALLOWED).filter((op) => op !== 'empty'))('cannot be compared by %s', (op) => {
    const condition = op === 'me' ? { field: 'token', op } : { field: 'token', op, value: 'a' };
    expect(refusal(() => parse(condition))).toEqual({
      key: 'entity.fieldSealed',
      field: '/query/filter/and/0/field',
    });
  });

  it('selects the records of a station, if records have one', () => {
    expect(parse({ op: 'site', value: 'SZ01' })).toEqual({
      and: [{ field: 'name', type: 'string', op: 'eq', value: 'SZ01' }],
    });
    expect(refusal(() => parse({ op: 'site', value: 7 }))).toEqual({
      key: 'entity.filterValue',
      field: '/query/filter/and/0/value',
    });
    const nowhere = { ...caller, siteNode: () => null };
    expect(refusal(() => read({ and: [{ op: 'site', value: 'SZ01' }] }, nowhere))).toEqual({
      key: 'entity.filterOp',
      field: '/query/filter/and/0/op',
    });
    expect(refusal(() => parse({ op: 'site', field: 'name', value: 'SZ01' })).key).toBe(
      'entity.filterSyntax',
    );
  });

  it('is compared only by its presence', () => {
    const empty = { field: 'token', op: 'empty', value: true };
    expect(parse(empty)).toEqual({ and: [{ ...empty, type: 'sealed' }] });
  });
});

describe('filter', () => {
  it('filters a list by any of the values, or by none of them', () => {
    const tags = { field: 'tags', type: 'json' };
    expect(
      parse({ field: 'tags', op: 'in', value: [3, 4] }, { field: 'tags', op: 'notIn', value: [5] }),
    ).toEqual({
      and: [
        { ...tags, op: 'holds', value: [3, 4] },
        { ...tags, op: 'lacks', value: [5] },
      ],
    });
    expect(parse({ field: 'words', op: 'contains', value: 'red' })).toEqual({
      and: [{ field: 'words', type: 'json', op: 'holds', value: ['red'] }],
    });
  });

  it('is empty without conditions', () => {
    expect(parseFilter(columns, undefined, caller)).toBeNull();
    expect(parseFilter(columns, '', caller)).toBeNull();
  });

  it('keeps the nesting of groups', () => {
    const name = { field: 'name', op: 'eq', value: 'a' };
    const id = { field: 'id', op: 'gt', value: 3 };
    expect(read({ or: [name, { and: [id, { or: [name, id] }] }] })).toEqual({
      or: [
        { ...name, type: 'string' },
        {
          and: [
            { ...id, type: 'integer' },
            {
              or: [
                { ...name, type: 'string' },
                { ...id, type: 'integer' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('ignores a group without conditions', () => {
    expect(read({ or: [] })).toEqual({ and: [] });
  });

  it.each([
    [
      'a column that is not there',
      { field: 'password_hash', op: 'eq', value: 'x' },
      'entity.filterField',
      '/field',
    ],
    [
      'SQL in the place of a column',
      { field: 'name"; drop', op: 'eq', value: 'x' },
      'entity.filterField',
      '/field',
    ],
    [
      'a property of every object',
      { field: 'constructor', op: 'eq', value: 1 },
      'entity.filterField',
      '/field',
    ],
    ['an unknown operator', { field: 'name', op: 'like', value: 'x' }, 'entity.filterOp', '/op'],
    [
      'an operator of every object',
      { field: 'name', op: 'constructor', value: 'x' },
      'entity.filterOp',
      '/op',
    ],
    [
      'a day that does not exist',
      { field: 'since', op: 'eq', value: '2026-02-30' },
      'entity.filterValue',
      '/value',
    ],
    [
      'an unknown range of days',
      { field: 'since', op: 'within', value: 'soon' },
      'entity.filterValue',
      '/value',
    ],
    ['a text in numbers', { field: 'tags', op: 'contains', value: '3' }, 'entity.filterValue', '/value'],
    ['a number in texts', { field: 'words', op: 'contains', value: 3 }, 'entity.filterValue', '/value'],
    ['a text among numbers', { field: 'tags', op: 'in', value: [3, '4'] }, 'entity.filterValue', '/value'],
    [
      'what no value of a list can be',
      { field: 'rows', op: 'contains', value: 'a' },
      'entity.filterOp',
      '/op',
    ],
    ['oneself in a list of texts', { field: 'words', op: 'me' }, 'entity.filterOp', '/op'],
    ['half a range', { field: 'amount', op: 'between', value: [1] }, 'entity.filterValue', '/value'],
    ['an object as a value', { field: 'name', op: 'eq', value: { $ne: 1 } }, 'entity.filterValue', '/value'],
    ['a NUL character', { field: 'name', op: 'eq', value: 'a\u0000b' }, 'entity.filterValue', '/value'],
    [
      'a number beyond four bytes',
      { field: 'version', op: 'eq', value: 3e9 },
      'entity.filterValue',
      '/value',
    ],
    ['a condition without a field', { op: 'eq', value: 1 }, 'entity.filterSyntax', ''],
    ['a condition without an operator', { field: 'id', value: 1 }, 'entity.filterSyntax', ''],
    ['more than a condition says', { field: 'id', op: 'eq', value: 1, or: 2 }, 'entity.filterSyntax', ''],
    ['a value for "me"', { field: 'id', op: 'me', value: 1 }, 'entity.filterSyntax', ''],
  ])('refuses %s at its place', (_, condition, key, place) => {
    expect(refusal(() => parse({ and: [condition] }))).toEqual({
      key,
      field: `/query/filter/and/0/and/0${place}`,
    });
  });

  it('refuses to compare hidden fields, as a permission and not as a mistake', () => {
    expect(refusal(() => parse({ field: 'secret', op: 'empty', value: true }))).toEqual({
      key: 'entity.fieldHidden',
      field: '/query/filter/and/0/field',
    });
  });

  it('refuses an invalid group', () => {
    for (const text of ['{', '[]', '{"and":{}}', '{"and":[],"x":1}', '"and"', 'null', '{"field":"id"}'])
      expect(refusal(() => parseFilter(columns, text, caller, '/selection/filter'))).toEqual({
        key: 'entity.filterSyntax',
        field: '/selection/filter',
      });
  });

  it('has limits: three groups deep, fifty conditions, five hundred values', () => {
    const id = { field: 'id', op: 'eq', value: 1 };
    expect(refusal(() => parse({ or: [{ and: [id] }] })).key).toBe('accepted');
    expect(refusal(() => parse({ or: [{ and: [{ or: [id] }] }] }))).toEqual({
      key: 'entity.filterDeep',
      field: '/query/filter/and/0/or/0/and/0',
    });
    expect(refusal(() => parse(...Array.from({ length: 51 }, () => id))).key).toBe('entity.filterMany');
    const values = Array.from({ length: 501 }, (_, at) => at);
    expect(refusal(() => parse({ field: 'id', op: 'in', value: values })).key).toBe('entity.filterValue');
  });
});

describe('times', () => {
  const updatedAt = (op: string, value: unknown, zone = caller.zone) =>
    read({ and: [{ field: 'updatedAt', op, value }] }, { ...caller, zone });
  const one = (condition: object) => ({ and: [{ field: 'updatedAt', type: 'date-time', ...condition }] });
  const DAY = ['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z'];

  it('of a day mean the whole day of the caller', () => {
    expect(updatedAt('eq', '2026-11-21')).toEqual(one({ op: 'during', value: DAY }));
    expect(updatedAt('ne', '2026-11-21')).toEqual(one({ op: 'notDuring', value: DAY }));
    expect(updatedAt('gt', '2026-11-21')).toEqual(one({ op: 'gte', value: DAY[1] }));
    expect(updatedAt('gte', '2026-11-21')).toEqual(one({ op: 'gte', value: DAY[0] }));
    expect(updatedAt('lt', '2026-11-21')).toEqual(one({ op: 'lt', value: DAY[0] }));
    expect(updatedAt('lte', '2026-11-21')).toEqual(one({ op: 'lt', value: DAY[1] }));
    expect(updatedAt('between', ['2026-11-21', '2026-11-21'])).toEqual(one({ op: 'during', value: DAY }));
  });

  it('without a zone are read in the zone of the caller', () => {
    expect(updatedAt('gt', '2026-11-21T08:00')).toEqual(one({ op: 'gt', value: '2026-11-21T00:00:00.000Z' }));
    // The clock jumps from 02:00 to 03:00.
    expect(updatedAt('gt', '2026-03-29T02:30:00', 'Europe/Berlin')).toEqual(
      one({ op: 'gt', value: '2026-03-29T01:30:00.000Z' }),
    );
  });

  it("of today are the caller's day, whatever the day is elsewhere", () => {
    expect(updatedAt('within', 'today')).toEqual(one({ op: 'during', value: DAY }));
    expect(updatedAt('within', 'today', 'America/Los_Angeles')).toEqual(
      one({ op: 'during', value: ['2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'] }),
    );
    expect(parse({ field: 'since', op: 'within', value: 'past7Days' })).toEqual({
      and: [{ field: 'since', type: 'date', op: 'between', value: ['2026-11-15', '2026-11-21'] }],
    });
  });

  it('within ranges are days that end today, or with the range', () => {
    const days = NAMED_RANGES.map((range) => {
      const { firstDay, lastDay } = rangeDays(range, NOW, 'Asia/Shanghai');
      return `${range} ${firstDay} ${lastDay}`;
    });
    expect(days).toEqual([
      'today 2026-11-21 2026-11-21',
      'yesterday 2026-11-20 2026-11-20',
      'past7Days 2026-11-15 2026-11-21',
      'past14Days 2026-11-08 2026-11-21',
      'past30Days 2026-10-23 2026-11-21',
      'past90Days 2026-08-24 2026-11-21',
      'past182Days 2026-05-24 2026-11-21',
      'past365Days 2025-11-22 2026-11-21',
      'thisMonth 2026-11-01 2026-11-21',
      'thisQuarter 2026-10-01 2026-11-21',
      'thisYear 2026-01-01 2026-11-21',
      'lastMonth 2026-10-01 2026-10-31',
    ]);
  });

  it('within a day with a clock change have the length of that day', () => {
    const { from, to } = rangeDays('today', Date.UTC(2026, 2, 29, 12), 'Europe/Berlin');
    expect(Date.parse(to) - Date.parse(from)).toBe(23 * 3_600_000);
  });
});

describe('the person who asks', () => {
  it('is meant by "me", in a field of one user and in a list of users', () => {
    expect(parse({ field: 'id', op: 'me' }, { field: 'tags', op: 'me' })).toEqual({
      and: [
        { field: 'id', type: 'integer', op: 'eq', value: 7 },
        { field: 'tags', type: 'json', op: 'holds', value: [7] },
      ],
    });
  });

  it('can filter by their own marks only', () => {
    const marked = { field: 'id', type: 'integer', op: 'marked', mark: 'favourite', of: 'thing', userId: 7 };
    expect(parse({ op: 'unmarked', value: 'favourite' })).toEqual({ and: [{ ...marked, value: false }] });
  });

  it('participates if any of the fields with people names them, except hidden fields', () => {
    expect(parse({ op: 'participation' })).toEqual({
      and: [
        {
          or: [
            { field: 'id', type: 'integer', op: 'eq', value: 7 },
            { field: 'tags', type: 'json', op: 'holds', value: [7] },
          ],
        },
      ],
    });
  });
});

describe('a search pattern', () => {
  it('treats wildcards as normal characters', () => {
    expect(likePattern('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
  });
});
