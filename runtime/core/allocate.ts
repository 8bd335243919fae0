/**
 * An amount in parts that make it. By the figures of a list, cents are given by the largest remainder, the first of equal
 * ones before the others; by percentages, each part is rounded and the last one takes the rest.
 */
import { ExpressionError, isEmpty, requireDecimal } from './arithmetic.ts';
import { type Decimal, decimalsOf, decimalText, parseDecimal, sumDecimals, unitsOf } from './decimal.ts';
import { MONEY_DECIMALS, moneyText, roundMoney } from './money.ts';
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

const WHOLE = 100;
const ONE = parseDecimal(1)!;

/** Each percentage by itself; where they make the whole, the last one takes what rounding leaves. */
function percentParts(amount: Decimal, percents: readonly (Decimal | null)[]): (string | null)[] {
  const parts = percents.map((percent) => percent && roundMoney(amount.times(percent).div(WHOLE)));
  const last = percents.findLastIndex((percent) => percent !== null && !percent.eq(0));
  const given = percents.filter((percent) => percent !== null);
  if (last >= 0 && sumDecimals(given).eq(WHOLE)) {
    const others = parts.filter((part, at) => part !== null && at !== last) as Decimal[];
    parts[last] = roundMoney(amount).minus(sumDecimals(others));
  }
  return parts.map((part) => part && moneyText(part));
}

/**
 * `[amount, list, name, place]`: the part of one line, by the percentage that it has under that name. Where no line has
 * any, the parts are equal.
 */
export function split(operands: unknown): unknown {
  const [given, list, name, place] = [operands].flat() as [unknown, unknown, string, unknown];
  if (isEmpty(given) || !Array.isArray(list)) return null;
  if (list.length === 0) return place === undefined ? [] : null;
  const amount = requireDecimal(given);
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
