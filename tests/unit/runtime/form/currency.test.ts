import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { buildForm } from '../../../../runtime/form/model/build.ts';
import { currencyOf, pricedField } from '../../../../runtime/form/values/currency.ts';
import { valueText } from '../../../../runtime/form/values/valueText.ts';

const amount: Field = { type: 'string', format: 'money', 'x-currency': 'currency' };
const schema: Field = {
  type: 'object',
  properties: {
    currency: { type: 'string', 'x-options': [{ value: 'EUR', title: { zh: '欧元', en: 'Euro' } }] },
    net: amount,
    lines: { type: 'array', items: { type: 'object', properties: { price: amount } } },
  },
};
const shown = (values: Record<string, unknown>) =>
  valueText(pricedField(amount, [{ field: schema, values }], {}, 'en'), '1234.5', {}, 'en');

describe('the currency of an amount', () => {
  it("is the one of its record, else the platform's", () => {
    expect(shown({ currency: 'EUR' })).toBe('Euro 1,234.50');
    expect(shown({ currency: 'XAU' })).toBe('XAU 1,234.50');
    expect(shown({})).toBe('RM 1,234.50');
    expect(valueText({ type: 'string', format: 'money' }, '1', {}, 'en')).toBe('RM 1.00');
  });

  it('is not shown if the record is unknown', () => {
    expect(valueText(amount, '1234.5', {}, 'en')).toBe('1,234.50');
  });

  it('is beside the amount, or in the record around its line', () => {
    const line: Field = { type: 'object', properties: { price: amount } };
    const holders = [
      { field: line, values: { price: '1.00' } },
      { field: schema, values: { currency: 'EUR' } },
    ];
    expect(currencyOf(amount, holders, {}, 'zh')).toBe('欧元');
  });

  it('is shown before the controls of a form, also in its lines', () => {
    const value = { currency: 'EUR', lines: [{}] };
    const { uiSchema } = buildForm(schema, {}, { lang: 'en', value, context: {}, dictionaries: {} });
    expect(uiSchema.net?.['ui:unit']).toBe('Euro');
    const items = uiSchema.lines?.items as (item: object) => { price: Record<string, unknown> };
    expect(items({}).price['ui:unit']).toBe('Euro');
  });
});
