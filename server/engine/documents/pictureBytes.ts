/** Reads the bytes of pictures in the process that draws a document. */
import { readFileSync } from 'node:fs';
import type { DrawnPicture } from './paper.ts';

/** Returns the bytes of a picture. Throws if its file was deleted in the meantime. */
export function bytesOf({ data }: Pick<DrawnPicture, 'data'>): Buffer {
  if (!(data instanceof Uint8Array)) return readFileSync(data.path);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
