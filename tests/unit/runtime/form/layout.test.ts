import type { ErrorSchema } from '@rjsf/utils';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../generated/dictionaries.ts';
import { entities } from '../../../../generated/entities.ts';
import { putValues, settleValues } from '../../../../runtime/core/rules/values.ts';
import { type BuildInput, buildForm } from '../../../../runtime/form/model/build.ts';
import { fieldErrors } from '../../../../runtime/form/model/problems.ts';
import { uniqueFields } from '../../../../runtime/form/model/save/useUnique.ts';
import { setSection } from '../../../../runtime/form/model/sectionSet.ts';
import { sectionsState } from '../../../../runtime/form/model/sections.ts';
import { interpretValidator } from '../../../../runtime/form/model/validator.ts';
import { recordAccess } from '../../../../runtime/record/dialog/RecordDialog.tsx';
import { pureField } from '../../../../stories/pureField.ts';

const text = (word: string) => ({ zh: word, en: word });
const build = (field: Field, value: Record<string, unknown>, more: Partial<BuildInput> = {}) =>
  buildForm(field, pureField(field), { lang: 'en', value, context: {}, dictionaries, ...more }).uiSchema;

const { customer, station } = entities;

describe('tabs and steps', () => {
  const ui = { ...station.ui, layout: 'tabs' as const };

  it('show the number of invalid fields, at any depth, and are omitted without visible fields', () => {
    const uiSchema = build(station.schema, {}, { ui });
    const errors: unknown = {
      sn: { __errors: ['x'] },
      name: { __errors: ['x', 'y'] },
      address: { 0: { a: { __errors: ['x'] } } },
    };
    expect(sectionsState(uiSchema, errors as ErrorSchema).map((section) => section.errors)).toEqual([
      2, 1, 0, 0,
    ]);
  });

  it('are separate pages only if fields can be entered', () => {
    const steps = { ...ui, layout: 'steps' as const };
    expect(build(station.schema, {}, { ui: steps })['ui:layout']).toBe('steps');
    expect(build(station.schema, {}, { ui: steps, readOnly: true })['ui:layout']).toBeUndefined();
    expect(build(station.schema, {}, { ui: steps, context: { saved: true } })['ui:layout']).toBe('tabs');
    expect(build(station.schema, {}, { ui, readOnly: true })['ui:layout']).toBe('tabs');
  });

  it('are read-only if their values are computed', () => {
    expect(build(station.schema, {}, { ui }).storageHours).toMatchObject({
      'ui:widget': 'shown',
      'ui:readonly': true,
    });
  });

  it('have a named tab for fields without a section', () => {
    const field: Field = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const uiSchema = build(
      field,
      {},
      { ui: { layout: 'tabs', sections: [{ title: text('A'), fields: ['a'] }] } },
    );
    expect(uiSchema['ui:sections']).toEqual([
      { title: 'A', fields: ['a'] },
      { title: 'Other', fields: ['b'] },
    ]);
  });
});

describe('a list as a table', () => {
  it('has a column for every visible field, and rows that can be copied', () => {
    const { offices } = build(customer.schema, {});
    expect(offices['ui:table'].map(({ name }: { name: string }) => name)).toEqual([
      'name',
      'address',
      'place',
    ]);
    expect(offices['ui:table'][0].required).toBe(true);
    expect(offices['ui:copyable']).toBe(true);
    expect(offices.items({})['ui:row']?.map(({ name }: { name: string }) => name)).toEqual([
      'name',
      'address',
      'place',
    ]);
  });
});

