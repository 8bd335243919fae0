/** Deletes unused uploaded files and the remains of interrupted uploads. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../log.ts';
import { type LeasedWork, leaseEvery } from '../timers/lease.ts';
import { INCOMING } from './incoming.ts';
import type { Files } from './index.ts';
import { PARTS, sweepParts } from './parts/index.ts';
import { sweepPreviews } from './preview/index.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
/** Matches the address of a file within a text. */
const ADDRESS = '/admin/sys-file/(t[0-9]{1,10}/[a-z0-9]{32}(?:\\.[a-z0-9]{1,8})?)';
/** Large tables that contain no addresses of files. The file_use table covers files in the history. */
const SKIPPED = ['audit_log', 'text_point', 'latest', 'import_rejected', 'telemetry_refusal', 'session'];

interface OldFile {
  tenantId: number;
  key: string;
}

/** Lists files older than the time that no field and no attachment contains. */
async function listLoose(db: Database, before: string): Promise<OldFile[]> {
  const { rows } = await db.system((trx) =>
    sql<OldFile>`
      select tenant_id, key from file f where created_at < ${before}
         and not exists (select from file_use u where u.tenant_id = f.tenant_id and u.file_key = f.key)
         and not exists (select from record_attachment a where a.tenant_id = f.tenant_id and a.file_key = f.key)`.execute(
      trx,
    ),
  );
  return rows;
}

/**
 * Lists files named in texts: boards, rich texts, comments, recycle bin. Searches all tables with texts, so that later
 * tables are included.
 */
async function listNamed(db: Database, signal?: AbortSignal): Promise<Set<string>> {
  const { rows: tables } = await db.system((trx) =>
    sql<{ name: string }>`
      select distinct c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)
        and c.relname <> all (${SKIPPED}::text[])`.execute(trx),
  );
  const named = new Set<string>();
  for (const { name } of tables) {
    signal?.throwIfAborted();
    const { rows } = await db.system((trx) =>
      sql<{ key: string }>`
        select distinct (regexp_matches(t::text, ${ADDRESS}, 'g'))[1] as key
          from ${sql.raw(`"${name}"`)} t where t::text like '%/admin/sys-file/%'`.execute(trx),
    );
    for (const { key } of rows) named.add(key);
  }
  return named;
}

/**
 * Deletes rows before contents. A file without a row is deleted in a later run, but a row without its file would be an
 * error.
 */
async function removeRows(db: Database, files: readonly OldFile[]): Promise<string[]> {
  if (files.length === 0) return [];
  const { rows } = await db.system((trx) =>
    sql<{ key: string }>`
      delete from file f where key in (${sql.join(files.map(({ key }) => key))})
         and not exists (select from file_use u where u.tenant_id = f.tenant_id and u.file_key = f.key)
         and not exists (select from record_attachment a where a.tenant_id = f.tenant_id and a.file_key = f.key)
      returning key`.execute(trx),
  );
  return rows.map(({ key }) => key);
}

/** Deletes uploads that were interrupted by a crash. */
async function removeAbandoned(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const stats = await stat(join(folder, name)).catch(() => null);
    if (stats && stats.mtimeMs < before) await rm(join(folder, name), { recursive: true, force: true });
  }
}

interface Sweeping {
  config: Config;
  db: Database;
  files: Files;
}

/** Deletes everything that is due. Returns the number of deleted files. */
export async function sweepFiles({ config, db, files }: Sweeping, signal?: AbortSignal): Promise<number> {
  await db.system((trx) => sql`delete from upload_day where day < current_date - 7`.execute(trx));
  await sweepParts(db, config.dataDir);
  await removeAbandoned(join(config.dataDir, INCOMING), Date.now() - DAY_MS);
  await removeAbandoned(join(config.dataDir, PARTS), Date.now() - 2 * DAY_MS);
  await sweepPreviews(config.dataDir);
  if (config.fileDays === 0) return 0;
  const loose = await listLoose(db, new Date(Date.now() - config.fileDays * DAY_MS).toISOString());
  if (loose.length === 0) return 0;
  const named = await listNamed(db, signal);
  const unused = loose.filter(({ key }) => !named.has(key));
  let removed = 0;
  for (let start = 0; start < unused.length && !signal?.aborted; start += BATCH) {
    const keys = await removeRows(db, unused.slice(start, start + BATCH));
    await files.remove(keys);
    removed += keys.length;
  }
  return removed;
}

/** Starts the daily deletion in one process. */
export const startSweep = (services: Sweeping & { log: Logger }): LeasedWork =>
  leaseEvery(services.db, services.log, 'unused files', DAY_MS, async (signal) => {
    const removed = await sweepFiles(services, signal);
    if (removed > 0) services.log.info('unused files were removed', { removed });
  });
