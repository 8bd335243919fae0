import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import { fillDefaults, newItem } from '../../../../../runtime/core/rules/defaults.ts';
import { completeValues, settleValues, stripValues } from '../../../../../runtime/core/rules/values.ts';

const keyData = widgets.keyData.config;
const gauge = widgets.gauge.config;

describe('settleValues', () => {
  const device = {
    ...fillDefaults(keyData, {}),
    dataType: 'device_data',
    deviceValue: ['d1', 'd1-p'],
    calcInterval: 'DAY',
  };

  it('clears the values of the other types when the data type is switched (V037)', () => {
    const settled = settleValues(keyData, { ...device, dataType: 'text' }, {}, device);
    expect(settled).not.toHaveProperty('deviceValue');
    expect(settled).not.toHaveProperty('calcInterval');
    expect(settled).toMatchObject({ dataType: 'text', nameFont: 20 });
  });

  it('sets the default of a field that becomes visible again', () => {
    const text = settleValues(keyData, { ...device, dataType: 'text' });
    expect(settleValues(keyData, { ...text, dataType: 'device_data' }, {}, text)).toMatchObject({
      calcInterval: 'real_time',
    });
  });

  it('returns the same object if nothing changes', () => {
    expect(settleValues(keyData, device)).toBe(device);
  });

  it('computes fields, also in a chain, and tolerates a cycle', () => {
    const field: Field = {
      type: 'object',
      properties: {
        price: { type: 'number' },
        net: { type: 'number', 'x-computed': { '*': [{ var: 'price' }, 2] } },
        gross: { type: 'number', 'x-computed': { '+': [{ var: 'net' }, 1] } },
      },
    };
    expect(settleValues(field, { price: 5 })).toEqual({ price: 5, net: 10, gross: 11 });
    const circle: Field = { properties: { a: { 'x-computed': { '+': [{ var: 'a' }, 1] } } } };
    expect(settleValues(circle, { a: 1 })).toHaveProperty('a');
  });

  it('computes a long chain in any order of fields, and figures before their lines', () => {
    const names = Array.from({ length: 20 }, (_, at) => `step${at}`);
    const properties = Object.fromEntries(
      names.map((name, at): [string, Field] => [
        name,
        { type: 'number', 'x-computed': { '+': [{ var: names[at + 1] ?? 'start' }, 1] } },
      ]),
    );
    expect(settleValues({ properties }, { start: 0 })).toMatchObject({ step19: 1, step0: 20 });
    const amount: Field = { type: 'number', 'x-computed': { '*': [{ var: 'price' }, 2] } };
    const order: Field = {
      properties: {
        total: { type: 'number', 'x-computed': { sum: [{ var: 'lines' }, 'amount'] } },
        lines: { type: 'array', items: { type: 'object', properties: { amount } } },
      },
    };
    expect(settleValues(order, { lines: [{ price: 3 }, { price: 4 }] })).toEqual({
      total: 14,
      lines: [
        { price: 3, amount: 6 },
        { price: 4, amount: 8 },
      ],
    });
  });

  it('sets the defaults of a new list item, and the time of its creation', () => {
    const settled = settleValues(gauge, { monitorVars: [{}] }, {}, { monitorVars: [] });
    expect(settled.monitorVars).toEqual([{ timeStamp: expect.any(Number) }]);
  });
});

describe('defaults', () => {
  it('complete records that were stored before a field existed', () => {
    expect(completeValues(keyData, { name: 'SoC', dataFont: null })).toMatchObject({
      name: 'SoC',
      dataFont: 36,
      dataType: 'text',
    });
  });

  it('are copies, so that two new forms do not share a list', () => {
    const [a, b] = [fillDefaults(gauge, {}), fillDefaults(gauge, {})] as { monitorVars: unknown[] }[];
    a!.monitorVars.push(1);
    expect(b!.monitorVars).toEqual([]);
  });

  it('of an item contain a timestamp only if the item has one', () => {
    expect(newItem({ properties: { a: { default: 1 }, timestamp: { type: 'integer' } } }, 7)).toEqual({
      a: 1,
      timestamp: 7,
    });
    expect(newItem({ properties: { a: {} } }, 7)).toEqual({});
  });
});

describe('stripValues', () => {
  it('removes the key of an empty value at every depth, except in free JSON', () => {
    const rows: Field = {
      properties: { f: { items: { properties: { g: {} } } }, h: { 'x-control': 'json' } },
    };
    const stored = { i: null, j: [''] };
    expect(
      stripValues(rows, { a: '', b: null, c: undefined, d: 0, e: false, f: [{ g: '' }], h: stored }),
    ).toEqual({ d: 0, e: false, f: [{}], h: stored });
  });
});
