/** The money helper (V056, V131–V133): a decimal text of at most ten digits and two decimals, or why it is not one. */
import { type Decimal, decimalText, parseDecimal, rescaleDecimal } from './decimal.ts';

export const MONEY_DECIMALS = 2;

/** Rounds to whole cents, half away from zero. */
export const roundMoney = (amount: Decimal): Decimal => rescaleDecimal(amount, MONEY_DECIMALS);

/** Tells whether the values of a field are amounts: decimal texts, with which is calculated exactly. */
export const isAmount = (field: { format?: string } | undefined): boolean => field?.format === 'money';
/** 9,999,999,999.99 in cents; the range is symmetric where negative amounts are allowed (V132). */
const MONEY_MAX_CENTS = 999_999_999_999n;

export type MoneyProblem = 'notNumber' | 'tooLarge' | 'negative';

export type Money = { ok: true; value: string } | { ok: false; problem: MoneyProblem };

export function parseMoney(text: string, allowNegative = false): Money {
  const decimal = parseDecimal(text.replaceAll(',', ''));
  if (!decimal) return { ok: false, problem: 'notNumber' };
  const cents = roundMoney(decimal);
  const size = cents.units < 0n ? -cents.units : cents.units;
  if (size > MONEY_MAX_CENTS) return { ok: false, problem: 'tooLarge' };
  if (cents.units < 0n && !allowNegative) return { ok: false, problem: 'negative' };
  return { ok: true, value: decimalText(cents) };
}
