/** Sums measured values without float noise. */
import { type Decimal, decimalText, parseDecimal, roundDecimal, sumDecimals } from './decimal.ts';

/** Meters have a resolution of 1 Wh at best. Further digits of a float are noise. */
const DECIMALS = 6;

function plainOf(value: number): Decimal | null {
  const decimal = parseDecimal(value);
  return decimal ? roundDecimal(decimal, DECIMALS) : null;
}

const SCALE = 10 ** DECIMALS;
/** Up to this size floats represent all millionths exactly. */
const EXACT_TO = 2 ** 50;

/** Returns the sum in whole millionths. Null if a value has more decimals, or is too large. */
function sumMillionths(values: readonly number[]): number | null {
  let sum = 0;
  for (const value of values) {
    const millionths = Math.round(value * SCALE);
    sum += millionths;
    if (millionths / SCALE !== value || !(Math.abs(millionths) < EXACT_TO && Math.abs(sum) < EXACT_TO))
      return null;
  }
  return sum;
}

/** Adds known values exactly, so that the sum equals the sum of the displayed values. Null if no value is known. */
export function sumExact(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (known.length === 0) return null;
  const millionths = sumMillionths(known);
  // A fast path for the usual values, because there are many: one for each day of a station.
  if (millionths !== null) return millionths / SCALE;
  return Number(decimalText(sumDecimals(known.flatMap((value) => plainOf(value) ?? []))));
}
