/**
 * A real Citus cluster for tests: a coordinator and workers, each a PostgreSQL that no server of the platform started.
 * All users sign in by password, also between the nodes. The server is no superuser on any of them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { APP_ROLE } from '../../../../server/platform/db/connect/connect.ts';
import { INSTALLATION, makePostgres, type SitePostgres } from './postgres.ts';

/** The folders in which Debian, Red Hat and the official packages install the programs of a version. */
const PLACES = ['/usr/lib/postgresql/V/bin', '/usr/pgsql-V/bin', '/usr/local/pgsql/bin'];
const VERSIONS = ['18', '17', '16', '15'];
/** Paths from the programs to the libraries that PostgreSQL loads. */
const LIBRARIES = ['../lib', '../lib/postgresql', '../lib64', '../lib64/postgresql'];
const APP_PASSWORD = 'app';
const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '600',
  // Citus has a maintenance process for every database of a test.
  max_worker_processes: '100',
  wal_level: 'logical',
  'citus.shard_count': '4',
  'citus.node_conninfo': 'sslmode=prefer',
};

interface Parts {
  /** The folder with the programs of a PostgreSQL in which Citus is installed. */
  bin: string;
}

const hasPostgres = (bin: string): boolean => existsSync(join(bin, 'postgres'));
const hasCitus = (bin: string): boolean =>
  hasPostgres(bin) && LIBRARIES.some((folder) => existsSync(join(bin, folder, 'citus.so')));

/**
 * Finds a PostgreSQL with Citus, by the setting or else among the installed ones. Otherwise returns a text that names
 * the missing part.
 */
export function findCitus(): Parts | string {
  const named = process.env[INSTALLATION];
  const places = named
    ? [named]
    : VERSIONS.flatMap((version) => PLACES.map((place) => place.replace('V', version)));
  const bin = places.find(hasCitus);
  if (bin !== undefined) return { bin };
  const without = places.filter(hasPostgres);
  return without.length > 0
    ? `Citus is not installed in the PostgreSQL of ${without.join(', ')} (${INSTALLATION} names another folder bin)`
    : `there is no PostgreSQL with Citus${named ? ` in ${named}` : ''} (${INSTALLATION} names its folder bin)`;
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

/** Returns the address of a database of the same server. */
export function urlOf(url: string, database: string): string {
  const parts = new URL(url);
  parts.pathname = database;
  return parts.href;
}

const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

/**
 * Joins the databases of this name on all nodes to one cluster. `admins` are the addresses of superusers, coordinator
 * first. `portOf` returns the port by which the nodes reach each other.
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
      // Roles with which the nodes sign in to each other: the server's user, the role of handlers, and Citus itself.
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

/** Creates an empty database on every node, or a copy of another database that must no longer be used. */
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
        // Takes a lock, because test files start at the same moment and parallel changes of one database fail.
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

/** Creates an empty cluster with this number of workers, and the database `site`. */
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
    /** A folder for each node, coordinator first, if they must not share one. */
    homes?: readonly string[];
    /** Returns the port through which the nodes reach the node on this port. */
    reached?: (port: number) => Promise<number>;
  } = {},
): Promise<SiteCluster> {
  const nodes: SitePostgres[] = [];
  const remove = async (): Promise<void> => {
    for (const node of nodes) await node.remove();
  };
  try {
    for (let index = 0; index <= workers; index += 1)
      nodes.push(await makePostgres({ ...SETTINGS, ...settings }, homes[index] ?? home, parts.bin));
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
