/**
 * Copies a running PostgreSQL with its low-level backup API: the data files, and the WAL that makes them consistent.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Account } from '../platform/db/embedded/account.ts';
import { beginStep } from './progress.ts';
import { type Copying, copyTree, giveTo, listTree, makeFolder, measureTree } from './tree.ts';

/** Only the running server uses the files in these folders. The copy needs the folders themselves, but empty. */
const EMPTIED =
  /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL[^/]*|backup_label[^/]*|tablespace_map|current_logfiles|[^/]*\.conf\.tmp|pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;
const SEGMENT = /^[0-9A-F]{24}$/;

const isSkipped = (path: string): boolean => EMPTIED.test(path) || LEFT_OUT.test(path);

interface Stopped {
  label: string;
  /** The last WAL file that the copy needs. */
  last: string;
  /** All transactions committed before this moment are in the copy. ISO. */
  moment: string;
}

async function stopBackup(client: pg.Client): Promise<Stopped> {
  const { rows: times } = await client.query<{ moment: string }>('select clock_timestamp() as moment');
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
  );
  const [time, stopped] = [times[0], rows[0]];
  if (!time || !stopped) throw new Error('the database did not say where its backup ends');
  return { ...stopped, moment: time.moment };
}

/** Copies the cluster of the client's connection, and returns the moment of the copy. */
export async function copyCluster(
  client: pg.Client,
  from: string,
  to: string,
  { account, signal }: { account: Account | null; signal: AbortSignal },
): Promise<string> {
  // From here on the replication slot retains the WAL. PostgreSQL drops the slot with the connection, even if this
  // process crashes.
  await client.query("select pg_create_physical_replication_slot('wattdeck_backup', true, true)");
  const { rows } = await client.query<{ first: string }>(
    "select pg_walfile_name(pg_backup_start('wattdeck', fast => true)) as first",
  );
  const first = rows[0]?.first ?? '';
  const entries = await listTree(from, isSkipped);
  const onBytes = beginStep('Copying the database', await measureTree(from, entries));
  const copying: Copying = { signal, account, onBytes };
  await makeFolder(to, account);
  await copyTree(from, to, entries, copying);
  const { label, last, moment } = await stopBackup(client);
  const segments = (await readdir(join(from, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= first && name <= last,
  );
  const wal = segments.map((name) => ({ path: `pg_wal/${name}`, isFolder: false }));
  await copyTree(from, to, wal, copying);
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true });
  await giveTo(join(to, 'backup_label'), account);
  return moment;
}
