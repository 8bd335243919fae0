/** Exact decimal figures, by big.js: rounding, truncation and money never pass through floats. */
import createFigures, { type Big, type RoundingMode } from 'big.js';

export type Decimal = Big;

/** A constructor with its own settings. A quotient has at most 20 decimals. */
const Figure = createFigures();
Figure.DP = 20;
Figure.RM = 1;
const [CUT_OFF, HALF_UP]: RoundingMode[] = [0, 1];

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,4}))?$/i;
/** Maximum exponent. A larger one in malicious input could exhaust the memory. */
const MAX_EXPONENT = 400;

export const NONE: Decimal = new Figure(0);

export function parseDecimal(value: number | string): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Figure(value) : null;
  const text = value.trim();
  const match = DECIMAL.exec(text);
  if (!match || Math.abs(Number(match[1] ?? 0)) > MAX_EXPONENT) return null;
  return new Figure(text.replace('+', ''));
}

/** Limits a figure to `scale` decimals: rounded half away from zero, or truncated toward zero. */
export const roundDecimal = (decimal: Decimal, scale: number, truncate = false): Decimal =>
  decimal.round(scale, truncate ? CUT_OFF : HALF_UP);

/** Returns the number of decimals. */
export const decimalsOf = ({ c: digits, e: exponent }: Decimal): number =>
  Math.max(0, digits.length - 1 - exponent);

/** Formats digits with the given decimals, and optionally thousands separators. Zero has no sign. */
export function decimalText(decimal: Decimal, scale?: number, grouped = false): string {
  const text = decimal.toFixed(scale, HALF_UP);
  const plain = decimal.s < 0 ? text.replace(/^-(?=[0.]+$)/, '') : text;
  if (!grouped) return plain;
  const [whole = '', fraction] = plain.split('.');
  const shown = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}

/** Any number with this many digits is represented exactly. */
const EXACT_DIGITS = 15;
const EXACT_EXPONENT = 300;

/** Returns whether a number certainly represents the decimal exactly. */
export const isShort = ({ c: digits, e: exponent }: Decimal): boolean =>
  digits.length <= EXACT_DIGITS && Math.abs(exponent) <= EXACT_EXPONENT;

/** Returns the value as an integer of its smallest unit: cents for scale 2. */
export const unitsOf = (decimal: Decimal, scale: number): bigint =>
  BigInt(roundDecimal(decimal, scale).times(new Figure(10).pow(scale)).toFixed(0));

export const sumDecimals = (figures: readonly Decimal[]): Decimal =>
  figures.reduce((sum, figure) => sum.plus(figure), NONE);
