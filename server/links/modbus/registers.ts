/** A register as the model of a device describes it; types and sizes only. */
import type { DeviceModelRegister } from '../../../generated/types.ts';

type Named<Field extends keyof DeviceModelRegister> = NonNullable<DeviceModelRegister[Field]>;

export type Area = Named<'area'>;
export type Encoding = Named<'encoding'>;
export type ByteOrder = Named<'byteOrder'>;

export interface Register {
  /** The code of the variable. */
  code: string;
  area: Area;
  /** As it is sent: the first one is 0. */
  address: number;
  encoding: Encoding;
  byteOrder: ByteOrder;
  /** The place of the bit, of the encoding `bit`: 0 is the lowest. */
  bit: number;
  writable: boolean;
  /** The address, in the same area, of the power of ten of its value; null: it has none. */
  scaleAddress: number | null;
}

/** Registers of 16 bits that a value takes. */
const WORDS: Readonly<Record<Encoding, number>> = {
  ...{ u16: 1, s16: 1, u32: 2, s32: 2, u64: 4, s64: 4, f32: 2, f64: 4, bit: 1 },
};

/** Coils and discrete inputs are single bits. */
export const isBits = (area: Area): boolean => area === 'coil' || area === 'discrete';

/** The places that a register takes in its area: words, or bits. */
export const sizeOf = ({ area, encoding }: Pick<Register, 'area' | 'encoding'>): number =>
  isBits(area) ? 1 : WORDS[encoding];
