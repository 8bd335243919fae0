/**
 * Validates money (V056, V131–V133): a decimal text with at most ten digits and two decimals. Returns the reason for an
 * invalid value.
 */
import { type Decimal, decimalText, NONE, parseDecimal, roundDecimal } from './decimal.ts';

export const MONEY_DECIMALS = 2;

/** Rounds to whole cents, half away from zero. */
export const roundMoney = (amount: Decimal): Decimal => roundDecimal(amount, MONEY_DECIMALS);

/** Returns an amount in its stored form, always with two decimals. */
export const moneyText = (amount: Decimal): string => decimalText(amount, MONEY_DECIMALS);

/** Returns whether the values of a field are amounts: decimal texts for exact arithmetic. */
export const isAmount = (field: { format?: string } | undefined): boolean => field?.format === 'money';
/** If negative amounts are allowed, the range is symmetric (V132). */
const MONEY_MAX = parseDecimal('9999999999.99') ?? NONE;

export const isTooLarge = (amount: Decimal): boolean => amount.abs().gt(MONEY_MAX);

export type MoneyProblem = 'notNumber' | 'tooLarge' | 'negative';

export type Money = { ok: true; value: string } | { ok: false; problem: MoneyProblem };

export function parseMoney(text: string, allowNegative = false): Money {
  const decimal = parseDecimal(text.replaceAll(',', ''));
  if (!decimal) return { ok: false, problem: 'notNumber' };
  const amount = roundMoney(decimal);
  if (isTooLarge(amount)) return { ok: false, problem: 'tooLarge' };
  if (amount.lt(0) && !allowNegative) return { ok: false, problem: 'negative' };
  return { ok: true, value: moneyText(amount) };
}
