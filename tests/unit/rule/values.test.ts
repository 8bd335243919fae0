import { describe, expect, it } from 'vitest';
import type { Field } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import {
  field_default,
  item_new,
  values_complete,
  values_settle,
  values_strip,
} from '../../../runtime/core/values.ts';

const keyData = widgets.keyData.config;
const gauge = widgets.gauge.config;

describe('values_settle', () => {
  const device = {
    ...(field_default(keyData) as object),
    dataType: 'device_data',
    deviceValue: ['d1', 'd1-p'],
    calcInterval: 'DAY',
  };

  it('clears the values of the other types when the data type is switched (V037)', () => {
    const settled = values_settle(keyData, { ...device, dataType: 'text' }, {}, device);
    expect(settled).not.toHaveProperty('deviceValue');
    expect(settled).not.toHaveProperty('calcInterval');
    expect(settled).toMatchObject({ dataType: 'text', nameFont: 20 });
  });

  it('gives a field that comes back into sight its default', () => {
    const text = values_settle(keyData, { ...device, dataType: 'text' });
    expect(values_settle(keyData, { ...text, dataType: 'device_data' }, {}, text)).toMatchObject({
      calcInterval: 'real_time',
    });
  });

  it('answers the same object when nothing has to change', () => {
    expect(values_settle(keyData, device)).toBe(device);
  });

  it('computes fields, also in a chain, and survives a circle', () => {
    const field: Field = {
      type: 'object',
      properties: {
        price: { type: 'number' },
        net: { type: 'number', 'x-computed': { '*': [{ var: 'price' }, 2] } },
        gross: { type: 'number', 'x-computed': { '+': [{ var: 'net' }, 1] } },
      },
    };
    expect(values_settle(field, { price: 5 })).toEqual({ price: 5, net: 10, gross: 11 });
    const circle: Field = { properties: { a: { 'x-computed': { '+': [{ var: 'a' }, 1] } } } };
    expect(values_settle(circle, { a: 1 })).toHaveProperty('a');
  });

  it('fills a new item of a list with its defaults and the moment of its creation', () => {
    const settled = values_settle(gauge, { monitorVars: [{}] }, {}, { monitorVars: [] });
    expect(settled.monitorVars).toEqual([{ timeStamp: expect.any(Number) }]);
  });
});

describe('defaults', () => {
  it('complete what was stored before a field existed', () => {
    expect(values_complete(keyData, { name: 'SoC', dataFont: null })).toMatchObject({
      name: 'SoC',
      dataFont: 36,
      dataType: 'text',
    });
  });

  it('are copies, so that two new forms do not share a list', () => {
    expect(field_default(gauge)).not.toBe(field_default(gauge));
    const [a, b] = [field_default(gauge), field_default(gauge)] as { monitorVars: unknown[] }[];
    a!.monitorVars.push(1);
    expect(b!.monitorVars).toEqual([]);
  });

  it('of an item carry a timestamp only where the item has one', () => {
    expect(item_new({ properties: { a: { default: 1 }, timestamp: { type: 'integer' } } }, 7)).toEqual({
      a: 1,
      timestamp: 7,
    });
    expect(item_new({ properties: { a: {} } }, 7)).toEqual({});
  });
});

describe('values_strip', () => {
  it('spells "nothing entered" as the absent key, at every depth but in JSON of any shape', () => {
    const rows: Field = {
      properties: { f: { items: { properties: { g: {} } } }, h: { 'x-control': 'json' } },
    };
    const kept = { i: null, j: [''] };
    expect(
      values_strip(rows, { a: '', b: null, c: undefined, d: 0, e: false, f: [{ g: '' }], h: kept }),
    ).toEqual({ d: 0, e: false, f: [{}], h: kept });
  });
});
