/**
 * With `npm run test:external` every server of a test has a database of its own in a PostgreSQL that is none of ours, with
 * `npm run test:cluster` one on every node of a cluster.
 */
import { basename } from 'node:path';
import pg from 'pg';
import { makeSpread, runAt } from './citus.ts';

/** The address of a user who may make databases; null: every server brings its embedded one. */
export const EXTERNAL = process.env.WATTDECK_TEST_DATABASE_URL ?? null;

/** The addresses of superusers of a cluster's nodes, coordinator first; none: it is no cluster. */
const NODES = process.env.WATTDECK_TEST_NODES?.split(' ') ?? [];
export const ON_CLUSTER = NODES.length > 0;

/** The database that belongs to a data folder: servers that share the folder share it. */
export function databaseUrl(folder: string): string {
  const url = new URL(EXTERNAL ?? '');
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
  if (!EXTERNAL) return;
  if (ON_CLUSTER) return makeSpread(NODES, EXTERNAL, basename(folder), from && basename(from));
  const template = from ? ` template ${quoted(from)}` : '';
  await runAt(EXTERNAL, `create database ${quoted(folder)}${template}`);
}

export async function dropDatabase(folder: string): Promise<void> {
  if (!EXTERNAL) return;
  for (const url of ON_CLUSTER ? NODES : [EXTERNAL])
    await runAt(url, `drop database if exists ${quoted(folder)} with (force)`);
}
