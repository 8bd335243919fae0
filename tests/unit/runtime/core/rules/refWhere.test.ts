import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import {
  clearChoices,
  findAwaitedTitle,
  findChoices,
  followsRecord,
  recordHolder,
} from '../../../../../runtime/core/rules/refWhere.ts';

const title = (en: string) => ({ zh: en, en });
const device: Field = {
  type: 'string',
  title: title('Device'),
  'x-ref': 'device',
  'x-refKey': 'sn',
  'x-refWhere': { '@site': { var: 'stationSn' }, enabled: true },
};
const variables: Field = {
  type: 'array',
  title: title('Variables'),
  items: { type: 'string', 'x-ref': 'deviceVariable', 'x-refWhere': { deviceSn: { var: 'deviceSn' } } },
};
const schema: Field = {
  type: 'object',
  required: ['stationSn'],
  properties: {
    stationSn: { type: 'string', title: title('Station') },
    deviceSn: device,
    variables,
    lines: {
      type: 'array',
      title: title('Lines'),
      items: {
        type: 'object',
        properties: {
          deviceSn: device,
          variable: {
            type: 'string',
            'x-ref': 'deviceVariable',
            'x-refWhere': { deviceSn: { var: 'deviceSn' } },
          },
        },
      },
    },
  },
};

describe('choices that depend on other fields', () => {
  it('are found with their conditions, at any depth', () => {
    const found = findChoices(schema, {
      stationSn: 'S1',
      deviceSn: 'D1',
      variables: ['V1', 'V2'],
      lines: [{ variable: 'V3' }, { deviceSn: 'D2', variable: 'V4' }],
    });
    expect(found.map(({ path, value, needs }) => [path.join('/'), value, needs])).toEqual([
      [
        'deviceSn',
        'D1',
        [
          { field: '@site', value: 'S1' },
          { field: 'enabled', value: true },
        ],
      ],
      ['variables/0', 'V1', [{ field: 'deviceSn', value: 'D1' }]],
      ['variables/1', 'V2', [{ field: 'deviceSn', value: 'D1' }]],
      [
        'lines/1/deviceSn',
        'D2',
        [
          { field: '@site', value: 'S1' },
          { field: 'enabled', value: true },
        ],
      ],
      ['lines/1/variable', 'V4', [{ field: 'deviceSn', value: 'D2' }]],
    ]);
    expect(found[1]?.titled.title?.en).toBe('Variables');
    expect(found[0]?.followed.map((one) => one.title?.en)).toEqual(['Station']);
  });

  it('may depend on the record of a transition', () => {
    const items: Field = {
      type: 'array',
      items: { type: 'integer', 'x-ref': 'item', 'x-refWhere': { recordId: { var: '$context.id' } } },
    };
    const form: Field = { type: 'object', properties: { items, device } };
    expect([items, device].map(followsRecord)).toEqual([true, false]);
    expect(findChoices(form, { items: [1] }, [recordHolder(7)]).map(({ needs }) => needs)).toEqual([
      [{ field: 'recordId', value: 7 }],
    ]);
    expect(findChoices(form, { items: [1] }, [recordHolder(undefined)])).toEqual([]);
  });

  it('wait for a field that must be filled first', () => {
    const holder = (values: object) => [{ field: schema, values: { ...values } }];
    expect(findAwaitedTitle(device, holder({}))?.en).toBe('Station');
    expect(findAwaitedTitle(device, holder({ stationSn: 'S1' }))).toBeNull();
    expect(findAwaitedTitle(variables.items!, holder({}))).toBeNull();
  });

  it('are cleared when the field that they depend on changes, wherever it is', () => {
    const before = {
      stationSn: 'S1',
      deviceSn: 'D1',
      variables: ['V1'],
      lines: [{ deviceSn: 'D2', variable: 'V4' }],
    };
    expect(clearChoices(schema, { ...before, deviceSn: 'D9' }, before)).toEqual({
      ...before,
      deviceSn: 'D9',
      variables: undefined,
    });
    expect(clearChoices(schema, { ...before, stationSn: 'S2' }, before)).toEqual({
      stationSn: 'S2',
      variables: ['V1'],
      lines: [{ variable: 'V4' }],
    });
    const line = { ...before, lines: [{ deviceSn: 'D3', variable: 'V4' }] };
    expect(clearChoices(schema, line, before).lines).toEqual([{ deviceSn: 'D3' }]);
  });

  it('remain if they were chosen with it, and if it was empty before', () => {
    const before = { deviceSn: 'D1', variables: ['V1'] };
    const filled = { ...before, stationSn: 'S1' };
    expect(clearChoices(schema, filled, before)).toBe(filled);
    const both = { deviceSn: 'D2', variables: ['V2'] };
    expect(clearChoices(schema, both, before)).toBe(both);
  });
});
