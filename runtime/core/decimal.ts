/** Exact decimal figures as a big integer and a scale: rounding, truncation and money never pass through floats. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
/** Beyond this nothing a person reads is left; refusing it keeps a hostile exponent from filling the memory. */
const MAX_EXPONENT = 400;

export function parseDecimal(value: number | string): Decimal | null {
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const exponent = Number(power);
  if (whole + fraction === '' || Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Exactly `scale` decimals: rounded half away from zero, or cut off toward zero. */
export function rescaleDecimal(decimal: Decimal, scale: number, truncate = false): Decimal {
  const drop = decimal.scale - scale;
  if (drop <= 0) return { units: decimal.units * 10n ** BigInt(-drop), scale };
  const divisor = 10n ** BigInt(drop);
  const quotient = decimal.units / divisor;
  const rest = decimal.units % divisor;
  const away = !truncate && (rest < 0n ? -rest : rest) * 2n >= divisor;
  return { units: quotient + (away ? (decimal.units < 0n ? -1n : 1n) : 0n), scale };
}

/** Plain digits, with commas between thousands when grouped; zero has no sign. */
export function decimalText({ units, scale }: Decimal, grouped = false): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(digits.length - scale)}` : '';
  const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${units < 0n ? '-' : ''}${shown}${fraction}`;
}

/** Both with the finer of their scales. */
function alignDecimals(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [rescaleDecimal(a, scale).units, rescaleDecimal(b, scale).units, scale];
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = alignDecimals(a, b);
  return { units: left + right, scale };
}

export const negateDecimal = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

/** Exactly `scale` decimals, rounded half away from zero; the divisor must not be zero. */
export function divideDecimals(a: Decimal, b: Decimal, scale: number): Decimal {
  const [left, right] = alignDecimals(a, b);
  const sign = left < 0n === right < 0n ? 1n : -1n;
  const [top, bottom] = [left < 0n ? -left : left, right < 0n ? -right : right];
  const doubled = (top * 2n * 10n ** BigInt(scale)) / bottom;
  return { units: sign * ((doubled + 1n) / 2n), scale };
}

/** Returns what is left of a after whole times b, with the sign of a; b must not be zero. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = alignDecimals(a, b);
  return { units: left % right, scale };
}

/** Negative, zero or positive, as the first is less, the same or more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = alignDecimals(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}
