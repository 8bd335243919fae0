/** Names in figures of transitions, exchange rates, sheets, split or reduced amounts and look-ups must exist. */
import { describe, expect, it } from 'vitest';
import { type DescribedCalls, lookupProblems } from '../../../../codegen/check/checkLookup.ts';
import type { Definitions } from '../../../../codegen/definition/definition.ts';
import { EXTRA, field, NAME, problemsOf, text } from '../rackWith.ts';

const reference = (target: string) => ({ type: 'integer', title: text, 'x-ref': target });
const CELL = {
  ...{
    name: 'cell',
    title: text,
    label: 'name',
    list: { columns: ['name'] },
    api: { base: '/manager/cell' },
  },
  schema: {
    type: 'object',
    properties: { name: field({}), price: field({ format: 'money' }), rackId: reference('batteryRack') },
  },
};
const cells = (figure: object = {}) => ({
  ...{ name: 'cells', title: text, of: 'cell' },
  figures: [{ name: 'cost', do: 'sum', field: 'price', ...figure }],
});
const messages = (path: string, value: unknown, figure: object = {}) => {
  const statistics = [{ file: 'schemas/statistics/cells.json', value: cells(figure) }];
  return problemsOf(path, value, { statistics } as Partial<Record<keyof Definitions, object>>, [CELL]).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );
};

const OWED = { statistic: 'cells', figure: 'cost', where: { rackId: 'id' } };
const states = (figures: object, name = 'owed') => ({
  ...{ field: 'level', initial: 'B' },
  transitions: [
    {
      ...{ name: 'raise', title: text, from: ['B'], to: 'A', figures },
      rules: [{ check: `${name} < 5`, text: { zh: `{${name}}`, en: `{${name}}` } }],
    },
  ],
});
const FIGURES = '/states/transitions/0/figures';

describe('the figures of a transition', () => {
  it('pass if a rule reads them', () => {
    const limited = { ...OWED, if: 'cells >= 1' };
    expect(messages('/states', states({ owed: limited }))).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['that no rule reads', states({ owed: OWED, other: OWED }), /figures\/other is not read by any rule/],
    ['of no statistic', states({ owed: { ...OWED, statistic: 'cels' } }), /owed\/statistic .*cells/],
    ['that the statistic lacks', states({ owed: { ...OWED, figure: 'sum' } }), /owed\/figure .*cost/],
    ['by no field', states({ owed: { ...OWED, where: { rack: '1' } } }), /where\/rack .*rackId/],
    [
      'by a value of nothing',
      states({ owed: { ...OWED, where: { rackId: 'cell' } } }),
      /where\/rackId.*cells/,
    ],
    ['by the name of a field', states({ cells: OWED }, 'cells'), /figures\/cells "cells" is used twice/],
    ['under a condition over nothing', states({ owed: { ...OWED, if: 'cell != null' } }), /owed\/if .*cells/],
  ])('%s are refused', (_, value, message) => {
    expect(messages('/states', value)).toContainEqual(expect.stringMatching(message));
  });

  it('stand below its transition', () => {
    expect(messages('/states', states({ owed: { ...OWED, figure: 'sum' } }))[0]).toContain(FIGURES);
  });
});

describe('what is named elsewhere', () => {
  it.each<[string, string, unknown, RegExp]>([
    [
      'rates of no figure',
      '/exchange',
      { currency: 'level', day: 'name', rate: 'price', home: 'A' },
      /\/exchange\/day/,
    ],
    ['sheets of records that do not refer', '/list/sheets', [{ of: 'batteryRack', by: 'name' }], /of .*cell/],
    ['sheets by another field', '/list/sheets', [{ of: 'cell', by: 'name' }], /by .*rackId/],
    [
      'figures of rows by a field that is no dimension',
      '/list/figures',
      [{ statistic: 'cells', by: 'rackId', figures: ['cost'] }],
      /list\/figures\/0\/by/,
    ],
    [
      'figures of rows that there are not',
      '/list/figures',
      [{ statistic: 'cells', by: 'rackId', figures: ['sum'] }],
      /list\/figures\/0\/figures\/0 .*cost/,
    ],
    [
      'a split by a text',
      EXTRA,
      field({ format: 'money', 'x-computed': 'split(price, name.cost)' }),
      /x-computed "split" needs a list/,
    ],
  ])('%s is refused', (_, path, value, message) => {
    expect(messages(path, value)).toContainEqual(expect.stringMatching(message));
  });

  it('an amount that is subtracted from a sum belongs to a referenced record', () => {
    expect(messages('', null, { less: 'rackId.price' })).toEqual([]);
    expect(messages('', null, { less: 'rackId.name' })).toEqual([expect.stringMatching(/less .*price/)]);
    expect(messages('', null, { less: 'name.price' })).toEqual([expect.stringMatching(/less .*rackId/)]);
    expect(messages('', null, { do: 'max', less: 'rackId.price' })).toEqual([
      expect.stringMatching(/less is subtracted from a sum/),
    ]);
  });
});

