/** Makes a valid JPEG of one colour, with the size of a photo. A document embeds it without decoding it. */
import { randomBytes } from 'node:crypto';

const MOST_COMMENT = 65_000;

function segment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 + marker, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A table with one code of one bit, for the value 0: no difference, and no detail. */
const codes = (kind: number): Buffer => segment(0xc4, Uint8Array.from([kind, 1, ...Array(15).fill(0), 0]));

export function makePhoto({
  width,
  height,
  bytes,
}: {
  width: number;
  height: number;
  bytes: number;
}): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const comments = Array.from({ length: Math.ceil(bytes / MOST_COMMENT) }, () =>
    segment(0xfe, randomBytes(MOST_COMMENT)),
  );
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Uint8Array.from([0, ...Array(64).fill(1)])),
    segment(0xc0, Uint8Array.from([8, ...size, 1, 1, 0x11, 0])),
    ...[codes(0), codes(0x10), ...comments],
    segment(0xda, Uint8Array.from([1, 1, 0, 0, 63, 0])),
    // Two bits for each block, and the last byte is filled with ones.
    Buffer.alloc(Math.floor(blocks / 4)),
    ...(blocks % 4 ? [Buffer.from([0xff >> ((blocks % 4) * 2)])] : []),
    Buffer.from([0xff, 0xd9]),
  ]);
}
