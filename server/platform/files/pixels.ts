/** Reads the dimensions of a picture without decoding it. A small file may decode to gigabytes in a browser. */
import type { FileHandle } from 'node:fs/promises';
import type { ImageType } from './image.ts';

/** Twice the resolution of phone cameras. */
export const MAX_PIXELS = 100_000_000;
const PNG_SIZE_AT = 16;
const JPEG_FIRST_AT = 2;
/** Maximum number of segments before the dimensions, such as profiles and previews. No common program writes more. */
const MAX_SEGMENTS = 500;
const START_OF_SCAN = 0xda;
/** Markers for tables and an extension, within the number range of the frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** Dimensions in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Reads a number of bytes at a position. Null beyond the end. */
type ReadAt = (position: number, length: number) => Promise<Buffer | null>;

export const readFileAt =
  (file: FileHandle): ReadAt =>
  async (position, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return bytesRead === length ? buffer : null;
  };

export const readBytesAt =
  (bytes: Buffer): ReadAt =>
  async (position, length) =>
    position + length <= bytes.length ? bytes.subarray(position, position + length) : null;

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker);

async function readPngSize(readAt: ReadAt): Promise<PictureSize | null> {
  const size = await readAt(PNG_SIZE_AT, 8);
  return size && { width: size.readUInt32BE(0), height: size.readUInt32BE(4) };
}

async function readJpegSize(readAt: ReadAt): Promise<PictureSize | null> {
  let position = JPEG_FIRST_AT;
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const head = await readAt(position, 9);
    if (head?.[0] !== 0xff) return null;
    const marker = head.readUInt8(1);
    if (isFrame(marker)) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    if (marker === START_OF_SCAN) return null;
    // Markers may have padding bytes before them.
    position += marker === 0xff ? 1 : 2 + head.readUInt16BE(2);
  }
  return null;
}

/** Returns null if the dimensions are not found. */
export const readPictureSize = (type: ImageType, readAt: ReadAt): Promise<PictureSize | null> =>
  type === 'image/png' ? readPngSize(readAt) : readJpegSize(readAt);
