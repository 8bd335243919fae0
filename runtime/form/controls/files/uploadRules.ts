import type { Params, TextKey } from '../../../kit/i18n/index.ts';

/** V045: maximum length of a file name. */
const MAX_NAME_LENGTH = 200;
/** V046: maximum size of a file. */
const MAX_MEGABYTES = 50;
/** V047: maximum number of files. */
export const MAX_FILES = 30;
const MEGABYTE = 1024 * 1024;
const EXTENSION = /\.(jpe?g|png)$/i;
/** The first bytes of JPEG and PNG files. The content must be an image, independent of the file name (V044). */
const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
];

export type UploadKind = 'image' | 'file';

export interface UploadProblem {
  key: Extract<TextKey, `form.image${string}` | `form.file${string}`>;
  params?: Params;
}

/** A field that takes large files, which are sent in parts. */
export interface LargeField {
  entity: string;
  field: string;
  megabytes: number;
}

/** Smaller files are sent in one request. */
const PARTS_FROM = 8 * MEGABYTE;

export const goesInParts = (file: File, large: LargeField | null): large is LargeField =>
  large !== null && file.size >= PARTS_FROM;

/** Returns why a file is rejected. Null for an accepted file. */
export async function uploadProblem(
  file: File,
  kind: UploadKind,
  megabytes = MAX_MEGABYTES,
): Promise<UploadProblem | null> {
  if (kind === 'image' && !(EXTENSION.test(file.name) && (await hasImageSignature(file))))
    return { key: 'form.imageOnly' };
  if ([...file.name].length > MAX_NAME_LENGTH)
    return { key: 'form.fileNameTooLong', params: { limit: MAX_NAME_LENGTH } };
  if (file.size > megabytes * MEGABYTE) return { key: 'form.fileTooLarge', params: { limit: megabytes } };
  return null;
}

async function hasImageSignature(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return SIGNATURES.some((signature) => signature.every((byte, index) => head[index] === byte));
}
