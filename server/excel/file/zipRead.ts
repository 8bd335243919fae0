/** Reads single entries of a zip file as streams; what unpacks to far more than it should is refused. */
import type { FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '../../http/errors.ts';
import { stream_feed } from './feed.ts';

interface Entry {
  method: number;
  encrypted: boolean;
  packed: number;
  offset: number;
}

export interface Zip {
  has(name: string): boolean;
  /** The contents of an entry, at most `limit` bytes of it. */
  read(name: string, limit: number): AsyncIterable<Buffer>;
}

const END = 0x0605_4b50;
const CENTRAL = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const END_SIZE = 22;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 5_000;
const MAX_DIRECTORY = 2_000_000;
const STORED = 0;
const DEFLATED = 8;
const CHUNK = 65_536;
/** Sheets shrink to a tenth, rarely a fiftieth; bombs to a thousandth. */
const MAX_RATIO = 150;
const RATIO_FROM = 4_000_000;

const broken = (): AppError => new AppError('excel.notTable');

async function part_read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw broken();
  return buffer;
}

function directory_read(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw broken();
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    entries.set(name.replaceAll('\\', '/').replace(/^\//, ''), {
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function* packed_read(file: FileHandle, { offset, packed }: Entry): AsyncIterable<Buffer> {
  const header = await part_read(file, offset, 30);
  if (header.readUInt32LE(0) !== LOCAL) throw broken();
  let position = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let left = packed; left > 0; ) {
    const chunk = await part_read(file, position, Math.min(left, CHUNK));
    yield chunk;
    position += chunk.length;
    left -= chunk.length;
  }
}

async function* inflated(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const inflate = createInflateRaw();
  const fed = stream_feed(inflate, source);
  try {
    yield* inflate as AsyncIterable<Buffer>;
    await fed;
  } catch (error) {
    throw error instanceof AppError ? error : broken();
  } finally {
    inflate.destroy();
  }
}

export async function zip_read(file: FileHandle): Promise<Zip> {
  const { size } = await file.stat();
  const tail = await part_read(
    file,
    Math.max(0, size - END_SIZE - MAX_COMMENT),
    Math.min(size, END_SIZE + MAX_COMMENT),
  );
  let at = tail.length - END_SIZE;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw broken();
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count > MAX_ENTRIES || length > MAX_DIRECTORY || start + length > size) throw broken();
  const entries = directory_read(await part_read(file, start, length), count);
  return {
    has: (name) => entries.has(name),
    async *read(name, limit) {
      const entry = entries.get(name);
      if (!entry || (entry.method !== STORED && entry.method !== DEFLATED)) throw broken();
      if (entry.encrypted) throw new AppError('excel.oldFormat');
      const packed = packed_read(file, entry);
      let total = 0;
      for await (const chunk of entry.method === STORED ? packed : inflated(packed)) {
        total += chunk.length;
        const swollen = total > RATIO_FROM && total > entry.packed * MAX_RATIO;
        if (total > limit || swollen) throw new AppError('excel.tooBig');
        yield chunk;
      }
    },
  };
}
