import { availableParallelism } from 'node:os';
import pg from 'pg';
import { hostUrls } from '../../addressSettings.ts';
import { StartError } from '../../startError.ts';
import { columnTypes } from '../types.ts';
import { currentUrl, findPrimary } from './hosts.ts';

/** The database role of handlers. It owns no tables, so row-level security applies to it. */
export const APP_ROLE = 'wattdeck_app';

const SYSTEM_CONNECTIONS = 8;
/** More connections would only compete for the processors. Waiting requests are served in order. */
const APP_CONNECTIONS = Math.min(16, Math.max(8, 4 * availableParallelism()));
/** Maximum number of concurrent transactions with points. A transaction uses a connection only while it writes. */
const POINT_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
const REPLICA_TIMEOUT_MS = 2_000;
/**
 * Sessions use UTC and ISO dates, which the type parsers require. The timeout limits the wait for an unresponsive
 * cluster node. A PostgreSQL that is no cluster accepts the setting and ignores it.
 */
const SESSION_OPTIONS =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601 -c citus.node_connection_timeout=5000';
/** Releases the locks of a handler that hangs. */
const APP_LIMITS = '-c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000';
/** Propagates the settings of a transaction to the nodes of a cluster. */
const APP_OPTIONS = `-c role=${APP_ROLE} ${APP_LIMITS} -c citus.propagate_set_commands=local`;

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The connection data: parts for the embedded database, an address for any other database. */
export type Target = Connection | { url: string };

/** Options in the address would replace these options, including the role. Both are therefore joined. */
function clientConfig(target: Target, options: string): pg.ClientConfig {
  const base = {
    types: columnTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'wattdeck',
  };
  if (!('url' in target)) return { ...base, ...target, options: `${SESSION_OPTIONS} ${options}`.trim() };
  const url = new URL(currentUrl(target.url));
  const ownOptions = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return {
    ...base,
    connectionString: url.href,
    options: `${ownOptions} ${SESSION_OPTIONS} ${options}`.trim(),
  };
}

/**
 * Returns a client for an address with several hosts. The client connects to the host that accepts writes, or fails.
 */
function hostClient(target: { url: string }, options: string): typeof pg.Client {
  return class extends pg.Client {
    constructor() {
      super(clientConfig(target, options));
    }

    override connect(): Promise<this>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (!done) return connected;
      connected.then(() => (done as (error: Error | null) => void)(null), done);
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
        if (rows[0]?.standby) throw new Error('connection error: the host has become a standby');
        return this;
      } catch (error) {
        await this.end().catch(() => {});
        // Finds the host for the next attempt.
        await findPrimary(target.url);
        throw error;
      }
    }
  };
}

const hasHosts = (target: Target): target is { url: string } =>
  'url' in target && hostUrls(target.url).length > 1;

export const openClient = (target: Target, options = ''): pg.Client =>
  hasHosts(target) ? new (hostClient(target, options))() : new pg.Client(clientConfig(target, options));

/**
 * Opens a connection for logical replication slots. Only such a connection creates a slot with a snapshot. The
 * connection accepts simple queries only.
 */
export const openReplication = (target: Target): pg.Client =>
  new pg.Client({ ...clientConfig(target, ''), replication: 'database' } as pg.ClientConfig);

export type Pools = Record<'system' | 'app' | 'points', pg.Pool>;

/** `ingest` is the target of point writes if it differs from `target`. */
export function openPools(target: Target, ingest: Target | null, onError: (error: Error) => void): Pools {
  const open = (to: Target, options: string, max: number): pg.Pool =>
    new pg.Pool({
      ...clientConfig(to, options),
      ...(hasHosts(to) && { Client: hostClient(to, options) }),
      max,
    });
  const system = open(target, '', SYSTEM_CONNECTIONS);
  const app = open(target, APP_OPTIONS, APP_CONNECTIONS);
  const points = open(ingest ?? target, '', POINT_CONNECTIONS);
  // A connection that breaks while idle is replaced at the next use. An unhandled error would end the process.
  for (const pool of [system, app, points]) {
    pool.on('error', onError);
    // Handles a connection that breaks between two statements of a transaction. The next statement then fails, which is
    // sufficient.
    pool.on('connect', (client) => void client.on('error', () => {}));
  }
  return { system, app, points };
}

/** Opens a pool for reads of a standby, with the role of handlers. */
export function openReplicaPool(target: Target): pg.Pool {
  const config = { ...clientConfig(target, APP_OPTIONS), connectionTimeoutMillis: REPLICA_TIMEOUT_MS };
  const pool = new pg.Pool({ ...config, max: SYSTEM_CONNECTIONS });
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/**
 * Throws unless the connections have the role on which the separation of tenants depends, and the role cannot
 * bypass row-level security. The server then does not start.
 */
export async function verifyAppRole(app: pg.Pool): Promise<void> {
  const { rows } = await app.query<{ role: string; bypasses: boolean }>(
    `select current_user as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`,
  );
  const { role = '', bypasses = true } = rows[0] ?? {};
  if (role !== APP_ROLE)
    throw new StartError(
      `the connections of handlers are of the role ${role} instead of ${APP_ROLE}: a pooler in between must keep the options of a connection`,
    );
  if (bypasses)
    throw new StartError(
      `the database role ${APP_ROLE} bypasses row-level security. As a superuser: alter role ${APP_ROLE} nosuperuser nobypassrls;`,
    );
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error|Connection timeout/i;

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Error class of a value that its type cannot represent. A retry does not help. */
export const DATA_CLASS = '22';

/** Returns whether the database, or the server for a file, has no disk space left. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC'].includes(errorCode(error));

/** Error code of a database that refuses writes: a standby, or a database that was moved away. */
export const READ_ONLY = '25006';

/**
 * Returns true if the database is unreachable, is stopping (class 08 and 57P0x) or refuses writes. Returns false for a
 * wrong query.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error);
  if (code === READ_ONLY) return true;
  if (CONNECTION_CODES.has(code) || code.startsWith('08') || /^57P0[1-4]$/.test(code)) return true;
  return error instanceof Error && code === '' && CONNECTION_MESSAGES.test(error.message);
}