describe('a cascader', () => {
  it('writes two fields, but only one is drawn', () => {
    const uiSchema = build(customer.schema, { industry: 'energy', subIndustry: 'energy.grid' });
    expect(uiSchema.industry['ui:widget']).toBe('cascader');
    expect(uiSchema.industry['ui:title']).toBe('Industry / Sub-industry');
    expect(uiSchema.industry['ui:cascade'].path).toEqual(['energy', 'energy.grid']);
    const energy = uiSchema.industry['ui:cascade'].options.find(
      ({ value }: { value: string }) => value === 'energy',
    );
    expect(energy.children.map(({ value }: { value: string }) => value)).toContain('energy.grid');
    expect(uiSchema.subIndustry).toEqual({ 'ui:widget': 'hidden' });
  });

  it('shows both fields if nothing can be entered', () => {
    const uiSchema = build(
      customer.schema,
      { industry: 'energy', subIndustry: 'energy.grid' },
      { readOnly: true },
    );
    expect(uiSchema.subIndustry['ui:widget']).toBe('shown');
  });

  it('shows the error of the other field', () => {
    const values = { industry: 'energy', subIndustry: 'nonsense' };
    const [error] = fieldErrors(
      customer.schema,
      [{ path: ['subIndustry'], keyword: 'enum' }],
      values,
      {},
      'en',
    );
    expect(error?.path).toEqual(['industry']);
  });

  it('goes up the entries of one dictionary', () => {
    const field: Field = {
      type: 'object',
      properties: {
        kind: {
          type: 'string',
          'x-control': 'cascader',
          'x-options': [
            { value: 'a', title: text('A') },
            { value: 'b', title: text('B'), parent: 'a' },
            { value: 'loop', title: text('L'), parent: 'loop' },
          ],
        },
      },
    };
    const { path, options } = build(field, { kind: 'b' }).kind['ui:cascade'];
    expect(path).toEqual(['a', 'b']);
    expect(options).toEqual([
      { value: 'a', label: 'A', disabled: false, children: [{ value: 'b', label: 'B', disabled: false }] },
    ]);
    expect(build(field, { kind: 'loop' }).kind['ui:cascade'].path).toEqual(['loop']);
  });
});

describe('the fields that the user may see and change', () => {
  const record = { id: 1, version: 1, sn: 'S', name: 'N', contactName: 'A', _readonly: ['name'] };
  const access = recordAccess(station, record);

  it('follow from the answer: read-only fields are shown, absent ones are omitted', () => {
    const uiSchema = build(station.schema, record, { access });
    expect(uiSchema.name['ui:widget']).toBe('shown');
    expect(uiSchema.contactName['ui:widget']).toBe('text');
    expect(uiSchema.capacity).toEqual({ 'ui:widget': 'hidden' });
  });

  it('exclude the states of a new record, and fields that are never returned', () => {
    expect([...(recordAccess(entities.leave, null)?.hidden ?? [])]).toEqual(['status']);
    const secret: Field = { type: 'object', properties: { key: { type: 'string', writeOnly: true } } };
    expect(recordAccess({ ...station, schema: secret }, record)?.hidden.size).toBe(0);
  });
});

describe('nested conditions', () => {
  const on = { properties: { on: { const: true } }, required: ['on'] };
  const field: Field = {
    type: 'object',
    properties: {
      backup: {
        type: 'object',
        title: text('Backup'),
        properties: {
          on: { type: 'boolean' },
          hours: {
            type: 'integer',
            title: text('Hours'),
            minimum: 1,
            'x-visible': on,
            'x-required': on,
            'x-clearWhenHidden': true,
          },
          sites: {
            type: 'array',
            'x-visible': on,
            items: {
              type: 'object',
              properties: {
                own: { type: 'boolean' },
                address: {
                  type: 'string',
                  minLength: 3,
                  title: text('Address'),
                  'x-visible': { not: { properties: { own: { const: true } }, required: ['own'] } },
                },
                twice: { type: 'number', readOnly: true, 'x-computed': { '*': [{ var: 'count' }, 2] } },
                count: { type: 'integer' },
              },
            },
          },
        },
      },
    },
  };
  const validator = interpretValidator(pureField(field));
  const messages = (values: Record<string, unknown>) =>
    fieldErrors(field, validator.problems(values), values, {}, 'en').map(({ path, message }) => [
      path.join('/'),
      message,
    ]);

  it('require a field of a nested object only while it is visible', () => {
    expect(messages({ backup: { on: true } })).toEqual([['backup/hours', 'Hours is required']]);
    expect(messages({ backup: { on: false } })).toEqual([]);
  });

  it('do not check a hidden field, whatever its value, nor fields below it', () => {
    expect(messages({ backup: { on: false, hours: -5, sites: [{ address: 'x' }] } })).toEqual([]);
    expect(
      messages({ backup: { on: true, hours: 1, sites: [{ own: true, address: 'x' }, { address: 'x' }] } }),
    ).toEqual([['backup/sites/1/address', 'Address needs at least 3 characters']]);
  });

  it('clear fields that become hidden, and compute dependent ones, in every entry', () => {
    const settled = settleValues(field, { backup: { on: false, hours: 5, sites: [{ count: 4 }] } });
    expect(settled).toEqual({ backup: { on: false, sites: [{ count: 4, twice: 8 }] } });
  });
});

