import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { foreignCurrencies, homeAmounts, noRate } from '../../../../../runtime/core/numbers/homeAmounts.ts';
import { isConditionMet } from '../../../../../runtime/core/rules/rule.ts';

const money = { type: 'string', format: 'money', 'x-currency': 'currency' };
const schema = {
  type: 'object',
  properties: {
    currency: { type: 'string' },
    gross: money,
    paid: money,
    fee: { type: 'string', format: 'money' },
    parts: { type: 'array', items: { type: 'object', properties: { net: money } } },
  },
} as Field;

const rates = (currency: string) => ({ USD: 7.1053, VND: 0.000281 })[currency];
const inHome = (values: object, rateOf: (currency: string) => number | undefined = rates) =>
  homeAmounts(schema, { ...values }, 'CNY', rateOf);
const above = (limit: number) => ({
  properties: { gross: { exclusiveMinimum: limit } },
  required: ['gross'],
});

describe('amounts in the home currency', () => {
  it('are converted at the rate, also in rows, and the record is unchanged', () => {
    const record = { currency: 'USD', gross: '452000.00', fee: '5.00', parts: [{ net: '1.00' }] };
    expect(inHome(record)).toEqual({
      ...{ currency: 'USD', gross: '3211595.60', fee: '5.00' },
      parts: [{ net: '7.1053' }],
    });
    expect(record.gross).toBe('452000.00');
  });

  it('are unchanged in the home currency, without a currency, and if zero', () => {
    for (const currency of ['CNY', null, undefined])
      expect(inHome({ currency, gross: '12.00' })).toEqual({ currency, gross: '12.00' });
    expect(inHome({ currency: 'USD', gross: '0.00' }, noRate)).toEqual({ currency: 'USD', gross: '0.00' });
  });

  it('are compared with limits in that currency', () => {
    const isMet = (gross: string, currency: string) =>
      isConditionMet(above(500_000), inHome({ gross, currency }));
    expect([isMet('70370.00', 'USD'), isMet('70371.00', 'USD')]).toEqual([false, true]);
    expect([isMet('500001.00', 'CNY'), isMet('500001.00', 'VND')]).toEqual([true, false]);
  });

  it('exceed every limit without a rate, except negative ones', () => {
    const isMet = (gross: string) =>
      isConditionMet(above(9_999_999_999), inHome({ gross, currency: 'USD' }, noRate));
    expect([isMet('0.01'), isMet('-0.01')]).toEqual([true, false]);
  });

  it('keep their ratio, to the last digit', () => {
    const { gross, paid } = inHome({ currency: 'VND', gross: '100.01', paid: '100.00' });
    expect(gross).not.toBe(paid);
    expect(Number(gross) > Number(paid)).toBe(true);
  });

  it('need only the rates of other currencies', () => {
    expect(foreignCurrencies(schema, { currency: 'USD', gross: '1.00' }, 'CNY')).toEqual(['USD']);
    expect(foreignCurrencies(schema, { currency: 'CNY', gross: '1.00' }, 'CNY')).toEqual([]);
  });
});
