/** A PostgreSQL that no server of ours has started: the installation of a site, reached over TCP by name and password. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openClient } from '../../server/platform/db/connect.ts';
import { pickAccount } from '../../server/platform/db/embedded/account.ts';
import { prepareBinaries } from '../../server/platform/db/embedded/binaries.ts';
import { accountOptions, childEnv } from '../../server/platform/db/embedded/cluster.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../server/platform/db/embedded/index.ts';
import { createLogger } from '../../server/platform/log.ts';
import { freePort } from './port.ts';

export interface SitePostgres {
  /** The address for a user who may make databases and roles, and is no superuser. */
  url: string;
  port: number;
  /** The address for its superuser. */
  adminUrl: string;
  /** The folder that an administrator would have to fill to have the disk full. */
  folder: string;
  pid(): number;
  /** As an administrator does it: `fast` ends all sessions, `immediate` ends without a checkpoint. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The variable that names another installed PostgreSQL (its folder `bin`), to be used in place of the one from the
 * packages.
 */
export const INSTALLATION = 'WATTDECK_TEST_POSTGRES';
const USER = 'site';
const PASSWORD = "p@ss'word";
const READY_MS = 60_000;
const POLL_MS = 50;

const clientOf = (port: number, password: string, user = 'postgres'): pg.Client => {
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
  client.on('error', () => {});
  return client;
};

async function answers(port: number, password: string): Promise<boolean> {
  const client = clientOf(port, password);
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => {}));
}

/** An empty installation below `home`, of the programs in `own`; `settings` as in postgresql.conf. */
export async function makePostgres(
  settings: Readonly<Record<string, string>> = {},
  home = tmpdir(),
  own = process.env[INSTALLATION],
): Promise<SitePostgres> {
  const folder = await mkdtemp(join(home, 'site-postgres-'));
  const account = await pickAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const { initdb, postgres } = own
    ? { initdb: join(own, 'initdb'), postgres: join(own, 'postgres') }
    : await prepareBinaries(account);
  const as = { ...accountOptions(account), cwd: '/', env: childEnv };
  const password = 'administrator';
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (account) await chown(passwordFile, account.uid, account.gid);
  const cluster = join(folder, 'data');
  const port = await freePort();
  await promisify(execFile)(
    initdb,
    [`--pgdata=${cluster}`, '--username=postgres', `--pwfile=${passwordFile}`].concat(
      ['--auth=scram-sha-256', '--encoding=UTF8'],
      // Without this choice the names of all sites would be compared in the language of the machine.
      own && basename(dirname(own)) < '17'
        ? ['--locale=C.UTF-8']
        : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ),
    as,
  );
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null && (await answers(port, password)))
      return;
    child = spawn(
      postgres,
      ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...as, stdio: ['ignore', 'ignore', 'ignore'] },
    );
    const until = Date.now() + READY_MS;
    while (!(await answers(port, password))) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error('the PostgreSQL of the site does not start');
      await sleep(POLL_MS);
    }
  }

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await gone;
  }

  await start();
  const admin = clientOf(port, password);
  await admin.connect();
  await admin.query(
    `create role ${USER} login createdb createrole password ${admin.escapeLiteral(PASSWORD)}`,
  );
  await admin.query(`create database ${USER} owner ${USER}`);
  await admin.end();
  return {
    url: `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${USER}`,
    port,
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    folder,
    pid: () => child?.pid ?? 0,
    start,
    stop,
    async remove() {
      await stop('immediate');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export interface OwnEmbedded extends EmbeddedDatabase {
  /** As a superuser. */
  query(text: string): Promise<void>;
}

/** The database from the packages as a server starts it, in a folder of the test. */
export async function startOwnEmbedded(path: string): Promise<OwnEmbedded> {
  const embedded = await startEmbedded(path, createLogger('silent'), () => {});
  return {
    ...embedded,
    async query(text) {
      const client = openClient(embedded.connection);
      await client.connect();
      await client.query(text).finally(() => client.end());
    },
  };
}
