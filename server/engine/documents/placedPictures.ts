/**
 * Gives the printing library the bytes of pictures by name. As an address, each picture would be in memory three times:
 * its bytes, a text of a third more, and the bytes that the library reads from it.
 */
import pdfmake from 'pdfmake';
import type { DrawnPicture } from './paper.ts';

type Picture = Pick<DrawnPicture, 'data'>;

const names = new Map<Picture, string>();

/** Returns the name under which the library finds the picture. */
export function placePicture(picture: Picture): string {
  const known = names.get(picture);
  if (known) return known;
  const { buffer, byteOffset, byteLength } = picture.data;
  const name = `picture ${names.size + 1}`;
  pdfmake.virtualfs.writeFileSync(name, Buffer.from(buffer, byteOffset, byteLength));
  names.set(picture, name);
  return name;
}

/** Returns the pictures of a document, as its definition lists them. */
export const placedPictures = (): Record<string, string> =>
  Object.fromEntries([...names.values()].map((name) => [name, name]));
