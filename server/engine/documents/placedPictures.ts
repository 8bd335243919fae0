/**
 * Passes pictures to the printing library by name. As data URLs, pictures would need three times the memory: the
 * bytes, their text, and the bytes parsed from it.
 */
import pdfmake from 'pdfmake';
import type { DrawnPicture } from './paper.ts';
import { bytesOf } from './pictureBytes.ts';

type Picture = Pick<DrawnPicture, 'data'>;

const names = new Map<Picture, string>();

/** Stores a picture. Returns the name under which the library finds it. */
export function placePicture(picture: Picture): string {
  const known = names.get(picture);
  if (known) return known;
  const name = `picture ${names.size + 1}`;
  pdfmake.virtualfs.writeFileSync(name, bytesOf(picture));
  names.set(picture, name);
  return name;
}

/** Returns the pictures of a document in the form of the library's definition. */
export const placedPictures = (): Record<string, string> =>
  Object.fromEntries([...names.values()].map((name) => [name, name]));
