/** Finds pictures and makes codes for documents: stored files up to a total size, and the boxes of pictures. */
import { open } from 'node:fs/promises';
import { toBuffer } from 'qrcode';
import type { DocumentDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { fileAddress, fileName } from '../../../runtime/core/fileValue.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import { AppError, type ErrorKey } from '../../platform/errors/errors.ts';
import { detectImage, HEAD_BYTES } from '../../platform/files/image.ts';
import type { FileContent, Files } from '../../platform/files/index.ts';
import { type PictureSize, readFileAt, readPictureSize } from '../../platform/files/pixels.ts';
import { LINK, PAGE } from './compose.ts';
import type { DrawnPicture, PaperPicture } from './paper.ts';
import type { ReadRecord } from './readRecord.ts';

/** Maximum size in millimetres. Two pictures fit side by side on a page. */
const BOX: PictureSize = { width: 80, height: 60 };
/** Size in millimetres. A scanner reads a code of this size from an arm's length, even if a quarter of it is dirty. */
const CODE_MM = 30;
const CODE_LEVEL = 'Q';
/** Maximum number of characters in a code of this size. */
const MAX_CODED = 200;
/** Maximum total size of pictures. Further pictures are shown by name only, because the drawing process holds all. */
const MAX_BYTES = 60_000_000;
/** Maximum number of pixels of a PNG, which must be decoded. JPEG photos are not decoded. */
const MAX_PNG_PIXELS = 12_000_000;

interface Place {
  files: Pick<Files, 'read'>;
  tenantId: number;
}

/** Returns the largest size in the box with the proportions of the picture. */
export function fitBox({ width, height }: PictureSize, box = BOX): PictureSize {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** Returns the bytes in a form that can be sent to another process without conversion. */
const bytesOf = ({ buffer: bytes, byteOffset, length }: Buffer): Uint8Array =>
  new Uint8Array(bytes, byteOffset, length);

/** Returns null for a file that cannot be printed. Only the beginning of the file is read. */
async function drawPicture({ stored }: FileContent): Promise<DrawnPicture | null> {
  const file = await open(stored.path, 'r');
  try {
    const readAt = readFileAt(file);
    const head = await readAt(0, HEAD_BYTES);
    const type = head && detectImage(head);
    const size = type && (await readPictureSize(type, readAt));
    if (!type || !size || size.width === 0 || size.height === 0) return null;
    if (type === 'image/png' && size.width * size.height > MAX_PNG_PIXELS) return null;
    return { data: stored, type, ...fitBox(size) };
  } finally {
    await file.close();
  }
}

async function drawCode(text: string): Promise<DrawnPicture | null> {
  if (text.length > MAX_CODED) return null;
  const data = await toBuffer(text, { errorCorrectionLevel: CODE_LEVEL, scale: 8 });
  return { data: bytesOf(data), type: 'image/png', width: CODE_MM, height: CODE_MM };
}

/** Errors of pictures that no longer exist, are still being checked, or were blocked. */
const LEFT_OUT: ReadonlySet<string> = new Set<ErrorKey>(['http.notFound', 'file.scanning', 'file.blocked']);

/** Returns null if the file cannot be read at present, or is larger than the room. */
async function findFile(
  value: string,
  { files, tenantId }: Place,
  room: number,
): Promise<FileContent | null> {
  const [bucket, name] = (fileAddress(value) ?? '').split('/').slice(-2);
  if (!bucket || !name) return null;
  const place = { tenantId, bucketName: bucket, fileName: name };
  const file = await files.read(place, null).catch((error: unknown) => {
    if (error instanceof AppError && LEFT_OUT.has(error.key)) return null;
    throw error;
  });
  return file && file.size <= room ? file : null;
}

interface Shot {
  value: string;
  caption: string;
}

/** Addresses of a record that a document can show as codes. */
export interface Addresses {
  link?: string | undefined;
  page?: string | null;
}

const filesOf = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');

/**
 * Returns the pictures of a field, or of the lines for `lines.field`. Pictures of lines have the name of their line.
 */
function shotsOf(name: string, of: string, { fields, lines }: ReadRecord): Shot[] {
  const [set = '', field] = name.split('.');
  if (field === undefined)
    return filesOf(fields.get(name)?.value).map((value) => ({ value, caption: fileName(value) }));
  const found = lineSets(entityOf(of)).find((one) => one.name === set);
  const label = found ? entityOf(found.link.entity).label : '';
  return (lines.get(set)?.values ?? []).flatMap((row) =>
    filesOf(row[field]).map((value) => ({ value, caption: String(row[label] ?? fileName(value)) })),
  );
}

/**
 * Finds the pictures and codes of the sections in fields that the reader may see. Draws the codes for the public
 * link and for the page.
 */
export async function readPictures(
  { sections, of }: DocumentDefinition,
  drawn: ReadRecord,
  place: Place,
  { link, page }: Addresses = {},
): Promise<ReadonlyMap<string, readonly PaperPicture[]>> {
  const read = new Map<string, PaperPicture[]>();
  for (const [key, address] of [
    [LINK, link],
    [PAGE, page],
  ] as const)
    if (address) read.set(key, [{ caption: '', drawn: await drawCode(address) }]);
  let room = MAX_BYTES;
  for (const { pictures, qr } of sections) {
    const value = drawn.fields.get(qr ?? '')?.value;
    if (qr && typeof value === 'string' && value !== '')
      read.set(qr, [{ caption: value, drawn: await drawCode(value) }]);
    if (!pictures) continue;
    const shots: PaperPicture[] = [];
    for (const { value, caption } of shotsOf(pictures, of, drawn)) {
      const file = await findFile(value, place, room);
      room -= file?.size ?? 0;
      shots.push({ caption, drawn: file && (await drawPicture(file)) });
    }
    read.set(pictures, shots);
  }
  return read;
}
