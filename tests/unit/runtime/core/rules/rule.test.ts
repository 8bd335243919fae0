import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { fieldState, isConditionMet } from '../../../../../runtime/core/rules/rule.ts';

describe('isConditionMet', () => {
  const isDevice = { properties: { dataType: { const: 'device_data' } }, required: ['dataType'] };

  it('reads the containing object', () => {
    expect(isConditionMet(isDevice, { dataType: 'device_data' })).toBe(true);
    expect(isConditionMet(isDevice, { dataType: 'text' })).toBe(false);
  });

  it('compares an amount by its value, at any depth', () => {
    const large = { properties: { total: { exclusiveMinimum: 1000 } }, required: ['total'] };
    const isMet = (total: unknown) => isConditionMet(large, { total });
    expect(['999.99', '1000.00', '1000.01', 1001].map(isMet)).toEqual([false, false, true, true]);
    expect(isConditionMet({ not: large }, { total: '30.30' })).toBe(true);
    const line = { properties: { lines: { contains: { properties: { net: { minimum: 50 } } } } } };
    expect(
      [['49.99'], ['49.99', '50.00']].map((nets) =>
        isConditionMet(line, { lines: nets.map((net) => ({ net })) }),
      ),
    ).toEqual([false, true]);
  });

  it('does not convert a text of digits that is not compared', () => {
    expect(isConditionMet({ properties: { code: { const: '007' } } }, { code: '007' })).toBe(true);
    const both = { properties: { code: { const: '007' }, total: { minimum: 1 } } };
    expect(isConditionMet(both, { code: '007', total: '1.00' })).toBe(true);
  });

  it('takes undefined for absent', () => {
    expect(isConditionMet(isDevice, { dataType: undefined })).toBe(false);
  });

  it('reads the context as $context, even if none was given', () => {
    const live = {
      not: {
        properties: { $context: { properties: { historical: { const: true } }, required: ['historical'] } },
      },
    };
    expect(isConditionMet(live, {}, { historical: true })).toBe(false);
    expect(isConditionMet(live, {}, { historical: false })).toBe(true);
    expect(isConditionMet(live, {})).toBe(true);
  });
});

describe('fieldState', () => {
  const parent: Field = { type: 'object', required: ['a'], properties: {} };

  it('requires fields by schema or condition, but no invisible ones', () => {
    const required: Field = { 'x-required': { required: ['other'] } };
    const hidden: Field = { 'x-visible': { required: ['other'] } };
    expect(fieldState({}, 'a', parent, {})).toEqual({ visible: true, enabled: true, required: true });
    expect(fieldState(required, 'b', parent, {}).required).toBe(false);
    expect(fieldState(required, 'b', parent, { other: 1 }).required).toBe(true);
    expect(fieldState(hidden, 'a', parent, {})).toEqual({ visible: false, enabled: true, required: false });
  });
});
