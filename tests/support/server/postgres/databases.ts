/**
 * The PostgreSQL with the databases of all test servers. Usually it is started by the run. With `npm run
 * test:external` it is an external one. With `npm run test:cluster` each database is on every node of a cluster.
 */
import { basename } from 'node:path';
import pg from 'pg';
import { makeSpread, runAt } from './citus.ts';

/** Variable with the address of the PostgreSQL that a run starts for its tests; see `runSetup.ts`. */
export const RUN_DATABASE = 'WATTDECK_TEST_RUN_DATABASE_URL';

/** The address of a user who may create databases in an external PostgreSQL. */
export const EXTERNAL = process.env.WATTDECK_TEST_DATABASE_URL ?? null;

/** Returns null outside of a run. Every server then starts its embedded PostgreSQL. */
const postgresUrl = (): string | null => EXTERNAL ?? process.env[RUN_DATABASE] ?? null;

/** The addresses of superusers of a cluster's nodes, coordinator first. Empty without a cluster. */
const NODES = process.env.WATTDECK_TEST_NODES?.split(' ') ?? [];
export const ON_CLUSTER = NODES.length > 0;

/** Prefix of the folder of a server with its database in the PostgreSQL of the run. Other servers start their own. */
export const RUN_PREFIX = 'wattdeck-test-';

/** Returns whether the database of a folder's servers is in the PostgreSQL of the run. */
export const isInRun = (folder: string): boolean =>
  postgresUrl() !== null && basename(folder).startsWith(RUN_PREFIX);

/** Returns the address of the database of a data folder. Servers that share the folder share the database. */
export function databaseUrl(folder: string): string {
  const url = new URL(postgresUrl() ?? '');
  url.pathname = basename(folder);
  return url.href;
}

/** Returns the address of the same database at the first worker of the cluster. */
export function workerUrl(folder: string): string {
  const url = new URL(databaseUrl(folder));
  url.port = new URL(NODES[1] ?? '').port;
  return url.href;
}

const quoted = (folder: string): string => pg.escapeIdentifier(basename(folder));

/** Creates an empty database, or a copy of the one of another folder. */
export async function makeDatabase(folder: string, from?: string): Promise<void> {
  const postgres = postgresUrl();
  if (postgres === null || !isInRun(folder)) return;
  if (ON_CLUSTER) return makeSpread(NODES, postgres, basename(folder), from && basename(from));
  // Copying files is faster than writing all pages into the log.
  const template = from ? ` template ${quoted(from)} strategy file_copy` : '';
  await runAt(postgres, `create database ${quoted(folder)}${template}`);
}

export async function dropDatabase(folder: string): Promise<void> {
  const postgres = postgresUrl();
  if (postgres === null || !isInRun(folder)) return;
  for (const url of ON_CLUSTER ? NODES : [postgres])
    await runAt(url, `drop database if exists ${quoted(folder)} with (force)`);
}
