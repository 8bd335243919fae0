/**
 * Splits an amount into parts by weights or by percentages. With weights, the remaining cents go to the parts
 * with the largest remainders, and among equal remainders to the first. With percentages, each part is
 * rounded, and the last part gets the difference.
 */

import { isObject } from '../object.ts';
import { isEmpty, requireDecimal } from './arithmetic.ts';
import { type Decimal, decimalsOf, decimalText, parseDecimal, sumDecimals, unitsOf } from './decimal.ts';
import { MONEY_DECIMALS, moneyText, roundMoney } from './money.ts';

/** Each line requests its own part. All parts are computed once and cached. */
const shares = new WeakMap<object, Map<string, readonly string[]>>();

const ONE = parseDecimal(1)!;
const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);
const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, unit) => sum + unit, 0n);

/**
 * Returns weights for the allocation. A negative line gets a negative part. If the sum is zero, absolute values are
 * used. If all are zero, the parts are equal.
 */
function weighted(weights: readonly Decimal[]): { units: bigint[]; total: bigint } {
  const scale = Math.max(0, ...weights.map(decimalsOf));
  const units = weights.map((weight) => unitsOf(weight, scale));
  const total = sumOf(units);
  if (total > 0n) return { units, total };
  if (total < 0n) return { units: units.map((unit) => -unit), total: -total };
  const sizes = units.map(sizeOf);
  const sum = sumOf(sizes);
  return sum > 0n
    ? { units: sizes, total: sum }
    : { units: units.map(() => 1n), total: BigInt(units.length) };
}

/** Divides and rounds down, also for negative values. Returns the quotient and the remainder. */
function divide(value: bigint, by: bigint): { part: bigint; rest: bigint } {
  const rest = ((value % by) + by) % by;
  return { part: (value - rest) / by, rest };
}

function share(amount: Decimal, weights: readonly Decimal[]): string[] {
  if (weights.length === 0) return [];
  const { units, total } = weighted(weights);
  const cents = unitsOf(amount, MONEY_DECIMALS);
  const whole = sizeOf(cents);
  const divided = units.map((unit) => divide(whole * unit, total));
  const parts = divided.map(({ part }) => part);
  const byRest = divided
    .map(({ rest }, index) => ({ at: index, rest }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1));
  for (const { at } of byRest.slice(0, Number(whole - sumOf(parts)))) parts[at] = parts[at]! + 1n;
  return parts.map((part) => {
    const signed = cents < 0n ? -part : part;
    return decimalText(parseDecimal(`${signed}e-${MONEY_DECIMALS}`)!, MONEY_DECIMALS);
  });
}

function partsOf(amount: unknown, list: readonly unknown[], name: string): readonly string[] | null {
  const weights = list.map((line) => (isObject(line) ? line[name] : null));
  return weights.some(isEmpty) ? null : share(requireDecimal(amount), weights.map(requireDecimal));
}

/**
 * Returns the part of one line of `[amount, list, name, place]`, weighted by the field `name`. Returns all
 * parts if `place` is missing.
 */
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

const WHOLE = 100;

/** Computes each percentage separately. If the sum is 100, the last part gets the rounding difference. */
function percentParts(amount: Decimal, percents: readonly (Decimal | null)[]): (string | null)[] {
  const parts = percents.map((percent) => percent && roundMoney(amount.times(percent).div(WHOLE)));
  const last = percents.findLastIndex((percent) => percent !== null && !percent.eq(0));
  const entered = percents.filter((percent) => percent !== null);
  if (last >= 0 && sumDecimals(entered).eq(WHOLE)) {
    const others = parts.filter((part, at) => part !== null && at !== last) as Decimal[];
    parts[last] = roundMoney(amount).minus(sumDecimals(others));
  }
  return parts.map((part) => part && moneyText(part));
}

/**
 * Returns the part of one line of `[amount, list, name, place]`, by the percentage in its field `name`. If no
 * line has a percentage, the parts are equal.
 */
export function split(operands: unknown): unknown {
  const [total, list, name, place] = [operands].flat() as [unknown, unknown, string, unknown];
  if (isEmpty(total) || !Array.isArray(list)) return null;
  if (list.length === 0) return place === undefined ? [] : null;
  const amount = requireDecimal(total);
  const percents = list.map((line: unknown) => {
    const percent = isObject(line) ? line[name] : null;
    return isEmpty(percent) ? null : requireDecimal(percent);
  });
  const parts = percents.some((percent) => percent !== null)
    ? percentParts(amount, percents)
    : share(
        amount,
        Array.from(list, () => ONE),
      );
  return place === undefined ? parts : (parts[Number(place)] ?? null);
}
