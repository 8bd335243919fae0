/**
 * A real Citus cluster for tests: a coordinator and workers, each a PostgreSQL 15 that no server of ours has started.
 * Everybody signs in by password, between the nodes as well, and the server is no superuser on any of them.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { APP_ROLE } from '../../../server/platform/db/connect.ts';
import { INSTALLATION, makePostgres, type SitePostgres } from './postgres.ts';

/** Names the folder that holds the archive of Citus. */
const ARCHIVE = 'WATTDECK_TEST_CITUS';
const DEBIAN = '/usr/lib/postgresql/15/bin';
const APP_PASSWORD = 'app';
const ROOT = join(import.meta.dirname, '..', '..', '..');
const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '600',
  // Every database of a test has a process of Citus that looks after it.
  max_worker_processes: '100',
  wal_level: 'logical',
  'citus.shard_count': '4',
  'citus.node_conninfo': 'sslmode=prefer',
};

interface Parts {
  bin: string;
  archive: string;
}

/** Finds PostgreSQL 15 and the archive; a text: what is missing. */
export async function findCitus(): Promise<Parts | string> {
  const bin = process.env[INSTALLATION] ?? DEBIAN;
  if (!existsSync(join(bin, 'postgres'))) return `there is no PostgreSQL 15 in ${bin} (${INSTALLATION})`;
  const folder = resolve(process.env[ARCHIVE] ?? join(ROOT, '..', 'shared', 'citus'));
  const files = await readdir(folder).catch(() => []);
  const archive = files.find((file) => /^citus-.*-pg15-.*\.tar\.xz$/.test(file));
  return archive
    ? { bin, archive: join(folder, archive) }
    : `there is no Citus for PostgreSQL 15 in ${folder} (${ARCHIVE})`;
}

/** The programs with Citus among them, in a folder of their own: PostgreSQL finds its parts beside itself. */
async function addCitus({ bin, archive }: Parts): Promise<{ bin: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'site-citus-'));
  const programs = join(bin, '..');
  const share = join(programs, '..', '..', '..', 'share', 'postgresql', '15');
  await cp(programs, join(folder, 'usr/lib/postgresql/15'), {
    recursive: true,
    filter: (path) => !path.includes('bitcode'),
  });
  await cp(share, join(folder, 'usr/share/postgresql/15'), { recursive: true });
  await promisify(execFile)('tar', ['-C', folder, '-xJf', archive, '--no-same-owner']);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
  return { bin: join(folder, 'usr/lib/postgresql/15/bin'), folder };
}

export async function runAt(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of a database of the same server. */
export function urlOf(url: string, database: string): string {
  const parts = new URL(url);
  parts.pathname = database;
  return parts.href;
}

const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

/**
 * Makes the databases of this name on all nodes one cluster; `admins` are the addresses of superusers, coordinator first.
 * `portOf` is where the nodes reach each other.
 */
async function joinNodes(
  admins: readonly string[],
  siteUrl: string,
  name: string,
  portOf = (url: string): string => new URL(url).port,
): Promise<void> {
  const [coordinator = '', ...workers] = admins.map((url) => urlOf(url, name));
  const quoted = (text: string): string => `password=${text.replace(/[\\' ]/g, '\\$&')}`;
  for (const url of [coordinator, ...workers])
    await runAt(
      url,
      'create extension citus',
      // The nodes sign in to each other with these: the server's user, the role of handlers, and Citus itself.
      ...[
        ['site', passwordOf(siteUrl)],
        [APP_ROLE, APP_PASSWORD],
        ['postgres', passwordOf(url)],
      ].map(([role = '', password = '']) => {
        const literal = pg.escapeLiteral(quoted(password));
        return `insert into pg_dist_authinfo values (0, '${role}', ${literal})`;
      }),
    );
  await runAt(
    coordinator,
    `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`,
    ...workers.map((url) => `select citus_add_node('127.0.0.1', ${portOf(url)})`),
  );
}

/** An empty database on every node, or a copy of another one, which nobody may use any more. */
export async function makeSpread(
  admins: readonly string[],
  siteUrl: string,
  name: string,
  from?: string,
): Promise<void> {
  const quoted = pg.escapeIdentifier(name);
  for (const url of admins) {
    if (!from) await runAt(url, `create database ${quoted} owner site`);
    else
      await runAt(
        url,
        // Test files begin at the same moment, and two changes of one database at once fail.
        `select pg_advisory_lock(hashtext(${pg.escapeLiteral(from)}))`,
        `alter database ${pg.escapeIdentifier(from)} allow_connections false`,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${pg.escapeLiteral(from)}`,
        `create database ${quoted} template ${pg.escapeIdentifier(from)} owner site`,
      );
  }
  if (!from) await joinNodes(admins, siteUrl, name);
}

export interface SiteCluster {
  /** The address of the coordinator, for the server. */
  url: string;
  /** The addresses of superusers, coordinator first. */
  admins: readonly string[];
  nodes: readonly SitePostgres[];
  remove(): Promise<void>;
}

/** An empty cluster of so many workers, with the database `site`. */
export async function makeCluster(
  parts: Parts,
  {
    workers = 2,
    settings = {},
    home,
    homes = [],
    reached = async (port) => port,
  }: {
    workers?: number;
    settings?: Record<string, string>;
    home?: string;
    /** A folder for each node, coordinator first, where they are not to share one. */
    homes?: readonly string[];
    /** The port through which the nodes reach one that listens on this port. */
    reached?: (port: number) => Promise<number>;
  } = {},
): Promise<SiteCluster> {
  const { bin, folder } = await addCitus(parts);
  const nodes: SitePostgres[] = [];
  const remove = async (): Promise<void> => {
    for (const node of nodes) await node.remove();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index <= workers; index += 1)
      nodes.push(await makePostgres({ ...SETTINGS, ...settings }, homes[index] ?? home, bin));
    const [{ url }] = nodes as [SitePostgres];
    const admins = nodes.map(({ adminUrl }) => adminUrl);
    for (const admin of admins)
      await runAt(
        admin,
        `create role ${APP_ROLE} login nosuperuser nobypassrls password '${APP_PASSWORD}'`,
        `grant ${APP_ROLE} to site`,
      );
    const ports = new Map<string, string>();
    for (const { adminUrl, port } of nodes) ports.set(urlOf(adminUrl, 'site'), String(await reached(port)));
    await joinNodes(admins, url, 'site', (node) => ports.get(node)!);
    return { url, admins, nodes, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
