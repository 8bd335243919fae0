import { describe, expect, it } from 'vitest';
import { compileDefinitions, compileWritten } from '../../../codegen/compile.ts';
import type { Definitions, Field } from '../../../codegen/definition/definition.ts';
import { FORMAT_NAMES, fieldTypeOf } from '../../../codegen/fieldTypes.ts';
import { impliedType } from '../../../runtime/core/expressionText/commonField.ts';
import { compileDefinition, printDefinition } from '../../../runtime/core/expressionText/index.ts';
import { EXTRA, problemsOf, text } from './rackWith.ts';

const NOTE = { type: 'string', title: text, maxLength: 20, 'x-visible': 'cells > 1' };
const SPAN = {
  properties: { from: { title: text, format: 'date' }, to: { title: text, format: 'date' } },
  required: ['from'],
};
const COMMON = new Map<string, object>([
  ['note', NOTE],
  ['span', SPAN],
]);
const fileOf = (name: string, field: object) => ({
  file: `schemas/fields/${name}.json`,
  value: { name, field },
});
const found = (field: object, fields: readonly object[] = [fileOf('note', NOTE)]) =>
  problemsOf(EXTRA, field, { fields }).map(({ file, pointer, message }) => ({ file, pointer, message }));

interface Compiled {
  schema: { properties: Record<string, Record<string, unknown>> };
}
const compileSchema = (schema: object) =>
  compileDefinition('entity', { name: 'rack', schema } as unknown as Compiled, COMMON).value;

describe('a field that refers to a common one', () => {
  it('has its keywords, and those beside the reference override them', () => {
    const { schema } = compileSchema({ properties: { extra: { $ref: 'fields/note', maxLength: 50 } } });
    const { 'x-visible': visible, ...extra } = schema.properties.extra ?? {};
    expect(extra).toEqual({ type: 'string', title: text, maxLength: 50 });
    expect(visible).toBeTypeOf('object');
  });

  it('follows a changed common field while the definition is unchanged', () => {
    const rack = { name: 'rack', schema: { properties: { extra: { $ref: 'fields/note' } } } };
    const compile = (note: object): object => compileWritten('entity', rack, new Map([['note', note]]));
    expect(compile(NOTE)).toBe(compile(NOTE));
    expect(compile({ ...NOTE, maxLength: 7 })).toMatchObject({
      schema: { properties: { extra: { maxLength: 7 } } },
    });
  });

  it('adds fields to a group, and keywords to one of them', () => {
    const to = { 'x-default': '$today' };
    const { schema } = compileSchema({
      properties: {
        span: { $ref: 'fields/span', properties: { to, days: { type: 'integer' } }, required: ['to'] },
      },
    });
    const { properties, required, type } = schema.properties.span ?? {};
    expect(Object.keys(properties as object)).toEqual(['from', 'to', 'days']);
    expect(properties).toMatchObject({
      to: { type: 'string', format: 'date', 'x-default': { var: '$context.today' } },
    });
    expect([type, required]).toEqual(['object', ['from', 'to']]);
  });

  it('is resolved in every generated definition', () => {
    const rack = { name: 'rack', schema: { properties: { extra: { $ref: 'fields/note' } } } };
    const empty = { widgets: [], widgetOptions: [], pages: [], dictionaries: [], dashboards: [] };
    const { entities } = compileDefinitions({
      ...empty,
      ...{ imports: [], statistics: [], documents: [], calls: [] },
      fields: [fileOf('note', NOTE)],
      entities: [{ file: '', value: rack }],
    } as unknown as Definitions);
    expect(entities[0]?.value.schema.properties?.extra).toMatchObject({ type: 'string', maxLength: 20 });
  });

  it('must name an existing common field', () => {
    expect(found({ $ref: 'fields/notes' })).toEqual([
      {
        file: 'schemas/entities/ems/batteryRack.json',
        pointer: `${EXTRA}/$ref`,
        message: 'is not a common field of schemas/fields: use "fields/note"',
      },
    ]);
  });

  it('is reported at the reference if the common field does not fit the record', () => {
    const about = { ...NOTE, 'x-visible': 'celsius > 1' };
    expect(found({ $ref: 'fields/note' }, [fileOf('note', about)])).toEqual([
      expect.objectContaining({ pointer: `${EXTRA}/$ref`, message: expect.stringContaining('celsius') }),
    ]);
  });

  it('is reported once, in the common field, if a text cannot be parsed', () => {
    expect(found({ $ref: 'fields/note' }, [fileOf('note', { ...NOTE, 'x-visible': 'cells >' })])).toEqual([
      expect.objectContaining({ file: 'schemas/fields/note.json', pointer: '/field/x-visible' }),
    ]);
  });

  it('refers to a field without references', () => {
    const group = { properties: { inner: { $ref: 'fields/note' } } };
    expect(found({ $ref: 'fields/note' }, [fileOf('note', NOTE), fileOf('group', group)])).toEqual([
      expect.objectContaining({ file: 'schemas/fields/group.json', pointer: '/field/properties/inner/$ref' }),
    ]);
  });
});

describe('a definition that is written again', () => {
  const written = {
    name: 'rack',
    schema: { properties: { note: { $ref: 'fields/note' }, other: { title: text, format: 'date' } } },
  } as unknown as Compiled;

  it('keeps its references and omitted keywords', () => {
    expect(printDefinition('entity', compileDefinition('entity', written, COMMON).value)).toEqual(written);
  });

  it('has all keywords of a changed field, and keeps the other references', () => {
    const { value } = compileDefinition('entity', written, COMMON);
    const { properties } = value.schema;
    const changed = {
      ...value,
      schema: { properties: { ...properties, note: { ...properties.note, maxLength: 9 } } },
    };
    expect(printDefinition('entity', changed).schema.properties).toEqual({
      note: { ...NOTE, maxLength: 9 },
      other: written.schema.properties.other,
    });
  });
});

describe('implied keywords', () => {
  it('include the type, if the format allows only one', () => {
    const types = FORMAT_NAMES.map((format) => {
      const { json } = fieldTypeOf({ type: 'string', format: format as Field['format'] });
      return [format, json.length === 1 ? json[0] : null];
    });
    expect(FORMAT_NAMES.map((format) => [format, impliedType({ format })])).toEqual(types);
  });

  it('include the currency field beside an amount or around it', () => {
    const price = { format: 'money' };
    const { schema } = compileSchema({
      properties: { price, lines: { items: { properties: { price } } }, currency: { type: 'string' } },
    });
    const { price: own, lines } = schema.properties;
    expect(own).toEqual({ type: 'string', format: 'money', 'x-currency': 'currency' });
    expect(lines).toMatchObject({ type: 'array', items: { type: 'object', properties: { price: own } } });
    expect(compileSchema({ properties: { price } }).schema.properties.price).toEqual({
      type: 'string',
      format: 'money',
    });
  });
});
