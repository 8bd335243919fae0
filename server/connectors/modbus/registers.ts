/** A register as defined by the model of a device. This file contains only types and sizes. */
import type { DeviceModelRegister } from '../../../generated/types.ts';

type Named<Field extends keyof DeviceModelRegister> = NonNullable<DeviceModelRegister[Field]>;

export type Area = Named<'area'>;
export type Encoding = Named<'encoding'>;
export type ByteOrder = Named<'byteOrder'>;

export interface Register {
  /** The code of the variable. */
  code: string;
  area: Area;
  /** Address as sent to the device, from 0. */
  address: number;
  encoding: Encoding;
  byteOrder: ByteOrder;
  /** The index of the bit, only with the encoding `bit`. 0 is the lowest bit. */
  bit: number;
  writable: boolean;
  /** The address of the register with the power of ten, in the same area. Null if the value is not scaled. */
  scaleAddress: number | null;
}

/** Number of 16-bit registers for each encoding. */
const WORDS: Readonly<Record<Encoding, number>> = {
  ...{ u16: 1, s16: 1, u32: 2, s32: 2, u64: 4, s64: 4, f32: 2, f64: 4, bit: 1 },
};

/** Coils and discrete inputs are single bits. */
export const isBits = (area: Area): boolean => area === 'coil' || area === 'discrete';

/** Returns the size of a register in its area, in words or bits. */
export const sizeOf = ({ area, encoding }: Pick<Register, 'area' | 'encoding'>): number =>
  isBits(area) ? 1 : WORDS[encoding];
