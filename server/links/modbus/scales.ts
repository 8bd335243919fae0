/** Registers whose value counts in a power of ten that another register holds, as SunSpec has them. Pure. */
import type { RawValue } from './codec.ts';
import type { Register } from './registers.ts';

/** No code of a variable begins so. */
const MARK = '\u0000scale ';
/** A register that holds another number has no factor to tell. */
const MOST = 10;
const DIGITS = 15;

const scaleCode = ({ area, scaleAddress }: Register): string => `${MARK}${area} ${scaleAddress}`;

export const isScale = (code: string): boolean => code.startsWith(MARK);

/** The registers with those that hold their powers of ten, each once. */
export function withScales(registers: readonly Register[]): Register[] {
  const scales = new Map<string, Register>();
  for (const register of registers) {
    const { area, scaleAddress } = register;
    if (scaleAddress === null) continue;
    const code = scaleCode(register);
    const place = { area, address: scaleAddress, encoding: 's16', byteOrder: 'abcd' } as const;
    scales.set(code, { code, ...place, bit: 0, writable: false, scaleAddress: null });
  }
  return [...registers, ...scales.values()];
}

/** The value of a register by the powers that were read with it; null: its power is missing or none. */
export function scaleValue(
  register: Register,
  value: RawValue,
  powers: ReadonlyMap<string, RawValue>,
): RawValue | null {
  if (register.scaleAddress === null) return value;
  const power = powers.get(scaleCode(register));
  if (typeof power !== 'number' || Math.abs(power) > MOST || typeof value !== 'number') return null;
  return Number((power < 0 ? value / 10 ** -power : value * 10 ** power).toPrecision(DIGITS));
}
