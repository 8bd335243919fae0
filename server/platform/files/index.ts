import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../../../generated/calls.ts';
import type { Config } from '../config.ts';
import type { Database, Trx } from '../db/index.ts';
import { AppError } from '../errors/errors.ts';
import { detectImage, HEAD_BYTES, type ImageType, isPicture } from './image.ts';
import { INCOMING } from './incoming.ts';
import { detectMedia } from './media.ts';
import { bucketOf, makeFileName, readName } from './names.ts';
import { MAX_PIXELS, readFileAt, readPictureSize } from './pixels.ts';
import { createPreviews } from './preview/index.ts';
import { checkDisk, checkTenant, type FileOwner, type QuotaConfig, reserveDay } from './quota.ts';
import type { ByteRange } from './range.ts';
import { checkScanned } from './scan.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

export interface StoredFile {
  bucketName: string;
  fileName: string;
  originalFilename: string;
}

export interface FileContent {
  name: string;
  /** The media type of an image, film or sound, detected from its bytes, or the generic type. */
  type: string;
  size: number;
  /** Identifies the bytes, which never change. */
  etag: string;
  inline: boolean;
  /** The place of the bytes, and the hash of their content, for a process that reads them itself. */
  stored: { path: string; sha256: string };
  stream(range?: ByteRange | null): Readable;
}

interface FilePlace {
  tenantId: number;
  bucketName: string;
  fileName: string;
}

interface CompleteFile {
  name: string;
  size: number;
  /** The storage key. */
  key: string;
  /** The path of the received file. */
  path: string;
}

export interface Files {
  /**
   * Reserves a number of bytes. Throws if the owner may not upload them now. Must be called before the content is read.
   */
  admit(owner: FileOwner, bytes: number): Promise<void>;
  /** Folder of uploads that are not saved yet. */
  incoming: string;
  /** Validates and stores an uploaded file. `picture` allows only real JPEG and PNG images (V044–V048). */
  save(owner: FileOwner, upload: UploadedFile, picture?: boolean): Promise<StoredFile>;
  /** Stores a complete file with a known key if `isFirst` returns true in the same transaction. */
  adopt(owner: FileOwner, file: CompleteFile, isFirst: (trx: Trx) => Promise<boolean>): Promise<void>;
  /** Throws if the file was blocked. Only the sender can read the file until the check ends. */
  read(place: FilePlace, reader: FileOwner | null): Promise<FileContent>;
  /**
   * Returns the small picture of a picture or film, under the same conditions. If there is none, returns the original
   * if browsers can show it, otherwise null.
   */
  readSmall(place: FilePlace, reader: FileOwner): Promise<FileContent | null>;
  /** Deletes the contents of files whose rows were deleted. */
  remove(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface Looked {
  head: Uint8Array;
  /** Type of the image. Null if browsers may not show it. */
  type: ImageType | null;
  tooManyPixels: boolean;
}

async function lookInto(path: string): Promise<Looked> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const type = detectImage(head);
    const pictured = type && (await readPictureSize(type, readFileAt(file)));
    const pixels = pictured && pictured.width * pictured.height;
    return {
      head,
      type: pixels !== null && pixels <= MAX_PIXELS ? type : null,
      tooManyPixels: (pixels ?? 0) > MAX_PIXELS,
    };
  } finally {
    await file.close();
  }
}

async function readHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Moves a file, flushed to disk before the response. The temporary folder may be on another disk. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function checkPicture(name: string, { head, type, tooManyPixels }: Looked): void {
  if (tooManyPixels) throw new AppError('file.pixels', { limit: MAX_PIXELS / 1e6 }, { field: '/file' });
  if (type === null || !isPicture(name, head)) throw new AppError('file.notImage', {}, { field: '/file' });
}

const typeOf = ({ type, head }: Looked): string => type ?? detectMedia(head) ?? UNKNOWN_TYPE;

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

interface Use {
  db: Database;
  config: QuotaConfig & Pick<Config, 'ffmpeg'>;
}

/** Returns the folder of the stored files. */
const rootOf = ({ dataDir }: QuotaConfig): string => join(dataDir, 'files');

const scanOf = ({ scan }: QuotaConfig) => (scan === null ? null : ('waiting' as const));

