/** Typical mistakes of a newcomer. Each is reported at its place with the correct form, in both languages. */
import { describe, expect, it } from 'vitest';
import { sealedProblems } from '../../../../codegen/check/records/checkSealed.ts';
import type { Entity } from '../../../../codegen/definition/definition.ts';
import { nearest } from '../../../../runtime/core/text/near.ts';
import { batteryRack, RACK_FILE } from '../fixture.ts';
import { CELLS, EXTRA, field, NAME, problemsOf, sealedField, text } from '../rackWith.ts';

it('a confirmation of an impossible deletion is refused', () => {
  const value = batteryRack({ neverDeleted: text, deleteConfirm: text }) as unknown as Entity;
  const found = problemsOf('', undefined, { entities: [{ file: RACK_FILE, value }] as object });
  expect(found.map(({ pointer }) => pointer)).toEqual(['/deleteConfirm']);
});

it('one typing mistake has one message, with the written and the possible values', () => {
  const effects = [{ do: 'crate', entity: 'batteryRack', values: {} }];
  const move = { name: 'seal', title: text, from: ['A'], to: 'B', effects };
  const problems = problemsOf('/states', { field: 'level', initial: 'A', transitions: [move] });
  expect(problems.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/states/transitions/0/effects/0/do cannot be "crate": use "create"',
  ]);
  const wild = { ...move, effects: [{ do: 'xyz' }] };
  const [only, ...others] = problemsOf('/states', { field: 'level', initial: 'A', transitions: [wild] });
  expect(others).toEqual([]);
  expect(only?.message).toMatch(/^cannot be "xyz": use one of notify, create, /);
});

