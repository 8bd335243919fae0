import { describe, expect, it } from 'vitest';
import type { Definitions, Entity } from '../../../../codegen/definition/definition.ts';
import { entitySchemas } from '../../../../codegen/definition/entitySchemas.ts';
import { composeLines, composeRecords } from '../../../../codegen/definition/lines.ts';
import { LINE, ORDER } from '../../../support/records/orderLines.ts';
import { problemsOf, text } from '../rackWith.ts';

const source = (value: object) => ({ file: `${Reflect.get(value, 'name')}.json`, value });
const composed = (...entities: object[]) =>
  composeLines({ entities: entities.map(source) } as unknown as Definitions).entities.map(
    ({ value }) => value,
  );

const cell = (of: object, fields: object = {}) => ({
  name: 'cell',
  title: text,
  label: 'name',
  api: { base: '/manager/cell' },
  of: { field: 'rackId', as: 'racked', in: 'form', ...of },
  schema: {
    type: 'object',
    required: ['rackId'],
    properties: {
      name: { type: 'string', title: text },
      rackId: { type: 'integer', 'x-ref': 'batteryRack', title: text },
      place: { type: 'integer', title: text },
      ...fields,
    },
  },
  list: { columns: ['name'] },
});

/** Returns the problems of an entity whose records are lines of the rack. */
const linesProblems = (of: object, fields?: object) => {
  const rack = problemsOf('', undefined, {});
  expect(rack).toEqual([]);
  return problemsOf('', undefined, {}, [cell(of, fields)]).map(({ pointer, message }) => [pointer, message]);
};

describe('the schema of a record with lines', () => {
  it('contains them as a table, without their record and their place', () => {
    const [order] = composed(ORDER, LINE) as [Entity];
    const { lines } = order.schema.properties!;
    expect(lines).toMatchObject({
      type: 'array',
      'x-control': 'table',
      'x-lines': { entity: 'tradeLine', field: 'orderId', key: 'id', order: 'position' },
      items: { required: ['item', 'quantity'] },
    });
    expect(Object.keys(lines!.items!.properties!)).toEqual([
      'id',
      'item',
      'goodId',
      'quantity',
      'price',
      'cost',
      'amount',
    ]);
  });

  it('has lines in its bodies, without values that only the server sets', () => {
    const [order] = composed(ORDER, LINE) as [Entity];
    const { write, record } = entitySchemas(order, new Map());
    const fields = (schema: object) =>
      Object.keys(
        (schema as { properties: { lines: { items: { properties: object } } } }).properties.lines.items
          .properties,
      );
    expect(fields(write)).not.toContain('amount');
    expect(fields(record)).toContain('amount');
  });

  it('does not contain children with their own tab', () => {
    const [order] = composed(ORDER, { ...LINE, of: { ...LINE.of, in: 'page' } });
    expect(order).toBe(ORDER);
  });
});

describe('the record of lines', () => {
  it('is a reference, an unused name, and a whole number for their place', () => {
    expect(linesProblems({ order: 'place', delete: 'with' })).toEqual([]);
    expect(linesProblems({ field: 'place' })).toEqual([
      ['/of/field', '"place" does not refer to another entity: use the field of cell that does'],
    ]);
    expect(linesProblems({ as: 'name' })[0]?.[0]).toBe('/of/as');
    expect(linesProblems({ order: 'name' })[0]?.[0]).toBe('/of/order');
    expect(linesProblems({ orders: 'place' })[0]?.[0]).toBe('/of/orders');
  });

  it('has the number of lines that the definition allows, 500 by default', () => {
    const mostOf = (of: object) => {
      const [order] = composed(ORDER, { ...LINE, of: { ...LINE.of, ...of } });
      return order?.schema.properties?.lines?.maxItems;
    };
    expect([mostOf({}), mostOf({ most: 2000 })]).toEqual([500, 2000]);
    expect(linesProblems({ in: 'page', most: 2000 })[0]?.[0]).toBe('/of/most');
  });

  it('is never in the written schema of the record', () => {
    const lines = { entity: 'cell', field: 'rackId', key: 'id' };
    const [problem] = problemsOf('/schema/properties/cells/x-lines', lines);
    expect(problem).toMatchObject({ pointer: '/schema/properties/cells/x-lines' });
  });
});

describe('a section with a condition', () => {
  const shown = { properties: { level: { const: 'A' } }, required: ['level'] };
  const section = (more: object) => ({ sections: [{ title: text, fields: ['cells'], ...more }] });

  it('copies it to its fields, beside their own conditions, and to lines', () => {
    const own = { required: ['level'] };
    const rack = {
      ...{
        name: 'rack',
        title: text,
        label: 'name',
        api: { base: '/manager/rack' },
        list: { columns: ['name'] },
      },
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, cells: { type: 'integer', 'x-visible': own }, level: {} },
      },
      ui: { sections: [{ title: text, fields: ['name', 'cells', 'racked'], 'x-visible': shown }] },
    };
    const child = cell({});
    child.schema.properties.rackId = { type: 'integer', 'x-ref': 'rack', title: text } as never;
    const { entities } = composeRecords({ entities: [rack, child].map(source) } as unknown as Definitions);
    const { properties = {} } = entities[0]!.value.schema;
    expect(properties.name).toMatchObject({ 'x-visible': shown });
    expect(properties.cells).toMatchObject({ 'x-visible': { allOf: [own, shown] } });
    expect(properties.racked).toMatchObject({ 'x-visible': shown });
    expect(properties.level).toEqual({});
  });

  it('is checked, and requires no hidden fields', () => {
    expect(problemsOf('ui', section({ 'x-visible': "level = 'A'" }))).toEqual([]);
    const problems = (condition: string) =>
      problemsOf('ui', section({ 'x-visible': condition })).map(({ pointer, message }) => [pointer, message]);
    expect(problems("lvel = 'A'")).toEqual([
      ['/ui/sections/0/x-visible', expect.stringContaining('"level"')],
    ]);
    expect(problems('cells != null')).toEqual([
      ['/ui/sections/0/x-visible', expect.stringMatching(/"cells", which cannot be entered/)],
    ]);
  });
});
