/** The upload requests of this process, at most one per upload. */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Database } from '../../db/index.ts';
import { AppError } from '../../errors/errors.ts';
import type { Checksum } from './headers.ts';
import { freeRow, type LargeUpload, noteRow, takeRow } from './rows.ts';
import { writePart } from './writePart.ts';

export interface SentPart {
  offset: number;
  stream: Readable;
  checksum: Checksum | null;
}

interface Writers {
  /** Aborts the request that writes an upload, because its sender has sent a new request. */
  displace(id: string): Promise<void>;
  /** Writes a part to the file. Returns the position after its last byte. */
  receive(row: LargeUpload, path: string, part: SentPart): Promise<number>;
}

interface Writing {
  stop(): void;
  ended: Promise<void>;
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
const isLost = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String((error as NodeJS.ErrnoException).code));

export function createWriters(db: Database): Writers {
  const writing = new Map<string, Writing>();

  async function write(row: LargeUpload, path: string, part: SentPart, writer: string): Promise<number> {
    const target = await open(path, 'r+');
    try {
      const note = (position: number) => noteRow(db, row, writer, position);
      return await writePart({ ...part, target, length: row.length, note });
    } finally {
      await target.close();
    }
  }

  return {
    async displace(id) {
      const writer = writing.get(id);
      writer?.stop();
      await writer?.ended;
    },

    async receive(row, path, part) {
      const writer = randomBytes(16).toString('hex');
      if (!(await takeRow(db, row, writer)))
        throw new AppError('upload.busy', {}, { headers: { 'retry-after': '2' } });
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      writing.set(row.id, { stop: () => part.stream.destroy(new AppError('upload.busy')), ended });
      try {
        return await write(row, path, part, writer);
      } catch (error) {
        if (isMissing(error)) throw new AppError('upload.gone');
        throw isLost(error) ? new AppError('http.left', {}, { cause: error }) : error;
      } finally {
        try {
          await freeRow(db, row, writer);
        } finally {
          writing.delete(row.id);
          end();
        }
      }
    },
  };
}