describe('uniqueness while typing', () => {
  it('is checked for the defined fields, with the other fields of a combined key', () => {
    expect(uniqueFields(customer.schema, customer.unique ?? [])).toEqual({
      asked: ['name'],
      sent: ['name'],
    });
    const field: Field = {
      type: 'object',
      properties: { key: { type: 'string', 'x-checkUnique': true }, station: { type: 'string' } },
    };
    expect(uniqueFields(field, [['station', 'key'], ['other']])).toEqual({
      asked: ['key'],
      sent: ['key', 'station'],
    });
  });
});

describe('putValues', () => {
  it('writes another field at any depth and removes undefined values', () => {
    const root = { rows: [{ a: 1, b: 2 }] };
    expect(putValues(root, ['rows', '0'], { a: undefined, c: 3 })).toEqual({ rows: [{ b: 2, c: 3 }] });
    expect(putValues({}, ['place'], { x: 1 })).toEqual({ place: { x: 1 } });
  });
});

describe('a collapsed section', () => {
  it('counts values that a user has set, at any depth, and no defaults', () => {
    const schema = pureField({
      type: 'object',
      properties: {
        unit: { type: 'string' },
        range: { type: 'string', default: 'board' },
        thresholds: { type: 'array', items: { type: 'object', properties: { from: { type: 'number' } } } },
        hide: { type: 'object', properties: { when: { type: 'string', default: 'never' } } },
      },
    });
    const fields = ['unit', 'range', 'thresholds', 'hide'];
    const count = (values: object) => setSection(schema, values, fields);
    expect(count({ range: 'board', thresholds: [], hide: { when: 'never' } })).toBe(0);
    expect(count({ unit: 'kW', range: 'today', thresholds: [{}], hide: { when: 'below' } })).toBe(4);
    expect(setSection(schema, { unit: 'kW' }, ['range'])).toBe(0);
  });
});

describe('values that a chosen record fills in', () => {
  const field: Field = {
    type: 'object',
    properties: {
      productId: {
        type: 'integer',
        'x-ref': 'customer',
        title: text('Product'),
        'x-copyInto': { price: 'city' },
      },
      price: { type: 'string', title: text('Price'), description: text('Each') },
      rating: {
        type: 'string',
        readOnly: true,
        title: text('Rating'),
        'x-copyFrom': 'productId.city',
        'x-snapshot': true,
      },
    },
  };
  const descriptionsOf = (value: Record<string, unknown>, more: Partial<BuildInput> = {}) => {
    const uiSchema = build(field, value, more);
    return ['price', 'rating'].map((name) => uiSchema[name]['ui:description']);
  };

  it('are marked at their fields, with whether they may be changed', () => {
    expect(descriptionsOf({})).toEqual(['Each', undefined]);
    expect(descriptionsOf({ productId: 1, price: '2', rating: 'A' })).toEqual([
      'Each. Filled from Product; you can change it',
      'Taken from Product',
    ]);
    expect(descriptionsOf({ productId: 1, rating: 'A' }, { lang: 'zh' })).toEqual(['Each', '取自“Product”']);
  });

  it('are marked as stored in a read-only record', () => {
    expect(descriptionsOf({ productId: 1, price: '2', rating: 'A' }, { readOnly: true })).toEqual([
      undefined,
      'Taken from Product',
    ]);
  });
});
