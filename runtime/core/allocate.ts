/**
 * An amount in parts, by the figures of a list: cents are given by the largest remainder, the first of equal ones before
 * the others, so that the parts make the amount.
 */
import { ExpressionError, isEmpty, requireDecimal } from './arithmetic.ts';
import { type Decimal, decimalsOf, decimalText, parseDecimal, unitsOf } from './decimal.ts';
import { MONEY_DECIMALS } from './money.ts';
import { isObject } from './object.ts';

/** Each line of a record asks for its own part, and all of them are worked out at once. */
const shares = new WeakMap<object, Map<string, readonly string[]>>();

function share(amount: Decimal, weights: readonly Decimal[]): string[] {
  const scale = Math.max(0, ...weights.map(decimalsOf));
  const units = weights.map((weight) => unitsOf(weight, scale));
  if (units.some((unit) => unit < 0n)) throw new ExpressionError('failed', 'a part cannot be less than none');
  const total = units.reduce((sum, unit) => sum + unit, 0n);
  const cents = unitsOf(amount, MONEY_DECIMALS);
  const whole = cents < 0n ? -cents : cents;
  if (total === 0n && whole > 0n) throw new ExpressionError('byZero', 'there is nothing to allocate by');
  const parts = units.map((unit) => (total === 0n ? 0n : (whole * unit) / total));
  const left = Number(whole - parts.reduce((sum, part) => sum + part, 0n));
  const byRest = units
    .map((unit, index) => ({ at: index, rest: total === 0n ? 0n : (whole * unit) % total }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1));
  for (const { at } of byRest.slice(0, left)) parts[at] = parts[at]! + 1n;
  const sign = cents < 0n ? '-' : '';
  return parts.map((part) => decimalText(parseDecimal(`${sign}${part}e-${MONEY_DECIMALS}`)!, MONEY_DECIMALS));
}

function partsOf(amount: unknown, list: readonly unknown[], name: string): readonly string[] | null {
  const weights = list.map((line) => (isObject(line) ? line[name] : null));
  return weights.some(isEmpty) ? null : share(requireDecimal(amount), weights.map(requireDecimal));
}

/** `[amount, list, name, place]`: the part of one line, by the field of that name; without a place all parts. */
export function allocate(operands: unknown): unknown {
  const [amount, list, name, place] = [operands].flat() as [unknown, unknown, string, unknown];
  if (isEmpty(amount) || !Array.isArray(list)) return null;
  const key = `${amount} ${name}`;
  const sharesOfList = shares.get(list) ?? new Map<string, readonly string[]>();
  const parts = sharesOfList.get(key) ?? partsOf(amount, list, name);
  if (parts === null) return null;
  shares.set(list, sharesOfList.set(key, parts));
  return place === undefined ? parts : (parts[Number(place)] ?? null);
}
