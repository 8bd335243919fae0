import { describe, expect, it } from 'vitest';
import type { Field } from '../../../generated/definition.ts';
import { condition_holds, field_state } from '../../../runtime/core/rule.ts';

describe('condition_holds', () => {
  const isDevice = { properties: { dataType: { const: 'device_data' } }, required: ['dataType'] };

  it('looks at the containing object', () => {
    expect(condition_holds(isDevice, { dataType: 'device_data' })).toBe(true);
    expect(condition_holds(isDevice, { dataType: 'text' })).toBe(false);
  });

  it('compares an amount by its size, at any depth', () => {
    const large = { properties: { total: { exclusiveMinimum: 1000 } }, required: ['total'] };
    const holds = (total: unknown) => condition_holds(large, { total });
    expect(['999.99', '1000.00', '1000.01', 1001].map(holds)).toEqual([false, false, true, true]);
    expect(condition_holds({ not: large }, { total: '30.30' })).toBe(true);
    const line = { properties: { lines: { contains: { properties: { net: { minimum: 50 } } } } } };
    expect(
      [['49.99'], ['49.99', '50.00']].map((nets) =>
        condition_holds(line, { lines: nets.map((net) => ({ net })) }),
      ),
    ).toEqual([false, true]);
  });

  it('leaves a text of digits a text where nothing is compared', () => {
    expect(condition_holds({ properties: { code: { const: '007' } } }, { code: '007' })).toBe(true);
    const both = { properties: { code: { const: '007' }, total: { minimum: 1 } } };
    expect(condition_holds(both, { code: '007', total: '1.00' })).toBe(true);
  });

  it('takes undefined for absent', () => {
    expect(condition_holds(isDevice, { dataType: undefined })).toBe(false);
  });

  it('sees the context as $context, also where no context was given', () => {
    const live = {
      not: {
        properties: { $context: { properties: { historical: { const: true } }, required: ['historical'] } },
      },
    };
    expect(condition_holds(live, {}, { historical: true })).toBe(false);
    expect(condition_holds(live, {}, { historical: false })).toBe(true);
    expect(condition_holds(live, {})).toBe(true);
  });
});

describe('field_state', () => {
  const parent: Field = { type: 'object', required: ['a'], properties: {} };

  it('requires what the schema or the condition requires, but nothing invisible', () => {
    const asked: Field = { 'x-required': { required: ['other'] } };
    const hidden: Field = { 'x-visible': { required: ['other'] } };
    expect(field_state({}, 'a', parent, {})).toEqual({ visible: true, enabled: true, required: true });
    expect(field_state(asked, 'b', parent, {}).required).toBe(false);
    expect(field_state(asked, 'b', parent, { other: 1 }).required).toBe(true);
    expect(field_state(hidden, 'a', parent, {})).toEqual({ visible: false, enabled: true, required: false });
  });
});
