/**
 * A PostgreSQL that no server of the platform started. Like the installation of a customer, it is reached over TCP
 * with name and password.
 */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openClient } from '../../../../server/platform/db/connect/connect.ts';
import { type Account, pickAccount } from '../../../../server/platform/db/embedded/account.ts';
import { prepareBinaries } from '../../../../server/platform/db/embedded/binaries.ts';
import { accountOptions, childEnv } from '../../../../server/platform/db/embedded/cluster.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../../../server/platform/db/embedded/index.ts';
import { createLogger } from '../../../../server/platform/log.ts';
import { WAIT_MS } from '../patience.ts';
import { freePort } from '../port.ts';

export interface SitePostgres {
  /** The address for a user who may create databases and roles, and is no superuser. */
  url: string;
  port: number;
  /** The address for its superuser. */
  adminUrl: string;
  /** The folder to fill for a test of a full disk. */
  folder: string;
  pid(): number;
  /** Stops it as an administrator does. `fast` ends all sessions, and `immediate` ends without a checkpoint. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The variable with the folder `bin` of an installed PostgreSQL, which is used instead of the one from the packages.
 */
export const INSTALLATION = 'WATTDECK_TEST_POSTGRES';
type Settings = Readonly<Record<string, string>>;

interface Programs {
  initdb: string;
  postgres: string;
  /** The options of `initdb` that decide how texts are compared. */
  locale: readonly string[];
  account: Account | null;
  as: SpawnOptions;
}

export interface Place {
  folder: string;
  programs: Programs;
  settings: Settings;
}

const USER = 'site';
const PASSWORD = "p@ss'word";
const ADMIN_PASSWORD = 'administrator';
const POLL_MS = 50;

export const dataOf = (folder: string): string => join(folder, 'data');

const clientOf = (port: number): pg.Client => {
  const admin = { user: 'postgres', password: ADMIN_PASSWORD, database: 'postgres' };
  const client = new pg.Client({ host: '127.0.0.1', port, ...admin });
  client.on('error', () => {});
  return client;
};

async function answers(port: number): Promise<boolean> {
  const client = clientOf(port);
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => {}));
}

/** Returns the programs of `own`, or those from the packages, and the account that runs them. */
async function findPrograms(folder: string, own: string | undefined): Promise<Programs> {
  const account = await pickAccount(folder);
  const { initdb, postgres } = own
    ? { initdb: join(own, 'initdb'), postgres: join(own, 'postgres') }
    : await prepareBinaries(account);
  // Sets the locale, because names would otherwise be compared in the language of the machine.
  const locale =
    own && basename(dirname(own)) < '17'
      ? ['--locale=C.UTF-8']
      : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return { initdb, postgres, locale, account, as: { ...accountOptions(account), cwd: '/', env: childEnv } };
}

async function initPostgres(folder: string, { initdb, locale, account, as }: Programs): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, ADMIN_PASSWORD);
  if (account) await chown(passwordFile, account.uid, account.gid);
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${dataOf(folder)}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...locale,
    ],
    as,
  );
}

/** Starts the database in `folder`, on a port of its own. */
export async function openPostgres({ folder, programs, settings }: Place): Promise<SitePostgres> {
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null && (await answers(port))) return;
    child = spawn(
      programs.postgres,
      ['-D', dataOf(folder), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...programs.as, stdio: ['ignore', 'ignore', 'ignore'] },
    );
    const until = Date.now() + WAIT_MS;
    while (!(await answers(port))) {
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
  return {
    url: `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${USER}`,
    port,
    adminUrl: `postgres://postgres:${ADMIN_PASSWORD}@127.0.0.1:${port}/postgres`,
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

/** Returns an empty folder below `home`, and how to run the programs of `own` in it. */
export async function makePlace(home: string, own: string | undefined, settings: Settings): Promise<Place> {
  const folder = await mkdtemp(join(home, 'site-postgres-'));
  const programs = await findPrograms(folder, own);
  if (programs.account) await chown(folder, programs.account.uid, programs.account.gid);
  return { folder, programs, settings };
}

/** Creates an empty installation there, with a user and a database of the site. */
export async function openEmpty(place: Place): Promise<SitePostgres> {
  await initPostgres(place.folder, place.programs);
  const postgres = await openPostgres(place);
  const admin = clientOf(postgres.port);
  await admin.connect();
  await admin.query(
    `create role ${USER} login createdb createrole password ${admin.escapeLiteral(PASSWORD)}`,
  );
  await admin.query(`create database ${USER} owner ${USER}`);
  await admin.end();
  return postgres;
}

/** Creates an empty installation below `home` with the programs of `own`; `settings` as in postgresql.conf. */
export const makePostgres = async (
  settings: Settings = {},
  home = tmpdir(),
  own = process.env[INSTALLATION],
): Promise<SitePostgres> => openEmpty(await makePlace(home, own, settings));

export interface OwnEmbedded extends EmbeddedDatabase {
  /** Runs a query as a superuser. */
  query(text: string): Promise<void>;
}

/** Starts the database from the packages as a server does, in a folder of the test. */
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

/** Starts an embedded database that is reached over TCP. It has empty databases of a user without superuser rights. */
export async function openPlain(
  folder: string,
  databases: readonly string[],
): Promise<{ postgres: OwnEmbedded; urlOf(database: string): string }> {
  // Makes the path too long for a socket, so the database uses the loopback interface.
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  const postgres = await startOwnEmbedded(deep);
  const { host, port } = postgres.connection;
  await postgres.query(`create role plain login createrole password 'p@ss'`);
  for (const name of databases) await postgres.query(`create database ${name} owner plain`);
  return { postgres, urlOf: (database) => `postgres://plain:p%40ss@${host}:${port}/${database}` };
}
