import { describe, expect, it, vi } from 'vitest';
import type { Field } from '../../../generated/definition.ts';
import { condition_holds, expression_value, field_state } from '../../../runtime/core/rule.ts';

describe('condition_holds', () => {
  const isDevice = { properties: { dataType: { const: 'device_data' } }, required: ['dataType'] };

  it('looks at the containing object', () => {
    expect(condition_holds(isDevice, { dataType: 'device_data' })).toBe(true);
    expect(condition_holds(isDevice, { dataType: 'text' })).toBe(false);
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

describe('expression_value', () => {
  const cost = { '*': [{ var: 'price' }, { var: 'count' }] };

  it('computes without eval', () => {
    vi.stubGlobal('eval', () => {
      throw new Error('eval is forbidden');
    });
    expect(expression_value(cost, { price: 3, count: 4 })).toBe(12);
    expect(expression_value({ if: [{ '>': [{ var: 'a.b' }, 1] }, 'much', 'little'] }, { a: { b: 2 } })).toBe(
      'much',
    );
    vi.unstubAllGlobals();
  });

  it('is null where an operand is missing or the expression is unknown', () => {
    expect(expression_value({ '/': [1, { var: 'none' }] }, {})).toBeNull();
    expect(expression_value({ launch: [1] }, {})).toBeNull();
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
