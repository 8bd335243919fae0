/** Writes a zip file as a stream. Only a few chunks are in memory, whatever the size of the file. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Options, ZipFile } from 'yazl';

export interface ZipEntry {
  write(content: string | Uint8Array): Promise<void>;
  end(): void;
}

const OPTIONS: Partial<Options> = {
  // The texts of a sheet compress to about a tenth at any level, so a fast level is used.
  compressionLevel: 3,
  // A fixed time, so that files with the same content are identical.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/** For content that is already compressed. Compressing it again takes seconds and saves nothing. */
const STORED: Partial<Options> = { ...OPTIONS, compressionLevel: 0 };

/** Opens a file for writing that only the user of the process may read. */
export const sinkFile = (path: string): Writable => createWriteStream(path, { mode: 0o600 });

/** Writes entries one after the other. Each entry must end before the next begins. */
export function openZip(sink: Writable) {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, sink);
  // The error of a full disk is thrown at the next write or at the end. This handler avoids an unhandled rejection
  // until then.
  written.catch(() => {});

  return {
    entry(name: string, { isCompressed = false } = {}): ZipEntry {
      const input = new PassThrough();
      zip.addReadStream(input, name, isCompressed ? STORED : OPTIONS);
      return {
        async write(content) {
          if (!input.write(content)) await Promise.race([once(input, 'drain'), written]);
        },
        end: () => void input.end(),
      };
    },

    async end(): Promise<void> {
      zip.end();
      await written;
    },
  };
}
