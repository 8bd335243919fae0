/** Splits the bytes of a connection into packets before parsing, so that the header reveals a large packet. */

/** The packet that arrives next. `total` includes its header. */
export interface Announced {
  type: number;
  length: number;
  total: number;
}

export interface Frames {
  push(chunk: Buffer): void;
  /** Returns the next packet when its header has arrived, even if the rest has not. */
  announced(): Announced | 'malformed' | null;
  /** Returns all bytes of the announced packet. Null until they have arrived. */
  take(total: number): Buffer | null;
  /** Allocates the whole buffer of a packet at once, so that many small parts are copied only once. */
  gather(total: number): void;
  /** Number of bytes in memory. */
  size(): number;
}

/** Types of packets in the first byte. */
export const CONNECT = 1;
export const PUBLISH = 3;
const MAX_LENGTH_BYTES = 4;
const NOTHING = Buffer.alloc(0);

function readHeader(bytes: Buffer, offset: number): Announced | 'malformed' | null {
  let length = 0;
  for (let place = 0; place < MAX_LENGTH_BYTES; place += 1) {
    const byte = bytes[offset + 1 + place];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return { type: bytes[offset]! >> 4, length, total: 2 + place + length };
  }
  return 'malformed';
}

export function createFrames(): Frames {
  let bytes: Buffer = NOTHING;
  let offset = 0;
  let end = 0;

  /** Moves the received bytes to the beginning of a new buffer of this size. */
  function makeRoom(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    bytes.copy(larger, 0, offset, end);
    bytes = larger;
    end -= offset;
    offset = 0;
  }

  return {
    push(chunk) {
      if (offset === end) {
        bytes = chunk;
        offset = 0;
        end = chunk.length;
        return;
      }
      if (bytes.length - end < chunk.length) makeRoom(2 * (end - offset + chunk.length));
      chunk.copy(bytes, end);
      end += chunk.length;
    },
    announced: () => (offset === end ? null : readHeader(bytes.subarray(0, end), offset)),
    take(total) {
      if (end - offset < total) return null;
      const packet = bytes.subarray(offset, offset + total);
      offset += total;
      return packet;
    },
    gather(total) {
      if (bytes.length - offset < total) makeRoom(total);
    },
    size: () => end - offset,
  };
}