async function adoptFile(
  { db, config }: Use,
  { tenantId, userId }: FileOwner,
  { name, size, key, path }: CompleteFile,
  isFirst: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  const target = join(rootOf(config), key);
  // After a crash between the move and the commit, the file is already at its target.
  const source = (await isThere(path)) ? path : target;
  const looked = await lookInto(source);
  const row = { tenantId, key, name, size, type: typeOf(looked), createdBy: userId, scan: scanOf(config) };
  const sha256 = await readHash(source);
  await mkdir(join(rootOf(config), bucketOf(tenantId)), { recursive: true, mode: 0o700 });
  await db.tenant(tenantId, async (trx) => {
    if (!(await isFirst(trx))) return;
    await checkTenant(trx, config, tenantId, size);
    await trx
      .insertInto('file')
      .values({ ...row, sha256 })
      .execute();
    if (await isThere(path)) await moveFile(path, target);
  });
}

/** Reads a file, with its key and path in the store. */
async function readStored(
  { db, config }: Use,
  { tenantId, bucketName, fileName }: FilePlace,
  reader: FileOwner | null,
) {
  const key = `${bucketName}/${fileName}`;
  // The row decides about access, not the path. Another tenant's file has no row here.
  const row = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('file')
      .select(['name', 'type', 'sha256', 'createdBy', 'scan', 'scanReason'])
      .where('key', '=', key)
      .executeTakeFirst(),
  );
  if (!row || bucketName !== bucketOf(tenantId)) throw new AppError('http.notFound');
  checkScanned(row, config.scan !== null, reader);
  const path = join(rootOf(config), key);
  const stats = await stat(path).catch(() => null);
  if (!stats) throw new AppError('http.notFound');
  const { name, type, sha256 } = row;
  const content: FileContent = {
    ...{
      name,
      type,
      stored: { path, sha256 },
      size: stats.size,
      etag: `"${fileName}"`,
      inline: type.startsWith('image/'),
    },
    stream: (range) => createReadStream(path, range ?? {}),
  };
  return { key, path, content };
}

export function createFiles({ db, config }: Use): Files {
  const root = rootOf(config);
  const previews = createPreviews(config);

  return {
    incoming: join(config.dataDir, INCOMING),

    async admit(owner, bytes) {
      await checkDisk(config, bytes);
      await reserveDay(db, config, owner, bytes);
    },

    async save({ tenantId, userId }, upload, picture = false) {
      const name = readName(upload.name);
      const looked = await lookInto(upload.path);
      if (picture) checkPicture(name, looked);
      const [bucketName, fileName] = [bucketOf(tenantId), makeFileName(name)];
      const target = join(root, bucketName, fileName);
      const sha256 = await readHash(upload.path);
      await mkdir(join(root, bucketName), { recursive: true, mode: 0o700 });
      await moveFile(upload.path, target);
      const key = `${bucketName}/${fileName}`;
      const row = {
        tenantId,
        key,
        name,
        size: upload.size,
        sha256,
        type: typeOf(looked),
        createdBy: userId,
        scan: scanOf(config),
      };
      try {
        await db.tenant(tenantId, async (trx) => {
          await checkTenant(trx, config, tenantId, upload.size);
          await trx.insertInto('file').values(row).execute();
        });
      } catch (error) {
        await rm(target, { force: true });
        throw error;
      }
      return { bucketName, fileName, originalFilename: name };
    },

    adopt: (owner, file, isFirst) => adoptFile({ db, config }, owner, file, isFirst),

    async read(place, reader) {
      return (await readStored({ db, config }, place, reader)).content;
    },

    async readSmall(place, reader) {
      const { key, path, content } = await readStored({ db, config }, place, reader);
      const small = await previews.read({ key, path, type: content.type }, reader);
      if (!small) return content.inline ? content : null;
      return {
        ...content,
        ...{ type: small.type, size: small.size, inline: true },
        etag: content.etag.replace(/"$/, '-small"'),
        stream: (range) => createReadStream(small.path, range ?? {}),
      };
    },

    async remove(keys) {
      for (const key of keys) await rm(join(root, key), { force: true });
      await previews.remove(keys);
    },

    async close() {},
  };
}
