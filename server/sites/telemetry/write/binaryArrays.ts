/**
 * Encodes and decodes PostgreSQL's binary format of numbers and one-dimensional arrays. `pg` sends a Buffer as a binary
 * parameter, so that numbers are not converted to text. This saves about a third of the time of a large insert.
 */
const HEADER = 20;
/** An empty array has no dimension. */
const EMPTY_HEADER = 12;
const OID = { int2: 21, int4: 23, int8: 20, text: 25, float8: 701, timestamptz: 1184 } as const;
/** PostgreSQL counts microseconds from the year 2000. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const WORD = 4_294_967_296;

function startArray(oid: number, count: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER + bytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return buffer;
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = startArray(OID.int4, values.length, values.length * 8);
  let offset = HEADER;
  for (const value of values) {
    buffer.writeInt32BE(4, offset);
    buffer.writeInt32BE(value, offset + 4);
    offset += 8;
  }
  return buffer;
}

export function int2Array(values: readonly number[]): Buffer {
  const buffer = startArray(OID.int2, values.length, values.length * 6);
  let offset = HEADER;
  for (const value of values) {
    buffer.writeInt32BE(2, offset);
    buffer.writeInt16BE(value, offset + 4);
    offset += 6;
  }
  return buffer;
}

/** Encodes integers within the exact range of JavaScript numbers. */
export function int8Array(values: readonly number[]): Buffer {
  const buffer = startArray(OID.int8, values.length, values.length * 12);
  let offset = HEADER;
  for (const value of values) {
    const high = Math.floor(value / WORD);
    buffer.writeInt32BE(8, offset);
    buffer.writeInt32BE(high, offset + 4);
    buffer.writeUInt32BE(value - high * WORD, offset + 8);
    offset += 12;
  }
  return buffer;
}

export function float8Array(values: ArrayLike<number>): Buffer {
  const buffer = startArray(OID.float8, values.length, values.length * 12);
  for (let index = 0, offset = HEADER; index < values.length; index += 1, offset += 12) {
    buffer.writeInt32BE(8, offset);
    buffer.writeDoubleBE(values[index]!, offset + 4);
  }
  return buffer;
}

/** Encodes integer milliseconds since 1970. */
export function timestamptzArray(values: readonly number[]): Buffer {
  const buffer = startArray(OID.timestamptz, values.length, values.length * 12);
  let offset = HEADER;
  for (const value of values) {
    const micros = (value - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(micros / WORD);
    buffer.writeInt32BE(8, offset);
    buffer.writeInt32BE(high, offset + 4);
    buffer.writeUInt32BE(micros - high * WORD, offset + 8);
    offset += 12;
  }
  return buffer;
}

/** Encodes texts. Null becomes NULL. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let last: string | null = null;
  let bytesOfLast: Buffer | null = null;
  // Adjacent elements mostly have the same text.
  const parts = values.map((value) => {
    if (value === null || value === last) return value === null ? null : bytesOfLast;
    last = value;
    bytesOfLast = Buffer.from(value, 'utf8');
    return bytesOfLast;
  });
  const bytes = parts.reduce((sum, part) => sum + 4 + (part?.length ?? 0), 0);
  const buffer = startArray(OID.text, values.length, bytes);
  if (parts.includes(null)) buffer.writeInt32BE(1, 4);
  let offset = HEADER;
  for (const part of parts) {
    buffer.writeInt32BE(part === null ? -1 : part.length, offset);
    offset += 4;
    if (part) offset += part.copy(buffer, offset);
  }
  return buffer;
}

type Read = (buffer: Buffer, at: number) => number;

const readTime: Read = (buffer, offset) =>
  (buffer.readInt32BE(offset) * WORD + buffer.readUInt32BE(offset + 4)) / 1000 + POSTGRES_EPOCH_MS;

const READERS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [OID.int2, (buffer, offset) => buffer.readInt16BE(offset)],
  [OID.int4, (buffer, offset) => buffer.readInt32BE(offset)],
  [OID.float8, (buffer, offset) => buffer.readDoubleBE(offset)],
  [OID.timestamptz, readTime],
]);

/** Reads consecutive numbers, written by `string_agg(float8send(…), '')`. They take half the space of an array. */
export function readFloat8s(buffer: Buffer): number[] {
  const values = new Array<number>(buffer.length / 8);
  for (let index = 0; index < values.length; index += 1) values[index] = buffer.readDoubleBE(index * 8);
  return values;
}

/** Reads times written by `timestamptz_send`, `width` bytes apart, as milliseconds since 1970. */
export function readTimes(buffer: Buffer, width = 8): number[] {
  const values = new Array<number>(buffer.length / width);
  for (let index = 0; index < values.length; index += 1) values[index] = readTime(buffer, index * width);
  return values;
}

/** Reads an array of float8 without NULL, written by `array_send`. */
export function readFloat8Array(buffer: Buffer): Float64Array {
  const count = buffer.readInt32BE(0) === 0 ? 0 : buffer.readInt32BE(12);
  const values = new Float64Array(count);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  for (let index = 0; index < count; index += 1) values[index] = view.getFloat64(HEADER + 4 + index * 12);
  return values;
}

/**
 * Reads an array of numbers or times, written by `array_send`. NULL becomes null, and times become milliseconds since
 * 1970.
 */
export const readArray = (buffer: Buffer): (number | null)[] => readArrayAt(buffer, 0).items;

/** Reads an array at a position, and returns its end, because arrays may follow each other. */
export function readArrayAt(buffer: Buffer, start: number): { items: (number | null)[]; end: number } {
  const isEmpty = buffer.readInt32BE(start) === 0;
  const oid = buffer.readInt32BE(start + 8);
  const read = READERS.get(oid);
  if (!read) throw new RangeError(`arrays of type ${oid} are not read`);
  if (isEmpty) return { items: [], end: start + EMPTY_HEADER };
  const count = buffer.readInt32BE(start + 12);
  const items = new Array<number | null>(count);
  let offset = start + HEADER;
  const hasNull = buffer.readInt32BE(start + 4) !== 0;
  if (count > 0 && !hasNull) {
    // All elements have as many bytes as the first.
    const width = 4 + buffer.readInt32BE(offset);
    for (let index = 0; index < count; index += 1) items[index] = read(buffer, offset + 4 + index * width);
    return { items, end: offset + count * width };
  }
  for (let index = 0; index < count; index += 1) {
    const size = buffer.readInt32BE(offset);
    offset += 4;
    items[index] = size < 0 ? null : read(buffer, offset);
    if (size > 0) offset += size;
  }
  return { items, end: offset };
}
