/** Exact decimal figures as a big integer and a scale: rounding, truncation and money never pass through floats. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
/** Beyond this nothing a person reads is left; refusing it keeps a hostile exponent from filling the memory. */
const MAX_EXPONENT = 400;

export function decimal_parse(value: number | string): Decimal | null {
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
export function decimal_rescale(decimal: Decimal, scale: number, truncate = false): Decimal {
  const drop = decimal.scale - scale;
  if (drop <= 0) return { units: decimal.units * 10n ** BigInt(-drop), scale };
  const divisor = 10n ** BigInt(drop);
  const quotient = decimal.units / divisor;
  const rest = decimal.units % divisor;
  const away = !truncate && (rest < 0n ? -rest : rest) * 2n >= divisor;
  return { units: quotient + (away ? (decimal.units < 0n ? -1n : 1n) : 0n), scale };
}

/** Plain digits, with commas between thousands when grouped; zero has no sign. */
export function decimal_text({ units, scale }: Decimal, grouped = false): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(digits.length - scale)}` : '';
  const shown = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${units < 0n ? '-' : ''}${shown}${fraction}`;
}
