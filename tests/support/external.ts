/** With `npm run test:external` every server of a test has a database of its own in a PostgreSQL that is none of ours. */
import { basename } from 'node:path';
import pg from 'pg';

/** The address of a user who may make databases; null: every server brings its embedded one. */
export const EXTERNAL = process.env.WATTDECK_TEST_DATABASE_URL ?? null;

/** The database that belongs to a data folder: servers that share the folder share it. */
export function databaseUrl(folder: string): string {
  const url = new URL(EXTERNAL ?? '');
  url.pathname = basename(folder);
  return url.href;
}

async function runStatement(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: EXTERNAL ?? '' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const quoted = (folder: string): string => pg.escapeIdentifier(basename(folder));

/** An empty one, or a copy of the one that belongs to another folder. */
export async function makeDatabase(folder: string, from?: string): Promise<void> {
  if (!EXTERNAL) return;
  const template = from ? ` template ${quoted(from)}` : '';
  await runStatement(`create database ${quoted(folder)}${template}`);
}

export async function dropDatabase(folder: string): Promise<void> {
  if (EXTERNAL) await runStatement(`drop database if exists ${quoted(folder)} with (force)`);
}
