/** A primary and a standby that streams from it, of an installed PostgreSQL 15. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { pickAccount } from '../../server/platform/db/embedded/account.ts';
import { accountOptions, childEnv } from '../../server/platform/db/embedded/cluster.ts';
import { Skipped } from '../faults/scenario.ts';
import { freePort } from '../support/port.ts';
import { INSTALLATION } from '../support/postgres.ts';

const DEBIAN = '/usr/lib/postgresql/15/bin';
const POLL_MS = 50;

interface Node {
  url: string;
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  query<R extends pg.QueryResultRow>(text: string): Promise<R[]>;
}

export interface Pair {
  primary: Node;
  standby: Node;
  /** The address that names both. */
  url: string;
  remove(): Promise<void>;
}

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client
    .query<R>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

export async function makePair(): Promise<Pair> {
  const bin = process.env[INSTALLATION] ?? DEBIAN;
  if (!existsSync(join(bin, 'pg_basebackup'))) throw new Skipped(`there is no PostgreSQL 15 in ${bin}`);
  const folder = await mkdtemp(join(tmpdir(), 'standby-'));
  const account = await pickAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const as = { ...accountOptions(account), cwd: '/', env: childEnv };
  const run = (program: string, args: string[]) => promisify(execFile)(join(bin, program), args, as);
  const ports = [await freePort(), await freePort()];

  const nodeOf = (name: string, port: number): Node => {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    let child: ChildProcess | null = null;
    return {
      url,
      query: (text) => ask(url, text),
      async start() {
        const settings = {
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          max_connections: '200',
        };
        const all = Object.entries({ ...settings, port: String(port) }).flatMap(([key, value]) => [
          '-c',
          `${key}=${value}`,
        ]);
        child = spawn(join(bin, 'postgres'), ['-D', join(folder, name), ...all], { ...as, stdio: 'ignore' });
        while (!(await ask(url, 'select 1').catch(() => null))) {
          if (child.exitCode !== null) throw new Error(`the ${name} does not start`);
          await sleep(POLL_MS);
        }
      },
      async stop(signal = 'SIGINT') {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      },
    };
  };
  const [primary, standby] = [nodeOf('primary', ports[0]!), nodeOf('standby', ports[1]!)];
  const remove = async (): Promise<void> => {
    await standby.stop('SIGQUIT');
    await primary.stop('SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await run('initdb', [
      '-D',
      join(folder, 'primary'),
      '-A',
      'trust',
      '-U',
      'postgres',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ]);
    await appendFile(join(folder, 'primary', 'postgresql.conf'), 'wal_keep_size = 512MB\n');
    await primary.start();
    await run('pg_basebackup', [
      '-D',
      join(folder, 'standby'),
      '-R',
      '-c',
      'fast',
      '-h',
      '127.0.0.1',
      '-p',
      String(ports[0]),
      '-U',
      'postgres',
    ]);
    await standby.start();
  } catch (error) {
    await remove();
    throw error;
  }
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  return { primary, standby, url, remove };
}
