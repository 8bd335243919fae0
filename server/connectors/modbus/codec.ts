/** Converts the content of registers to values, and values to registers. Pure. */
import type { Block } from './blocks.ts';
import { type ByteOrder, type Encoding, isBits, type Register, sizeOf } from './registers.ts';

export type RawValue = number | boolean;

const BYTES_A_WORD = 2;
const BITS_A_BYTE = 8;

/** Converts bytes to big-endian order and back. Each order is its own inverse. */
export function orderBytes(bytes: Buffer, order: ByteOrder): Buffer {
  const ordered = Buffer.from(bytes);
  if (order === 'badc' || order === 'dcba') ordered.swap16();
  if (order === 'abcd' || order === 'badc') return ordered;
  const words = Array.from({ length: bytes.length / BYTES_A_WORD }, (_, no) =>
    ordered.subarray(no * BYTES_A_WORD, (no + 1) * BYTES_A_WORD),
  );
  return Buffer.concat(words.toReversed());
}

type Numeric = Exclude<Encoding, 'bit'>;

const READ: Readonly<Record<Numeric, (bytes: Buffer) => number>> = {
  u16: (bytes) => bytes.readUInt16BE(),
  s16: (bytes) => bytes.readInt16BE(),
  u32: (bytes) => bytes.readUInt32BE(),
  s32: (bytes) => bytes.readInt32BE(),
  u64: (bytes) => Number(bytes.readBigUInt64BE()),
  s64: (bytes) => Number(bytes.readBigInt64BE()),
  f32: (bytes) => bytes.readFloatBE(),
  f64: (bytes) => bytes.readDoubleBE(),
};

const WRITE: Readonly<Record<Numeric, (bytes: Buffer, value: number) => void>> = {
  u16: (bytes, value) => void bytes.writeUInt16BE(value),
  s16: (bytes, value) => void bytes.writeInt16BE(value),
  u32: (bytes, value) => void bytes.writeUInt32BE(value),
  s32: (bytes, value) => void bytes.writeInt32BE(value),
  u64: (bytes, value) => void bytes.writeBigUInt64BE(BigInt(value)),
  s64: (bytes, value) => void bytes.writeBigInt64BE(BigInt(value)),
  f32: (bytes, value) => void bytes.writeFloatBE(value),
  f64: (bytes, value) => void bytes.writeDoubleBE(value),
};

export const isFloat = (encoding: Encoding): boolean => encoding === 'f32' || encoding === 'f64';

/** Reads the value of a register from its bytes. Null if the value is not a finite number. */
export function decodeWords(bytes: Buffer, { encoding, byteOrder, bit }: Register): RawValue | null {
  const ordered = byteOrder === 'abcd' ? bytes : orderBytes(bytes, byteOrder);
  if (encoding === 'bit') return ((ordered.readUInt16BE() >> bit) & 1) === 1;
  const value = READ[encoding](ordered);
  return Number.isFinite(value) ? value : null;
}

/** Reads a bit of coils or discrete inputs. The first one is the lowest bit of the first byte. */
export const decodeBit = (bytes: Buffer, at: number): boolean =>
  ((bytes[Math.floor(at / BITS_A_BYTE)]! >> (at % BITS_A_BYTE)) & 1) === 1;

/** Returns the number of bytes in the answer for a block. */
export const bytesOf = ({ area, count }: Pick<Block, 'area' | 'count'>): number =>
  isBits(area) ? Math.ceil(count / BITS_A_BYTE) : count * BYTES_A_WORD;

/** Returns the value of a register from the bytes of its block. Null if it is not a finite number. */
export function decodeRegister(bytes: Buffer, block: Block, register: Register): RawValue | null {
  const at = register.address - block.start;
  if (isBits(block.area)) return decodeBit(bytes, at);
  const from = at * BYTES_A_WORD;
  return decodeWords(bytes.subarray(from, from + sizeOf(register) * BYTES_A_WORD), register);
}

/**
 * Returns the words of a register for a number. Integer encodings are rounded. Null if the encoding cannot represent
 * the number, or for a single bit, which cannot be set without its neighbours.
 */
export function encodeWords(value: number, { area, encoding, byteOrder }: Register): Buffer | null {
  if (encoding === 'bit') return null;
  const bytes = Buffer.alloc(sizeOf({ area, encoding }) * BYTES_A_WORD);
  try {
    WRITE[encoding](bytes, isFloat(encoding) ? value : Math.round(value));
  } catch (error) {
    // Node throws for numbers out of the range of the encoding.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return Number.isFinite(READ[encoding](bytes)) ? orderBytes(bytes, byteOrder) : null;
}