describe('a look-up', () => {
  const named = { properties: { name: { type: 'string' }, city: { type: 'string' } } };
  const answer = (data: object) => ({
    responses: { 200: { content: { 'application/json': { schema: { properties: { data } } } } } },
  });
  const api: DescribedCalls = {
    paths: {
      '/racks': {
        get: {
          ...{ operationId: 'racksNamed', parameters: [{ name: 'name', in: 'query' }] },
          ...answer({ type: 'array', items: { $ref: '#/components/schemas/Named' } }),
        },
      },
    },
    components: { schemas: { Named: named } },
  };
  const LOOKUP = { call: 'racksNamed', by: 'name', label: 'name', fill: { name: 'city' } };
  const problems = (more: object, similar = false) => {
    const schema = {
      properties: {
        name: field({ 'x-lookup': { ...LOOKUP, ...more } }),
        code: field(similar ? { 'x-suggestDuplicates': true } : {}),
      },
    };
    const value = { name: 'rack', label: 'name', schema };
    const entities = [{ file: 'schemas/entities/rack.json', value }];
    return lookupProblems({ entities } as unknown as Definitions, api).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
  };

  it('names a call, its parameter, its answer, and other fields', () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown call', { call: 'racksNamd' }, /\/call .*racksNamed/],
    ['a parameter that it lacks', { by: 'text' }, /\/by .*name/],
    ['a label that it does not answer', { label: 'title' }, /\/label .*name/],
    ['a value that it does not answer', { fill: { name: 'town' } }, /fill\/name .*city/],
    ['a field that is not there', { fill: { cod: 'city' } }, /fill\/cod .*code/],
  ])('by %s is refused', (_, more, message) => {
    expect(problems(more)).toEqual([expect.stringMatching(message)]);
  });

  it('for similar records is checked for the field that names them', () => {
    expect(problems({}, true)).toEqual([
      expect.stringMatching(new RegExp(`^${NAME.replace('name', 'code')}`)),
    ]);
  });
});

describe('a call of a form', () => {
  const api: DescribedCalls = {
    paths: {
      '/racks/weigh': {
        post: {
          operationId: 'rackWeigh',
          requestBody: {
            content: { 'application/json': { schema: { properties: { name: {}, cells: {} } } } },
          },
          responses: {
            200: {
              content: {
                'application/json': { schema: { properties: { data: { properties: { weight: {} } } } } },
              },
            },
          },
        },
      },
    },
    components: { schemas: {} },
  };
  const HINT = { call: 'rackWeigh', of: ['name'], says: [{ zh: '{weight}', en: '{weight} kg' }] };
  const problems = (more: object) => {
    const properties = {
      name: field({ 'x-liveHint': { ...HINT, ...more } }),
      cells: field({}),
      code: field({}),
    };
    const value = { name: 'rack', label: 'name', schema: { properties } };
    const entities = [{ file: 'schemas/entities/rack.json', value }];
    return lookupProblems({ entities } as unknown as Definitions, api).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
  };

  it('reads other fields and lists its answer', () => {
    expect(problems({ with: ['cells'] })).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['unknown', { call: 'rackWeih' }, /\/call .*rackWeigh/],
    ['given a field that it does not take', { of: ['code'] }, /\/of\/0 /],
    ['given a field that is not there', { with: ['cels'] }, /\/with\/0 .*cells/],
  ])('is refused where it is %s', (_, more, message) => {
    expect(problems(more)).toEqual([expect.stringMatching(message)]);
  });

  it('is refused if a sentence contains a value that it does not return', () => {
    expect(problems({ says: [{ zh: '{mass}', en: '{weight}' }] })).toEqual([
      expect.stringMatching(/\/says\/0\/zh .*weight/),
    ]);
  });
});

describe('a preview of a transition', () => {
  const list = {
    content: {
      'application/json': { schema: { properties: { data: { items: { properties: { cells: {} } } } } } },
    },
  };
  const get = (operationId: string, names: readonly string[]) => ({
    get: { operationId, parameters: names.map((name) => ({ name, in: 'path' })), responses: { 200: list } },
  });
  const api: DescribedCalls = {
    paths: { '/racks/{id}/trial': get('rackTrial', ['id']), '/racks': get('rackAll', []) },
    components: { schemas: {} },
  };
  const FORESEE = { call: 'rackTrial', columns: [{ field: 'cells', title: text }], none: text };
  const problems = (place: 'states' | 'actions', more: object) => {
    const move = { name: 'raise', title: text, foresee: { ...FORESEE, ...more } };
    const moves = place === 'states' ? { states: { transitions: [move] } } : { actions: [move] };
    const entities = [{ file: 'rack.json', value: { name: 'rack', label: 'name', schema: {}, ...moves } }];
    return lookupProblems({ entities } as unknown as Definitions, api).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
  };

  it('names a call about the record, and its listed values', () => {
    expect([...problems('states', {}), ...problems('actions', {})]).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a call about nothing', { call: 'rackAll' }, /foresee\/call .*rackTrial/],
    [
      'a column that it does not list',
      { columns: [{ field: 'cels', title: text }] },
      /columns\/0\/field .*cells/,
    ],
  ])('by %s is refused', (_, more, message) => {
    for (const place of ['states', 'actions'] as const)
      expect(problems(place, more)).toEqual([expect.stringMatching(message)]);
  });
});
