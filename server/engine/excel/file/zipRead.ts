/** Reads single entries of a zip file as streams. Refuses entries that unpack to an excessive size. */
import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../platform/errors/errors.ts';

export interface Zip {
  has(name: string): boolean;
  /** Returns the content of an entry. Throws if it has more than `limit` bytes. */
  read(name: string, limit: number): AsyncIterable<Buffer>;
}

const MAX_ENTRIES = 5_000;
const MAX_DIRECTORY = 2_000_000;
/** Maximum compression ratio. Sheets compress to a tenth, rarely to a fiftieth. Zip bombs compress to a thousandth. */
const MAX_RATIO = 150;
const RATIO_FROM = 4_000_000;

const broken = (cause?: unknown): AppError => new AppError('excel.notTable', {}, { cause });

/**
 * Returns the name of an entry. It is not resolved as a path, so a name that leads out of the archive is
 * simply not found.
 */
const nameOf = ({ fileNameRaw }: Entry): string =>
  fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\//, '');

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw broken();
  const entries = new Map<string, Entry>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    size += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (size > MAX_DIRECTORY) throw broken();
    entries.set(nameOf(entry), entry);
  }
  return entries;
}

/** Checks the stated size of an entry. If the actual size differs, reading it fails. */
function checkSize({ compressedSize, uncompressedSize }: Entry, limit: number): void {
  const swollen = uncompressedSize > RATIO_FROM && uncompressedSize > compressedSize * MAX_RATIO;
  if (uncompressedSize > limit || swollen) throw new AppError('excel.tooBig');
}

export async function readZip(file: FileHandle): Promise<Zip> {
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
  const zip = await fromFdPromise(file.fd, options).catch((error) => {
    throw broken(error);
  });
  const entries = await listEntries(zip).catch((error) => {
    throw error instanceof AppError ? error : broken(error);
  });
  return {
    has: (name) => entries.has(name),
    async *read(name, limit) {
      const entry = entries.get(name);
      if (!entry) throw broken();
      if (entry.isEncrypted()) throw new AppError('excel.oldFormat');
      checkSize(entry, limit);
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
      } catch (error) {
        throw error instanceof AppError ? error : broken(error);
      }
    },
  };
}
