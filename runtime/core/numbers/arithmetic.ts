/**
 * Computes expressions with exact decimals, not with floats. A value is a number or a decimal text. A result is a
 * number if a number is exact, otherwise a text.
 */

import { isObject } from '../object.ts';
import { type Decimal, decimalText, isShort, parseDecimal, roundDecimal, sumDecimals } from './decimal.ts';

export type ExpressionProblem = 'notNumber' | 'byZero' | 'tooLarge' | 'failed';

/** The reason why an expression has no value, although all operands have one. */
export class ExpressionError extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

const MAX_DIGITS = 400;
const MAX_ROUND_DECIMALS = 20;

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function readDecimal(value: unknown): Decimal | null {
  if (typeof value === 'boolean') return parseDecimal(Number(value));
  return typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : null;
}

export function requireDecimal(value: unknown): Decimal {
  const decimal = readDecimal(value);
  if (!decimal) throw new ExpressionError('notNumber', `${JSON.stringify(value)} is not a number`);
  return decimal;
}

function writeDecimal(decimal: Decimal): number | string {
  const text = decimalText(decimal);
  if (text.length > MAX_DIGITS) throw new ExpressionError('tooLarge', 'the result has too many digits');
  const number = Number(text);
  if (isShort(decimal)) return number;
  const again = parseDecimal(number);
  return again?.eq(decimal) ? number : text;
}

/** Returns the operands. A single operand needs no list around it. */
const operandsOf = (operands: unknown): unknown[] => (Array.isArray(operands) ? operands : [operands]);

type Work = (first: Decimal, ...others: Decimal[]) => Decimal;

/** Computes over decimals. If an operand is empty, the result is empty. */
const overDecimals =
  (work: Work) =>
  (operands: unknown): unknown => {
    const values = operandsOf(operands);
    if (values.some(isEmpty)) return null;
    const [first, ...others] = values.map(requireDecimal);
    return first ? writeDecimal(work(first, ...others)) : null;
  };

function refuseZero(divisor: Decimal): Decimal {
  if (divisor.eq(0)) throw new ExpressionError('byZero', 'division by zero');
  return divisor;
}

const pick =
  (sign: number): Work =>
  (first, ...others) =>
    others.reduce((best, value) => (value.cmp(best) * sign > 0 ? value : best), first);

const roundTo: Work = (value, decimals) => {
  const scale = decimals ? Number(decimalText(decimals)) : 0;
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_ROUND_DECIMALS)
    throw new ExpressionError('failed', `nothing is rounded to ${scale} decimals`);
  return roundDecimal(value, scale);
};

const addAll: Work = (...figures) => sumDecimals(figures);

/** Returns the values of a list, or of a field of its lines. Null if the operands are the values themselves. */
function listOf(operands: unknown): unknown[] | null {
  const values = operandsOf(operands);
  const [list, name] = values;
  if (!Array.isArray(list)) return isEmpty(list) ? [] : null;
  return typeof name === 'string' ? list.map((line: unknown) => (isObject(line) ? line[name] : null)) : list;
}

/** Computes over a list. Lines without a value are skipped. If no line has a value, the result is empty. */
function overList(list: readonly unknown[] | null, work: Work): unknown {
  const [first, ...others] = (list ?? []).filter((value) => !isEmpty(value)).map(requireDecimal);
  return first ? writeDecimal(work(first, ...others)) : null;
}

const overFigures =
  (work: Work) =>
  (operands: unknown): unknown =>
    Array.isArray(operandsOf(operands)[0]) ? overList(listOf(operands), work) : overDecimals(work)(operands);

export const arithmetic: Record<string, (operands: unknown) => unknown> = {
  '+': overDecimals(addAll),
  '-': overDecimals((first, second) => (second ? first.minus(second) : first.times(-1))),
  '*': overDecimals((first, ...others) => others.reduce((product, factor) => product.times(factor), first)),
  '/': overDecimals((first, second) => first.div(refuseZero(second!))),
  '%': overDecimals((first, second) => first.mod(refuseZero(second!))),
  min: overFigures(pick(-1)),
  max: overFigures(pick(1)),
  sum: (operands) => overList(listOf(operands) ?? operandsOf(operands), addAll) ?? 0,
  round: overDecimals(roundTo),
};

const MOMENT = /^\d{4}-\d\d-\d\dT/;
const isMoment = (value: unknown): boolean => typeof value === 'string' && MOMENT.test(value);

/**
 * Compares numbers in any notation by value, times by time, and other texts by characters. Empty values never match.
 */
function compare(a: unknown, b: unknown, accepts: (order: number) => boolean): boolean | null {
  if (isEmpty(a) || isEmpty(b)) return null;
  const [left, right] = [readDecimal(a), readDecimal(b)];
  if (left && right) return accepts(left.cmp(right));
  if (isMoment(a) && isMoment(b)) return accepts(Date.parse(String(a)) - Date.parse(String(b)));
  return accepts(String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
}

/** Returns whether values are equal. "30.30" equals 30.3, but other texts must be identical. */
function areEqual(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (typeof a === typeof b) return a === b;
  const [left, right] = [readDecimal(a), readDecimal(b)];
  return left !== null && right !== null && left.eq(right);
}

const inOrder =
  (accepts: (order: number) => boolean) =>
  (operands: unknown): boolean | null => {
    const values = operandsOf(operands);
    const [first, second, third] = values;
    const isFirstMet = compare(first, second, accepts);
    return values.length < 3 ? isFirstMet : isFirstMet && compare(second, third, accepts);
  };

export const comparisons: Record<string, (operands: unknown) => boolean | null> = {
  '<': inOrder((order) => order < 0),
  '<=': inOrder((order) => order <= 0),
  '>': inOrder((order) => order > 0),
  '>=': inOrder((order) => order >= 0),
  '==': (operands) => areEqual(...(operandsOf(operands) as [unknown, unknown])),
  '!=': (operands) => !areEqual(...(operandsOf(operands) as [unknown, unknown])),
};