describe('a mistake is reported at its place with the correction', () => {
  it.each<[string, string, unknown, string, RegExp]>([
    ['a keyword with a slip', 'colums', [], '/colums', /remove it, or use "columns"|or use one of/],
    [
      'a keyword of fields with a slip',
      `${NAME}/x-dictonary`,
      'level',
      `${NAME}/x-dictonary`,
      /use "x-dictionary"/,
    ],
    ['a title in one language', 'title', { zh: '文' }, '/title', /has no English text: add "en"/],
    ['a title without Chinese', 'title', { en: 'Text' }, '/title', /has no Chinese text: add "zh"/],
    ['a title that is a string', 'title', 'Battery rack', '/title', /use \{"zh": "…", "en": "…"\}/],
    ['an empty title', 'title', { zh: '', en: 'Text' }, '/title/zh', /needs at least 1/],
    ['no title of a field', `${NAME}/title`, undefined, NAME, /add "title": \{"zh"/],
    ['no type of a field', `${NAME}/type`, undefined, NAME, /is missing "type": use string, integer/],
    ['a type that is none', `${NAME}/type`, 'text', `${NAME}/type`, /use one of string, number/],
    ['a format that is none', `${NAME}/format`, 'datetime', `${NAME}/format`, /use "date-time"/],
    ['a format of another type', `${CELLS}/format`, 'date', `${CELLS}/type`, /set "type": "string"/],
    ['a format of numbers on a text', `${NAME}/format`, 'percent', `${NAME}/type`, /set "type": "number"/],
    [
      'required at the field',
      `${NAME}/required`,
      true,
      `${NAME}/required`,
      /beside "properties": add "required": \["name"\]/,
    ],
    ['a required field that is not there', 'schema/required', ['nmae'], '/schema/required/0', /use "name"/],
    [
      'a sealed field that people enter',
      EXTRA,
      sealedField({ readOnly: undefined }),
      EXTRA,
      /set "type": "string", "readOnly": true and "x-permission"/,
    ],
    [
      'a sealed field that everybody reads',
      EXTRA,
      sealedField({ 'x-permission': undefined }),
      EXTRA,
      /encrypted/,
    ],
    ['a sealed field with a default', EXTRA, sealedField({ default: 'a' }), EXTRA, /reference and default/],
    [
      'a sealed field within another one',
      EXTRA,
      { type: 'object', title: text, properties: { pin: sealedField({}) } },
      `${EXTRA}/properties/pin/x-sealed`,
      /only these can be encrypted: remove it/,
    ],
    [
      'a sealed field that is looked for while one types',
      EXTRA,
      sealedField({ 'x-checkUnique': true }),
      `${EXTRA}/x-checkUnique`,
      /cannot be found or sorted by it/,
    ],
    ['a list without items', EXTRA, field({ type: 'array' }), EXTRA, /without "items": define/],
    ['an object without fields', EXTRA, field({ type: 'object' }), EXTRA, /without "properties": define/],
    [
      'a dictionary with a slip',
      EXTRA,
      field({ 'x-dictionary': 'levle' }),
      `${EXTRA}/x-dictionary`,
      /or use "level"/,
    ],
    [
      'a dictionary of another type',
      EXTRA,
      field({ type: 'integer', 'x-dictionary': 'level' }),
      `${EXTRA}/type`,
      /"A": set "type": "string"/,
    ],
    [
      'an entity that is not there',
      EXTRA,
      field({ type: 'integer', 'x-ref': 'batteryRak' }),
      `${EXTRA}/x-ref`,
      /use "batteryRack"/,
    ],
    [
      'a reference that is a text',
      EXTRA,
      field({ 'x-ref': 'batteryRack' }),
      `${EXTRA}/type`,
      /batteryRack.id: set "type": "integer"/,
    ],
    [
      'a reference by no field',
      EXTRA,
      field({ 'x-ref': 'batteryRack', 'x-refKey': 'nam' }),
      `${EXTRA}/x-refKey`,
      /use "name"/,
    ],
    [
      'a reference by what is not unique',
      EXTRA,
      field({ 'x-ref': 'batteryRack', 'x-refKey': 'level' }),
      `${EXTRA}/x-refKey`,
      /add \["level"\] to its "unique"/,
    ],
    ['a control that is none', `${NAME}/x-control`, 'textArea', `${NAME}/x-control`, /use "textarea"/],
    ['a default of another type', `${CELLS}/default`, '12', `${CELLS}/default`, /not of type integer/],
    [
      'a default that is no option',
      '/schema/properties/level/default',
      'C',
      '/schema/properties/level/default',
      /use one of A, B/,
    ],
    [
      'limits that exclude everything',
      `${NAME}/minLength`,
      101,
      `${NAME}/minLength`,
      /greater than "maxLength"/,
    ],
    [
      'a pattern that is none',
      `${NAME}/pattern`,
      '[a-z',
      `${NAME}/pattern`,
      /not a valid regular expression/,
    ],
    [
      'a field name with underscores',
      '/schema/properties/rated_power',
      field({}),
      '/schema/properties/rated_power',
      /use camelCase .* ratedPower/,
    ],
    [
      'a field of the server',
      '/schema/properties/createdAt',
      field({}),
      '/schema/properties/createdAt',
      /choose another name/,
    ],
    ['a label that is no field', 'label', 'nmae', '/label', /use "name"/],
    ['a column that is no field', 'list/columns', ['name', 'lvel'], '/list/columns/1', /use "level"/],
    [
      'an order by no field',
      'list/sort',
      [{ field: 'createAt', order: 'desc' }],
      '/list/sort/0/field',
      /use "createdAt"/,
    ],
    [
      'an order that is none',
      'list/sort',
      [{ field: 'name', order: 'ascending' }],
      '/list/sort/0/order',
      /use one of asc, desc/,
    ],
    ['a search in numbers', 'list/search', ['cells'], '/list/search/0', /move it to "filters"/],
    ['totals of texts', 'list/totals', ['name'], '/list/totals/0', /not a number/],
    ['unique by a single list', 'unique', ['name'], '/unique/0', /is "name": use a list/],
    ['a key over no field', 'unique', [['serial']], '/unique/0/0', /not a field of batteryRack/],
    [
      'a section with no field',
      'ui/sections/0/fields',
      ['colour'],
      '/ui/sections/0/fields/0',
      /not a property of the schema/,
    ],
    [
      'a field in two sections',
      'ui/sections/0/fields',
      ['name', 'name'],
      '/ui/sections/0/fields/1',
      /used twice here/,
    ],
    ['an order of the form with no field', 'ui/order', ['nmae'], '/ui/order/0', /use "name"/],
    ['a parent that refers elsewhere', 'parent', 'cells', '/parent', /"x-ref": "batteryRack"/],
    ['a page that is "true"', 'page', true, '/page', /cannot be true: use false|use an object/],
    [
      'a menu place without its order',
      'page',
      { menu: { group: 'ems' } },
      '/page/menu',
      /is missing "order": add it/,
    ],
    [
      'states over no fixed values',
      'states',
      { field: 'name', initial: 'a', transitions: [] },
      '/states/field',
      /give it "x-dictionary"/,
    ],
    [
      'a menu group that is none',
      'page',
      { menu: { group: 'emss', order: 1 } },
      '/page/menu/group',
      /use "ems"/,
    ],
    [
      'an icon that is none',
      'page',
      { menu: { group: 'ems', order: 1, icon: 'batery' } },
      '/page/menu/icon',
      /use "battery"/,
    ],
    [
      'an address without a slash',
      'api/base',
      'manager/batteryRack',
      '/api/base',
      /is "manager\/batteryRack": use a text that matches/,
    ],
    ['an action that is none', 'api/do', ['read'], '/api/do/0', /use one of list, get/],
    ['a name that is not its file’s', 'name', 'rack', '', /name the file rack.json/],
    [
      'an effect without its text',
      'states',
      {
        field: 'level',
        initial: 'A',
        transitions: [
          {
            name: 'raise',
            title: text,
            from: ['A'],
            to: 'B',
            effects: [{ do: 'notify', to: { owner: true } }],
          },
        ],
      },
      '/states/transitions/0/effects/0',
      /is missing "text": add it/,
    ],
  ])('%s', (_, path, value, pointer, message) => {
    const problems = problemsOf(path, value);
    expect(problems.map((one) => one.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.zh).toMatch(/[一-龥]/);
    expect(`${problems[0]?.message} ${problems[0]?.zh}`).not.toMatch(/undefined|\[object|\{\w+\}/);
  });

  it('a valid definition is not reported', () => {
    expect(problemsOf('', undefined)).toEqual([]);
    expect(problemsOf('ui/order', ['cells', '*'])).toEqual([]);
  });

  it('a sealed field as label, sort order or search field', () => {
    const list = {
      columns: ['pin'],
      filters: ['pin'],
      search: ['pin'],
      sort: [{ field: 'pin', order: 'asc' }],
    };
    const properties = { pin: sealedField({}), pinHash: field({}) };
    const value = {
      ...batteryRack({ label: 'pin', list, unique: [['pin'], ['pin', 'pinHash']], indexes: [['pin']] }),
      schema: { type: 'object', properties },
    } as unknown as Entity;
    expect(sealedProblems({ file: RACK_FILE, value }).map(({ pointer }) => pointer)).toEqual([
      '/label',
      '/list/filters/0',
      '/list/search/0',
      '/list/sort/0/field',
      '/unique/1/0',
      '/indexes/0/0',
      '/schema/properties/pinHash',
    ]);
  });

  it('a widget of an unknown preset, and one without a place', () => {
    const preset = {
      name: 'demo',
      title: text,
      document: {
        version: 1,
        widgets: [{ id: 'a', type: 'guage', version: 1, config: {} }],
        layouts: { lg: [] },
      },
    };
    const gauge = {
      type: 'gauge',
      version: 1,
      title: text,
      description: text,
      words: { zh: ['表盘'], en: ['dial'] },
      group: 'figure',
      icon: 'dashboard',
      size: { w: 1, h: 1, minW: 1, minH: 1 },
      config: { type: 'object', properties: {} },
    };
    const problems = problemsOf('', undefined, {
      dashboards: [{ file: 'schemas/dashboards/demo.json', value: preset }],
      widgets: [{ file: 'schemas/widgets/gauge.json', value: gauge }],
    });
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/document/widgets/0/type',
      '/document/layouts/lg',
    ]);
    expect(problems[0]?.message).toBe('is not the name of a widget: use "gauge"');
  });

  it('a widget without texts, or with texts in one language only', () => {
    const gauge = {
      type: 'gauge',
      version: 1,
      title: text,
      description: text,
      group: 'figure',
      icon: 'dashboard',
      size: { w: 1, h: 1, minW: 1, minH: 1 },
      config: { type: 'object', properties: {} },
    };
    const problemsWith = (more: object) =>
      problemsOf('', undefined, {
        widgets: [{ file: 'schemas/widgets/gauge.json', value: { ...gauge, ...more } }],
      });
    expect(problemsWith({ words: { zh: ['表盘'], en: ['dial'] } })).toEqual([]);
    expect(problemsWith({})[0]?.message).toBe('is missing "words": add it');
    expect(problemsWith({ words: { en: ['dial'] } })).toMatchObject([
      { pointer: '/words', message: 'has no Chinese text: add "zh": "…"' },
    ]);
  });
});

it('the intended name differs by one or two letters', () => {
  const known = ['columns', 'filters', 'name'];
  expect([nearest('colums', known), nearest('nmae', known), nearest('Name', known)]).toEqual([
    'columns',
    'name',
    'name',
  ]);
  expect([nearest('sort', known), nearest('x', known)]).toEqual([null, null]);
});
