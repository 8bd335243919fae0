/**
 * Decimals are checked as multiples of their step without binary rounding errors, in the server and in the validators
 * of forms.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validatorModule } from '../../../../../codegen/write/validators.ts';
import { isMultipleOf } from '../../../../../runtime/core/numbers/multipleOf.ts';
import { createValidator } from '../../../../../runtime/core/rules/validation.ts';

const DECIMALS = fc.integer({ min: 0, max: 8 });

it('accepts every decimal with this number of places, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), DECIMALS, DECIMALS, (digits, places, of) => {
      const value = Number(`${digits}e-${places}`);
      const step = Number(`1e-${of}`);
      const shown = `${digits}`.replace(/0+$/, '').length - `${digits}`.length + places;
      expect(isMultipleOf(value, step)).toBe(digits === 0 || shown <= of);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  [0.57, 0.001],
  [1.005, 0.001],
  [9.95, 0.001],
  [33.33, 0.01],
  [1e21, 0.01],
  [999999999.57, 0.01],
  [0.3, 0.1],
  [7.5, 2.5],
])('%d is a multiple of %d', (value, step) => expect(isMultipleOf(value, step)).toBe(true));

it.each([
  [0.5705, 0.001],
  [1e-7, 0.01],
  [7, 2.5],
  [Number.MIN_VALUE, 0.1],
])('%d is none of %d', (value, step) => expect(isMultipleOf(value, step)).toBe(false));

it('is checked by the server and by the validator of a form', async () => {
  const schema = { type: 'object', properties: { part: { type: 'number', multipleOf: 0.001 } } };
  const byServer = createValidator().compile(schema);
  const text = validatorModule('form', schema);
  const { default: forms } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    default: { form: ((value: unknown) => boolean) & { errors?: { keyword: string }[] | null } };
  };
  for (const part of [0.57, 1.005, 9.95, -0.57, 0, 12]) {
    expect(byServer({ part })).toEqual([]);
    expect(forms.form({ part }), String(part)).toBe(true);
  }
  expect(byServer({ part: 0.5701 })).toMatchObject([
    { keyword: 'multipleOf', params: { multipleOf: 0.001 } },
  ]);
  expect(forms.form({ part: 0.5701 })).toBe(false);
  expect(forms.form.errors).toMatchObject([{ keyword: 'multipleOf' }]);
});
