import { expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { entities } from '../../../../../generated/entities.ts';
import { isLate } from '../../../../../runtime/core/time/late.ts';

const due: Field = entities.orderPay.schema.properties?.due ?? {};
const NOW = new Date(2026, 10, 28, 12).getTime();

it.each([
  ['2026-11-27', '0.01', true, true],
  ['2026-11-28', '0.01', true, false],
  ['2026-11-27', '0.00', true, false],
  ['2026-11-27', '-5.00', true, false],
  ['2026-11-27', '9999999999.99', false, false],
])(
  'an instalment of %s with %s open, of an order that is signed: %s, is overdue: %s',
  (day, open, owed, late) => {
    expect(isLate(due, { due: day, open, owed }, day, NOW)).toBe(late);
  },
);

it('a day without this condition, or without a value, is never overdue', () => {
  expect(isLate({ type: 'string', format: 'date' }, {}, '2000-01-01', NOW)).toBe(false);
  expect(isLate(due, { open: '1.00', owed: true }, null, NOW)).toBe(false);
});
