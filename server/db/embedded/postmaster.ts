import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, error_code } from '../connect.ts';
import type { Account } from './account.ts';
import { account_options, childEnv } from './cluster.ts';
import { place_open } from './place.ts';

const POLL_MS = 15;
const MAX_LOG_BYTES = 5_000_000;
const STOP_MS = 60_000;

export interface Launch {
  program: string;
  cluster: string;
  logFile: string;
  account: Account | null;
  settings: Readonly<Record<string, string>>;
}

function log_open(path: string): number {
  try {
    if (statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // the first start has none
  }
  return openSync(path, 'a', 0o600);
}

/** Its own session (detached), so that a Ctrl-C in the terminal reaches us alone and we stop it in order. */
export async function postmaster_spawn(launch: Launch): Promise<ChildProcess> {
  const place = await place_open(launch.cluster, launch.account);
  const log = log_open(launch.logFile);
  try {
    return spawn(
      launch.program,
      [
        '-D',
        place.argument,
        ...Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account_options(launch.account),
        cwd: '/',
        env: childEnv,
        detached: true,
        stdio: ['ignore', log, log, ...place.descriptors],
      },
    );
  } finally {
    closeSync(log);
    place.close();
  }
}

/** The last reason that PostgreSQL gave. */
export function log_reason(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').slice(-20_000).split('\n');
    return (
      lines
        .findLast((line) => /FATAL|PANIC|ERROR|invalid/.test(line))
        ?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? ''
    );
  } catch {
    return '';
  }
}

export const child_isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** The process that holds the cluster, as it says itself. */
export function postmaster_pid(cluster: string): number {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** True once it takes connections (recovery may last as long as it needs), false when it ended before. */
export async function postmaster_ready(
  child: ChildProcess,
  connection: Connection,
  cluster: string,
): Promise<boolean> {
  for (; child_isRunning(child); await sleep(POLL_MS)) {
    // Another one that still sits on the socket must not be taken for ours.
    if (postmaster_pid(cluster) !== child.pid) continue;
    const client = new pg.Client({ ...connection, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await database_ensure(client, connection.database);
      return true;
    } catch (error) {
      const code = error_code(error);
      const waits = code === '57P03' || code.startsWith('E') || code === '';
      if (!waits) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

async function database_ensure(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
}

/** Fast shutdown: open transactions are rolled back, what is committed is on disk. */
export async function postmaster_stop(child: ChildProcess): Promise<void> {
  if (!child_isRunning(child)) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await gone;
  clearTimeout(late);
}
