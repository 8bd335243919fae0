/**
 * Large files that are uploaded in parts. A partial file belongs to its sender. Its row contains the number of bytes on
 * disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import { AppError } from '../../errors/errors.ts';
import type { Files } from '../index.ts';
import { bucketOf, makeFileName, readName } from '../names.ts';
import { checkDisk, type FileOwner, type QuotaConfig, returnDay } from '../quota.ts';
import { beginRow, deleteRow, type LargeUpload, lockRow, readRow } from './rows.ts';
import { createWriters, isMissing, type SentPart } from './writers.ts';

/** Folder of partial files, below the data folder. It is on the same disk as the stored files. */
export const PARTS = 'parts';

export interface Parts {
  begin(
    owner: FileOwner,
    file: Pick<LargeUpload, 'entity' | 'field' | 'name' | 'length'>,
  ): Promise<LargeUpload>;
  /** Returns an upload of this person. Throws if it does not exist or has expired. */
  find(owner: FileOwner, id: string): Promise<LargeUpload>;
  /** Returns the progress of an upload. Aborts a request that is still writing the upload. */
  look(owner: FileOwner, id: string): Promise<LargeUpload>;
  /** Writes a part. After the last byte, the upload becomes a stored file, exactly once. */
  write(owner: FileOwner, id: string, part: SentPart): Promise<LargeUpload>;
  /** Cancels an upload. */
  end(owner: FileOwner, id: string): Promise<void>;
}

interface Use {
  db: Database;
  config: QuotaConfig;
  files: Pick<Files, 'admit' | 'adopt'>;
}

export function createParts({ db, config, files }: Use): Parts {
  const folder = join(config.dataDir, PARTS);
  const pathOf = ({ id }: Pick<LargeUpload, 'id'>): string => join(folder, id);
  const { displace, receive } = createWriters(db);

  /** Converts the upload to a stored file, unless another request has done so. */
  async function finish(owner: FileOwner, row: LargeUpload): Promise<LargeUpload> {
    const file = { name: row.name, size: row.length, key: row.fileKey, path: pathOf(row) };
    try {
      await files.adopt(owner, file, async (trx) => {
        const locked = await lockRow(trx, row.id);
        if (!locked || locked.isFinished) return false;
        await trx.updateTable('largeUpload').set({ isFinished: true }).where('id', '=', row.id).execute();
        return true;
      });
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!(await readRow(db, owner, row.id)).isFinished) throw new AppError('upload.gone');
    }
    return readRow(db, owner, row.id);
  }

  const isWhole = ({ received, length, isFinished }: LargeUpload): boolean =>
    received === length && !isFinished;

  return {
    async begin(owner, { name: sent, length, ...place }) {
      const name = readName(sent);
      await files.admit(owner, length);
      const id = randomBytes(16).toString('hex');
      const fileKey = `${bucketOf(owner.tenantId)}/${makeFileName(name)}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await (await open(pathOf({ id }), 'wx', 0o600)).close();
      try {
        return await beginRow(db, config, owner, { ...place, id, name, length, fileKey });
      } catch (error) {
        await rm(pathOf({ id }), { force: true });
        await returnDay(db, owner, length);
        throw error;
      }
    },

    find: (owner, id) => readRow(db, owner, id),

    async look(owner, id) {
      await displace(id);
      const row = await readRow(db, owner, id);
      return isWhole(row) ? finish(owner, row) : row;
    },

    async write(owner, id, part) {
      await displace(id);
      const row = await readRow(db, owner, id);
      if (part.offset !== row.received)
        throw new AppError(
          'upload.offset',
          { offset: row.received },
          { headers: { 'upload-offset': String(row.received) } },
        );
      await checkDisk(config, row.length - row.received);
      const received = row.received === row.length ? row.length : await receive(row, pathOf(row), part);
      const written = { ...row, received };
      return isWhole(written) ? finish(owner, written) : written;
    },

    async end(owner, id) {
      await displace(id);
      const row = await readRow(db, owner, id);
      await deleteRow(db, row);
      if (row.isFinished) return;
      await rm(pathOf(row), { force: true });
      await returnDay(db, owner, row.length - row.received);
    },
  };
}

/** Deletes expired uploads. A finished upload is already a separate file. */
export async function sweepParts(db: Database, dataDir: string): Promise<void> {
  const { rows } = await db.system((trx) =>
    sql<Pick<LargeUpload, 'id' | 'fileKey' | 'isFinished'>>`
      delete from large_upload where expires_at < now() returning id, file_key, is_finished`.execute(trx),
  );
  for (const { id, fileKey, isFinished } of rows) {
    await rm(join(dataDir, PARTS, id), { force: true });
    if (!isFinished) await rm(join(dataDir, 'files', fileKey), { force: true });
  }
}
