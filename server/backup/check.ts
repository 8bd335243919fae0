/** Checks that a backup can be used: a separate PostgreSQL opens the copy and reads all of it. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { CommandError } from '../connectors/http/command.ts';
import { openClient } from '../platform/db/connect/connect.ts';
import { startEmbedded } from '../platform/db/embedded/index.ts';
import { createLogger } from '../platform/log.ts';
import type { Manifest } from './manifest.ts';
import { listTree } from './tree.ts';

type Opened = Pick<NonNullable<Manifest['database']>, 'postgres' | 'migrations' | 'tables' | 'rows'> & {
  missing: string[];
};

/** Reads every row, so that PostgreSQL reads every page of every table. */
async function countRows(client: pg.Client, signal: AbortSignal): Promise<{ tables: number; rows: number }> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let count = 0;
  for (const { name } of tables) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ count: string }>(
      `select count(*)::text as count from only ${name}`,
    );
    count += Number(rows[0]?.count);
  }
  return { tables: tables.length, rows: count };
}

/** Returns the paths of the files that database records refer to, relative to the data folder. */
async function readNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ path: string }>(
    `select 'files/' || key as path from file
     union all
     select format('jobs/t%s/%s/file', tenant_id, id) from job where file_name is not null`,
  );
  return rows.map(({ path }) => path);
}

/**
 * Removes uploads that no record of the copied database refers to. These were deleted before the copy or added after
 * it.
 */
async function removeUnnamed(dataDir: string, names: ReadonlySet<string>): Promise<void> {
  for (const { path, isFolder } of await listTree(join(dataDir, 'files')))
    if (!isFolder && !names.has(`files/${path}`)) await rm(join(dataDir, 'files', path));
}

async function readCopy(client: pg.Client, dataDir: string, signal: AbortSignal): Promise<Opened> {
  const counted = await countRows(client, signal);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  if (rows.length === 0) throw new CommandError('the copied database has no tables of Wattdeck');
  const names = await readNames(client);
  await removeUnnamed(dataDir, new Set(names));
  const missing: string[] = [];
  for (const path of names) if (!(await stat(join(dataDir, path)).catch(() => null))) missing.push(path);
  const { rows: versions } = await client.query<{ version: string }>(
    "select (current_setting('server_version_num')::int / 10000)::text as version",
  );
  const migrations = Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
  return { ...counted, postgres: versions[0]?.version ?? '', migrations, missing };
}

/** Opens the copied data folder, reads all of it, and shuts it down cleanly. The copy then starts without recovery. */
export async function checkCopy(dataDir: string, signal: AbortSignal): Promise<Opened> {
  console.log('Opening the copy and reading it through …');
  const database = await startEmbedded(dataDir, createLogger('error'), () => {});
  const client = openClient(database.connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return await readCopy(client, dataDir, signal);
  } finally {
    await client.end().catch(() => {});
    await database.stop();
    await rm(join(dataDir, 'postgres.log'), { force: true });
  }
}
