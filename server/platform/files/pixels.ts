/** A picture says how many pixels it has without being decoded: a small file may unfold to gigabytes in a browser. */
import type { FileHandle } from 'node:fs/promises';

/** Twice what the cameras of phones make. */
export const MAX_PIXELS = 100_000_000;
const PNG_SIZE_AT = 16;
const JPEG_FIRST_AT = 2;
/** Profiles and previews come before the size; more of them than this nobody writes. */
const MAX_SEGMENTS = 500;
const START_OF_SCAN = 0xda;
/** Beside the frames there are tables and an extension in the same range of numbers. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}

/** Null when it says nothing. */
export async function countPngPixels(file: FileHandle): Promise<number | null> {
  const size = await readAt(file, PNG_SIZE_AT, 8);
  return size && size.readUInt32BE(0) * size.readUInt32BE(4);
}

export async function countJpegPixels(file: FileHandle): Promise<number | null> {
  let position = JPEG_FIRST_AT;
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const head = await readAt(file, position, 9);
    if (head?.[0] !== 0xff) return null;
    const marker = head.readUInt8(1);
    if (isFrame(marker)) return head.readUInt16BE(5) * head.readUInt16BE(7);
    if (marker === START_OF_SCAN) return null;
    // Markers may be filled up with bytes of their own.
    position += marker === 0xff ? 1 : 2 + head.readUInt16BE(2);
  }
  return null;
}
