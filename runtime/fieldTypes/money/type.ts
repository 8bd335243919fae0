import type { Field, Text } from '../../../generated/definition.ts';
import type { FieldType } from '../../core/fieldType.ts';
import { formatMoney } from '../../core/numbers/format.ts';
import { type MoneyProblem, parseMoney } from '../../core/numbers/money.ts';

/** V131–V133: messages for too many digits, a text that is no number, and a forbidden negative amount. */
const PROBLEMS: Record<MoneyProblem, Text> = {
  tooLarge: { zh: '{title}最多为10位整数加两位小数', en: '{title}: at most 10 digits plus two decimals' },
  notNumber: { zh: '{title}：请填写数字金额', en: '{title}: fill in a numeric amount' },
  negative: { zh: '{title}不能为负数', en: '{title} cannot be negative' },
};

/** Returns whether an amount may be negative, which its field allows by a negative minimum (V132). */
const allowsNegative = (field: Field): boolean => (field.minimum ?? 0) < 0;

/** A decimal text of at most ten digits and two decimals (V056). */
export const money: FieldType = {
  title: { zh: '金额', en: 'Amount' },
  json: ['string'],
  pattern: /^-?\d{1,10}(?:\.\d{1,2})?$/,
  isBounded: true,
  findProblem(value, field) {
    const money = parseMoney(String(value), allowsNegative(field));
    return money.ok ? null : PROBLEMS[money.problem];
  },
  column: 'numeric(12,2)',
  compare: 'decimal',
  filter: 'number',
  isFigure: true,
  formatText: (value, { unit }) => formatMoney(value as string | number, unit ?? ''),
  hasCurrency: true,
  cell: 'amount',
  cellHelp: { zh: '金额，最多两位小数', en: 'An amount with at most two decimals' },
  control: 'money',
  fitsCell: true,
  makeSample: (index) => `${(1250 + index * 7919) % 100_000}.50`,
};
