export type ImageType = 'image/jpeg' | 'image/png';

const PNG_SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_HEADER = 'IHDR';
const JPEG_START = Uint8Array.from([0xff, 0xd8, 0xff]);
/** The number of bytes at the beginning of a file that determine its type. */
export const HEAD_BYTES = 32;

const starts = (head: Uint8Array, signature: Uint8Array): boolean =>
  signature.every((byte, index) => head[index] === byte);

/** Returns the type according to the first bytes. Ignores the file name. Null for other types. */
export function detectImage(head: Uint8Array): ImageType | null {
  if (starts(head, JPEG_START)) return 'image/jpeg';
  const chunk = Buffer.from(head.subarray(12, 16)).toString('latin1');
  return starts(head, PNG_SIGNATURE) && chunk === PNG_HEADER ? 'image/png' : null;
}

const EXTENSIONS: Readonly<Record<string, ImageType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};

export function extensionOf(name: string): string {
  const match = /\.([A-Za-z0-9]{1,8})$/.exec(name);
  return match?.[1]?.toLowerCase() ?? '';
}

/** V044: returns whether a file has a picture extension and matching content. */
export function isPicture(name: string, head: Uint8Array): boolean {
  const expected = EXTENSIONS[extensionOf(name)];
  return expected !== undefined && detectImage(head) !== null;
}
