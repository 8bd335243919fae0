/** Computed defaults (x-default), with which new records and rows begin. */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import {
  fillDefaults,
  fillRows,
  followDefaults,
  hasDefault,
  newItem,
} from '../../../../../runtime/core/rules/defaults.ts';

const date = (more: object = {}) => ({ type: 'string', format: 'date', ...more });
const VISIT = {
  type: 'object',
  properties: {
    userId: { type: 'integer', 'x-default': { var: '$context.userId' } },
    day: date({ 'x-default': { var: '$context.today' } }),
    due: date({ 'x-default': { dateAdd: [{ var: 'day' }, 30] } }),
    rate: { type: 'string', format: 'money', default: '13.00' },
    lines: {
      type: 'array',
      'x-lines': { entity: 'line', field: 'visitId', key: 'id' },
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          rate: { type: 'string', format: 'money', 'x-default': { var: '../../rate' } },
          place: { type: 'integer', 'x-default': { '+': [{ var: '../index' }, 1] } },
        },
      },
    },
  },
} as unknown as Field;
const CONTEXT = { userId: 7, today: '2026-03-01' };

describe('an expression as default', () => {
  it('reads the current user, and the fields before it', () => {
    expect(fillDefaults(VISIT, {}, CONTEXT)).toEqual({
      ...{ userId: 7, day: '2026-03-01', due: '2026-03-31', rate: '13.00' },
    });
    expect(fillDefaults(VISIT, { day: '2026-01-31' }, CONTEXT)).toMatchObject({ due: '2026-03-02' });
    expect(fillDefaults(VISIT, {}, {})).toEqual({ rate: '13.00' });
  });

  it('is computed for new rows only, with the record around them', () => {
    const values = { rate: '6.00', lines: [{ id: 1 }, {}, { rate: null }] };
    expect(fillRows(VISIT, values).lines).toEqual([
      { id: 1 },
      { rate: '6.00', place: 2 },
      { rate: null, place: 3 },
    ]);
    const list = [{}];
    const item = VISIT.properties!.lines!.items!;
    expect(newItem(item, 0, {}, { list, index: 0, values: { rate: '9.00' } })).toEqual({
      ...{ rate: '9.00', place: 1 },
    });
  });
});

describe('a default that follows another field', () => {
  const before = { day: '2026-03-01', due: '2026-03-31', rate: '13.00' };

  it('changes with it until a user edits it', () => {
    const moved = { ...before, day: '2026-03-02' };
    expect(followDefaults(VISIT, { now: moved, before }, CONTEXT)).toMatchObject({ due: '2026-04-01' });
    const touched = { ...before, due: '2026-05-01' };
    const later = { now: { ...touched, day: '2026-03-02' }, before: touched };
    expect(followDefaults(VISIT, later, CONTEXT)).toMatchObject({ due: '2026-05-01' });
    const emptied = { day: '2026-03-01' };
    expect(followDefaults(VISIT, { now: emptied, before }, CONTEXT)).toBe(emptied);
  });

  it('changes in new rows, but not in saved ones', () => {
    const old = { ...before, lines: [{ rate: '13.00' }, { id: 4, rate: '13.00' }, { rate: '1.00' }] };
    const now = { ...old, rate: '6.00' };
    expect(followDefaults(VISIT, { now, before: old }, CONTEXT).lines).toEqual([
      { rate: '6.00' },
      { id: 4, rate: '13.00' },
      { rate: '1.00' },
    ]);
  });
});

describe('rows that depend on the other rows of their list', () => {
  const PARTS = {
    type: 'object',
    properties: {
      amount: { type: 'string', format: 'money' },
      plan: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            percent: { type: 'number' },
            part: {
              ...{ type: 'string', format: 'money' },
              'x-default': {
                split: [{ var: '../../amount' }, { var: '../../plan' }, 'percent', { var: '../index' }],
              },
            },
          },
        },
      },
    },
  } as unknown as Field;
  const follow = (now: object[], before: object[]) =>
    followDefaults(
      PARTS,
      { now: { amount: '100.00', plan: now }, before: { amount: '100.00', plan: before } },
      {},
    ).plan;

  it('change when one is added or removed, except values that a user entered', () => {
    const [a, b] = [{ name: 'a', part: '100.00' }, { name: 'b' }];
    expect(follow([a, b], [a])).toEqual([{ name: 'a', part: '50.00' }, { name: 'b' }]);
    const own = { name: 'a', part: '80.00' };
    expect(follow([own, b], [own])).toEqual([own, b]);
    const halves = [
      { name: 'a', part: '50.00' },
      { name: 'b', part: '50.00' },
    ];
    expect(follow(halves.slice(1), halves)).toEqual([{ name: 'b', part: '100.00' }]);
  });

  it('are empty if others have percentages and they have none', () => {
    const halves = [{ part: '50.00' }, { part: '50.00' }];
    expect(follow([{ percent: 30, part: '50.00' }, halves[1]!], halves)).toEqual([
      { percent: 30, part: '30.00' },
      { part: undefined },
    ]);
  });
});

describe('a record of a station', () => {
  const created = entityRegistry.all().filter(
    ({ schema, api }) =>
      schema.required?.includes('stationSn') &&
      (!api?.do || api.do.includes('create')) &&
      // The reference may not allow the chosen station.
      !schema.properties?.stationSn?.['x-refWhere'],
  );

  it.each(created.map(({ name, schema }) => ({ name, schema })))(
    'begins with the chosen one: $name',
    ({ schema }) => {
      expect(fillDefaults(schema, {}, { stationSn: 'A' })).toMatchObject({ stationSn: 'A' });
      expect(fillDefaults(schema, {}, {})).not.toHaveProperty('stationSn');
      // A program has no chosen station, so calls and files must contain it.
      expect(hasDefault(schema.properties!.stationSn!)).toBe(false);
    },
  );
});
