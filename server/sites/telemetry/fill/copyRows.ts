/** Writes rows in the binary format of COPY. PostgreSQL then parses no text and writes many rows to a page at once. */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** A header without flags and extension. */
const HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);

const OID = { int2: 21, int4: 23, int8: 20, float8: 701 } as const;
type ArrayType = keyof typeof OID;
type NumberType = Exclude<ArrayType, 'int8'>;
const WIDTHS: Readonly<Record<ArrayType, number>> = { int2: 2, int4: 4, int8: 8, float8: 8 };
const ARRAY_HEADER = 20;

/** The epoch of PostgreSQL is the year 2000. Dates are in days, times in microseconds. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const DAY_MS = 86_400_000;
const WORD = 4_294_967_296;

const FIRST_BYTES = 65_536;

export interface RowWriter {
  begin(columns: number): void;
  int4(value: number): void;
  float8(value: number | null): void;
  /** Epoch milliseconds. */
  time(ts: number): void;
  /** Days since 1970. */
  date(day: number): void;
  /** Null becomes NULL, also for elements of the array. */
  array(type: NumberType, values: readonly (number | null)[] | null): void;
  array(type: 'int8', values: readonly (bigint | null)[] | null): void;
  /** Returns the data since the last call as a complete COPY. The buffers are valid until the next write. */
  take(): readonly Buffer[];
}

export function createRowWriter(): RowWriter {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES);
  let size = 0;

  function reserve(bytes: number): void {
    if (size + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, size + bytes));
    buffer.copy(larger, 0, 0, size);
    buffer = larger;
  }

  const putInt4 = (value: number): void => {
    size = buffer.writeInt32BE(value, size);
  };
  const putNumber = (type: NumberType, value: number): void => {
    if (type === 'int2') size = buffer.writeInt16BE(value, size);
    else if (type === 'int4') putInt4(value);
    else size = buffer.writeDoubleBE(value, size);
  };
  const putElement = (type: ArrayType, value: number | bigint): void => {
    if (type === 'int8') size = buffer.writeBigInt64BE(BigInt(value), size);
    else putNumber(type, Number(value));
  };
  const putNull = (): void => {
    reserve(4);
    putInt4(-1);
  };

  return {
    begin(columns) {
      reserve(2);
      size = buffer.writeInt16BE(columns, size);
    },
    int4(value) {
      reserve(8);
      putInt4(4);
      putInt4(value);
    },
    float8(value) {
      if (value === null) return putNull();
      reserve(12);
      putInt4(8);
      putNumber('float8', value);
    },
    time(ts) {
      reserve(12);
      putInt4(8);
      const micros = (ts - POSTGRES_EPOCH_MS) * 1000;
      const high = Math.floor(micros / WORD);
      putInt4(high);
      size = buffer.writeUInt32BE(micros - high * WORD, size);
    },
    date(day) {
      reserve(8);
      putInt4(4);
      putInt4(day - POSTGRES_EPOCH_MS / DAY_MS);
    },
    array(type: ArrayType, values: readonly (number | bigint | null)[] | null) {
      if (values === null) return putNull();
      const width = WIDTHS[type];
      reserve(4 + ARRAY_HEADER + values.length * (4 + width));
      const begun = size;
      size += 4;
      for (const part of [1, values.includes(null) ? 1 : 0, OID[type], values.length, 1]) putInt4(part);
      for (const value of values) {
        putInt4(value === null ? -1 : width);
        if (value !== null) putElement(type, value);
      }
      buffer.writeInt32BE(size - begun - 4, begun);
    },
    take() {
      const written = buffer.subarray(0, size);
      size = 0;
      return [HEADER, written, TRAILER];
    },
  };
}

/** `rows`: the result of a writer's `take`. */
export const sendRows = (
  client: pg.ClientBase,
  table: string,
  columns: string,
  rows: readonly Buffer[],
): Promise<void> =>
  pipeline(rows, client.query(copyFrom(`copy ${table} (${columns}) from stdin with (format binary)`)));
