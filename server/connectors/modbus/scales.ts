/** Registers with a power of ten in another register, as in SunSpec. Pure. */
import type { RawValue } from './codec.ts';
import type { Encoding, Register } from './registers.ts';

/** Prefix for keys of powers of ten. No code of a variable begins with it. */
const MARK = '\u0000scale ';
/** Maximum power of ten. A larger number is not a valid power. */
const MOST = 10;
const DIGITS = 15;
/** The numbers that mean "not measured" in SunSpec. For floats this is NaN. */
const NOT_MEASURED: Partial<Readonly<Record<Encoding, number>>> = {
  u16: 0xffff,
  s16: -0x8000,
  u32: 0xffff_ffff,
  s32: -0x8000_0000,
  u64: Number(0xffff_ffff_ffff_ffffn),
  s64: -(2 ** 63),
};

const scaleCode = ({ area, scaleAddress }: Register): string => `${MARK}${area} ${scaleAddress}`;

export const isScale = (code: string): boolean => code.startsWith(MARK);

/** Returns the registers and the registers of their powers of ten, without duplicates. */
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

/**
 * Returns the value of a register scaled by its power of ten. Null if the power is missing or invalid, or if the
 * device does not measure the value.
 */
export function scaleValue(
  register: Register,
  value: RawValue,
  powers: ReadonlyMap<string, RawValue>,
): RawValue | null {
  if (register.scaleAddress === null) return value;
  if (value === NOT_MEASURED[register.encoding]) return null;
  const power = powers.get(scaleCode(register));
  if (typeof power !== 'number' || Math.abs(power) > MOST || typeof value !== 'number') return null;
  return Number((power < 0 ? value / 10 ** -power : value * 10 ** power).toPrecision(DIGITS));
}
