import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, errorCode } from '../connect/connect.ts';
import type { Account } from './account.ts';
import { accountOptions, childEnv } from './cluster.ts';
import { openPlace } from './place.ts';

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

function openLog(path: string): number {
  try {
    if (statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // There is no log at the first start.
  }
  return openSync(path, 'a', 0o600);
}

/**
 * Starts PostgreSQL in a separate session (detached). Ctrl-C in the terminal then reaches only the server, which stops
 * PostgreSQL properly.
 */
export async function spawnPostmaster(launch: Launch): Promise<ChildProcess> {
  const place = await openPlace(launch.cluster, launch.account);
  const log = openLog(launch.logFile);
  try {
    return spawn(
      launch.program,
      [
        '-D',
        place.argument,
        ...Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...accountOptions(launch.account),
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

/** Returns the last reason that PostgreSQL logged. */
export function logReason(logFile: string): string {
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

export const isChildRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Reads the process id of the cluster from the cluster's own file. */
export function postmasterPid(cluster: string): number {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Returns true when PostgreSQL accepts connections, false if it ended before. Recovery may take any time. */
export async function postmasterReady(
  child: ChildProcess,
  connection: Connection,
  cluster: string,
): Promise<boolean> {
  for (; isChildRunning(child); await sleep(POLL_MS)) {
    // Another process may still use the socket.
    if (postmasterPid(cluster) !== child.pid) continue;
    const client = new pg.Client({ ...connection, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await ensureDatabase(client, connection.database);
      return true;
    } catch (error) {
      const code = errorCode(error);
      const waits = code === '57P03' || code.startsWith('E') || code === '';
      if (!waits) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
}

/** Does a fast shutdown: open transactions are rolled back, committed data is on disk. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (!isChildRunning(child)) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await gone;
  clearTimeout(late);
}
