/**
 * The figures of expressions: exact decimals, never binary fractions. A figure is a number or a decimal text; a result
 * is a number where a number says it exactly, else its text.
 */
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  remainderOfDecimals,
  rescaleDecimal,
} from './decimal.ts';

export type ExpressionProblem = 'notNumber' | 'byZero' | 'tooLarge' | 'failed';

/** Why an expression has no value although none is missing. */
export class ExpressionError extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** Beyond a rounding that is asked for; a quotient that never ends stops here. */
const QUOTIENT_DECIMALS = 20;
const MAX_DIGITS = 400;
const MAX_ROUND_DECIMALS = 20;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function readDecimal(value: unknown): Decimal | null {
  if (typeof value === 'boolean') return { units: value ? 1n : 0n, scale: 0 };
  return typeof value === 'number' || typeof value === 'string' ? parseDecimal(value) : null;
}

function requireDecimal(value: unknown): Decimal {
  const decimal = readDecimal(value);
  if (!decimal) throw new ExpressionError('notNumber', `${JSON.stringify(value)} is not a number`);
  return decimal;
}

function writeDecimal(decimal: Decimal): number | string {
  const text = decimalText(decimal);
  if (text.length > MAX_DIGITS) throw new ExpressionError('tooLarge', 'the result has too many digits');
  const number = Number(text);
  const again = parseDecimal(number);
  return again && compareDecimals(again, decimal) === 0 ? number : text;
}

type Work = (first: Decimal, ...others: Decimal[]) => Decimal;

/** An operand that is empty leaves the result empty: what is not known is not zero. */
const overDecimals =
  (work: Work) =>
  (operands: unknown): unknown => {
    const given = [operands].flat();
    if (given.some(isEmpty)) return null;
    const [first, ...others] = given.map(requireDecimal);
    return first ? writeDecimal(work(first, ...others)) : null;
  };

function refuseZero(divisor: Decimal): Decimal {
  if (divisor.units === 0n) throw new ExpressionError('byZero', 'division by zero');
  return divisor;
}

const pick =
  (sign: number): Work =>
  (first, ...others) =>
    others.reduce((best, one) => (compareDecimals(one, best) * sign > 0 ? one : best), first);

const roundTo: Work = (value, decimals) => {
  const scale = decimals ? Number(decimalText(decimals)) : 0;
  if (!Number.isInteger(scale) || scale < 0 || scale > MAX_ROUND_DECIMALS)
    throw new ExpressionError('failed', `nothing is rounded to ${scale} decimals`);
  return rescaleDecimal(value, scale);
};

export const arithmetic: Record<string, (operands: unknown) => unknown> = {
  '+': overDecimals((first, ...others) => others.reduce(addDecimals, first)),
  '-': overDecimals((first, second) =>
    second ? addDecimals(first, negateDecimal(second)) : negateDecimal(first),
  ),
  '*': overDecimals((first, ...others) => others.reduce(multiplyDecimals, first)),
  '/': overDecimals((first, second) => divideDecimals(first, refuseZero(second!), QUOTIENT_DECIMALS)),
  '%': overDecimals((first, second) => remainderOfDecimals(first, refuseZero(second!))),
  min: overDecimals(pick(-1)),
  max: overDecimals(pick(1)),
  round: overDecimals(roundTo),
  days: countDays,
};

const DAY_MS = 86_400_000;

/** The number of a date among the days; the 30th of February is none. */
function readDay(value: unknown): number {
  const day = Date.parse(`${value}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(`${value}T`))
    throw new ExpressionError('failed', `${JSON.stringify(value)} is not a date`);
  return day / DAY_MS;
}

/** The days from one date to another: none within one day, less than none where the second comes first. */
function countDays(operands: unknown): number | null {
  const given = [operands].flat();
  if (given.some(isEmpty)) return null;
  const [from = 0, to = 0] = given.map(readDay);
  return to - from;
}

/** Figures by size, whichever way they are written; other texts by their letters; nothing is more or less than empty. */
function compare(a: unknown, b: unknown, holds: (order: number) => boolean): boolean {
  if (isEmpty(a) || isEmpty(b)) return false;
  const [left, right] = [readDecimal(a), readDecimal(b)];
  if (left && right) return holds(compareDecimals(left, right));
  return holds(String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
}

/** "30.30" is 30.3, but a text is another text, unless it is written the same. */
function areEqual(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (typeof a === typeof b) return a === b;
  const [left, right] = [readDecimal(a), readDecimal(b)];
  return left !== null && right !== null && compareDecimals(left, right) === 0;
}

const inOrder =
  (holds: (order: number) => boolean) =>
  (operands: unknown): boolean => {
    const [first, second, third] = [operands].flat();
    return compare(first, second, holds) && (third === undefined || compare(second, third, holds));
  };

export const comparisons: Record<string, (operands: unknown) => boolean> = {
  '<': inOrder((order) => order < 0),
  '<=': inOrder((order) => order <= 0),
  '>': inOrder((order) => order > 0),
  '>=': inOrder((order) => order >= 0),
  '==': (operands) => areEqual(...([operands].flat() as [unknown, unknown])),
  '!=': (operands) => !areEqual(...([operands].flat() as [unknown, unknown])),
};
