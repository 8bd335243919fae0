/** Sums measured figures without the noise that floats add behind their last digit. */
import { type Decimal, decimalText, parseDecimal, roundDecimal, sumDecimals } from './decimal.ts';

/** Meters resolve watt-hours at best; further digits of a float are noise. */
const DECIMALS = 6;

function plainOf(value: number): Decimal | null {
  const decimal = parseDecimal(value);
  return decimal ? roundDecimal(decimal, DECIMALS) : null;
}

const SCALE = 10 ** DECIMALS;
/** Up to here floats distinguish all millionths, and a sum of them is exact. */
const EXACT_TO = 2 ** 50;

/** Returns the sum in whole millionths. Null if a value has further decimals, or is too large. */
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

/** Adds known values exactly, so that a sum matches the displayed figures to the last digit. Null if none is known. */
export function sumExact(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (known.length === 0) return null;
  const millionths = sumMillionths(known);
  // Most figures are simple, and there are as many as stations have days.
  if (millionths !== null) return millionths / SCALE;
  return Number(decimalText(sumDecimals(known.flatMap((value) => plainOf(value) ?? []))));
}
