/**
 * The PostgreSQL in which every server of a test has a database of its own: the one of the run, with
 * `npm run test:external` one that is none of ours, with `npm run test:cluster` one on every node of a cluster.
 */
import { basename } from 'node:path';
import pg from 'pg';
import { makeSpread, runAt } from './citus.ts';

/** Names the address of the PostgreSQL that a run starts for its tests; see `runSetup.ts`. */
export const RUN_DATABASE = 'WATTDECK_TEST_RUN_DATABASE_URL';

/** The address of a user who may make databases in a PostgreSQL that is none of ours. */
export const EXTERNAL = process.env.WATTDECK_TEST_DATABASE_URL ?? null;

/** Null outside of a run: there every server brings its embedded one. */
const postgresUrl = (): string | null => EXTERNAL ?? process.env[RUN_DATABASE] ?? null;

/** The addresses of superusers of a cluster's nodes, coordinator first; none: it is no cluster. */
const NODES = process.env.WATTDECK_TEST_NODES?.split(' ') ?? [];
export const ON_CLUSTER = NODES.length > 0;

/** The folder of a server with its database in the PostgreSQL of the run begins so; any other server brings its own. */
export const RUN_PREFIX = 'wattdeck-test-';

/** Returns whether the servers over a folder find their database in the PostgreSQL of the run. */
export const isInRun = (folder: string): boolean =>
  postgresUrl() !== null && basename(folder).startsWith(RUN_PREFIX);

/** The database that belongs to a data folder: servers that share the folder share it. */
export function databaseUrl(folder: string): string {
  const url = new URL(postgresUrl() ?? '');
  url.pathname = basename(folder);
  return url.href;
}

/** The same database at the first worker of the cluster. */
export function workerUrl(folder: string): string {
  const url = new URL(databaseUrl(folder));
  url.port = new URL(NODES[1] ?? '').port;
  return url.href;
}

const quoted = (folder: string): string => pg.escapeIdentifier(basename(folder));

/** An empty one, or a copy of the one that belongs to another folder. */
export async function makeDatabase(folder: string, from?: string): Promise<void> {
  const postgres = postgresUrl();
  if (postgres === null || !isInRun(folder)) return;
  if (ON_CLUSTER) return makeSpread(NODES, postgres, basename(folder), from && basename(from));
  // To copy files is quicker than to write all pages into the log.
  const template = from ? ` template ${quoted(from)} strategy file_copy` : '';
  await runAt(postgres, `create database ${quoted(folder)}${template}`);
}

export async function dropDatabase(folder: string): Promise<void> {
  const postgres = postgresUrl();
  if (postgres === null || !isInRun(folder)) return;
  for (const url of ON_CLUSTER ? NODES : [postgres])
    await runAt(url, `drop database if exists ${quoted(folder)} with (force)`);
}
