/** A PostgreSQL that no server of ours has started: the installation of a site, reached over TCP by name and password. */
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
type Settings = Readonly<Record<string, string>>;

interface Programs {
  initdb: string;
  postgres: string;
  /** The options of `initdb` that say how texts are compared. */
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

/** The programs of `own`, or those from the packages, and the account that they run as. */
async function findPrograms(folder: string, own: string | undefined): Promise<Programs> {
  const account = await pickAccount(folder);
  const { initdb, postgres } = own
    ? { initdb: join(own, 'initdb'), postgres: join(own, 'postgres') }
    : await prepareBinaries(account);
  // Without this choice the names of all sites would be compared in the language of the machine.
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

/** Starts the database that lies in `folder`, on a port of its own. */
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

/** An empty folder below `home`, and how the programs in `own` run in it. */
export async function makePlace(home: string, own: string | undefined, settings: Settings): Promise<Place> {
  const folder = await mkdtemp(join(home, 'site-postgres-'));
  const programs = await findPrograms(folder, own);
  if (programs.account) await chown(folder, programs.account.uid, programs.account.gid);
  return { folder, programs, settings };
}

/** Makes an empty installation there, with a user and a database of the site. */
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

/** An empty installation below `home`, of the programs in `own`; `settings` as in postgresql.conf. */
export const makePostgres = async (
  settings: Settings = {},
  home = tmpdir(),
  own = process.env[INSTALLATION],
): Promise<SitePostgres> => openEmpty(await makePlace(home, own, settings));

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

/** Starts one of our own that is reached over TCP, with empty databases of a user who is no superuser. */
export async function openPlain(
  folder: string,
  databases: readonly string[],
): Promise<{ postgres: OwnEmbedded; urlOf(database: string): string }> {
  // The path is too long for a socket: the database falls back to the loopback interface.
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  const postgres = await startOwnEmbedded(deep);
  const { host, port } = postgres.connection;
  await postgres.query(`create role plain login createrole password 'p@ss'`);
  for (const name of databases) await postgres.query(`create database ${name} owner plain`);
  return { postgres, urlOf: (database) => `postgres://plain:p%40ss@${host}:${port}/${database}` };
}
