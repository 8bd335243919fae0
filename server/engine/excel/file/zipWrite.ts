/** Writes a zip file as its contents come: memory holds one chunk, whatever the size of the file. */
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { AppError } from '../../../platform/errors/errors.ts';

/** Where the bytes go; headers are completed later, so places are given. */
export interface Sink {
  write(bytes: Uint8Array, position: number): Promise<void>;
  end(): Promise<void>;
}

export interface ZipEntry {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Speed before size: the texts of a sheet shrink to a tenth at any level. */
const LEVEL = 3;
/** Beyond this the format needs extensions that not every reader knows. */
const MAX_SIZE = 0xffff_ffff;
const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
/** 1980-01-01: files that hold the same are the same. */
const DATE = 0x0021;

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

function writeFields(buffer: Buffer, at: number, { name, crc, packed, size }: Written): void {
  buffer.writeUInt16LE(20, at);
  buffer.writeUInt16LE(UTF8_NAMES, at + 2);
  buffer.writeUInt16LE(DEFLATED, at + 4);
  buffer.writeUInt16LE(DATE, at + 8);
  buffer.writeUInt32LE(crc, at + 10);
  buffer.writeUInt32LE(packed, at + 14);
  buffer.writeUInt32LE(size, at + 18);
  buffer.writeUInt16LE(name.length, at + 22);
}

function localHeader(entry: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  writeFields(header, 4, entry);
  return Buffer.concat([header, entry.name]);
}

function centralHeader(entry: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(20, 4);
  writeFields(header, 6, entry);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}

export async function sinkFile(path: string): Promise<Sink> {
  const file: FileHandle = await open(path, 'w', 0o600);
  return {
    async write(bytes, position) {
      await file.write(bytes, 0, bytes.length, position);
    },
    end: () => file.close(),
  };
}

/** For small files that are answered at once. */
export function sinkMemory(): Sink & { bytes(): Buffer } {
  let held = Buffer.alloc(0);
  return {
    async write(bytes, position) {
      const size = Math.max(held.length, position + bytes.length);
      if (size > held.length) held = Buffer.concat([held, Buffer.alloc(size - held.length)]);
      held.set(bytes, position);
    },
    async end() {},
    bytes: () => held,
  };
}

/** Entries are written one after the other: end one before the next begins. */
export function openZip(sink: Sink) {
  const entries: Written[] = [];
  let position = 0;

  return {
    async entry(name: string): Promise<ZipEntry> {
      const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: position };
      await sink.write(localHeader(entry), position);
      position += 30 + entry.name.length;
      const deflate = createDeflateRaw({ level: LEVEL });
      const pumped = (async () => {
        for await (const chunk of deflate as AsyncIterable<Buffer>) {
          await sink.write(chunk, position);
          position += chunk.length;
          entry.packed += chunk.length;
        }
      })();
      // A full disk shows at the next write or at the end; until somebody waits it is not unhandled.
      pumped.catch(() => {});
      return {
        async write(text) {
          const bytes = Buffer.from(text);
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          if (entry.size > MAX_SIZE) throw new AppError('excel.tooBig');
          if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), pumped]);
        },
        async end() {
          deflate.end();
          await pumped;
          entries.push(entry);
          await sink.write(localHeader(entry), entry.offset);
        },
      };
    },

    async end(): Promise<void> {
      const directory = Buffer.concat(entries.map(centralHeader));
      const end = Buffer.alloc(22);
      end.writeUInt32LE(END, 0);
      end.writeUInt16LE(entries.length, 8);
      end.writeUInt16LE(entries.length, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(position, 16);
      await sink.write(Buffer.concat([directory, end]), position);
      await sink.end();
    },
  };
}
