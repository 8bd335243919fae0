/** Writes a zip file as its content arrives. Memory contains a few chunks, whatever the size of the file. */
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
  // The texts of a sheet are compressed to a tenth at any level, so speed is preferred to size.
  compressionLevel: 3,
  // Files with the same content are identical.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
};

/** For content that is compressed already. It would take seconds, and save nothing. */
const STORED: Partial<Options> = { ...OPTIONS, compressionLevel: 0 };

/** Only the user of the process may read the file. */
export const sinkFile = (path: string): Writable => createWriteStream(path, { mode: 0o600 });

/** Entries are written one after the other. End one before the next begins. */
export function openZip(sink: Writable) {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, sink);
  // A full disk is reported at the next write or at the end. Until then the rejection has no handler.
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
