import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Config } from '../config.ts';
import type { HubEvent } from '../events.ts';
import type { Logger } from '../log.ts';
import { metricsOnCollect } from '../metrics.ts';
import { openPools, type Target } from './connect/connect.ts';
import { createListener, type Listener } from './connect/listen.ts';
import { createNodes, type Nodes } from './connect/nodes.ts';
import { measurePools } from './connect/poolMetrics.ts';
import { createReplica, type Reading } from './connect/replica.ts';
import { createLeases, type Leases } from './lease/leases.ts';
import { names } from './tables/names.ts';
import { askOne, askTenant, type Question, runSystem, runTenant } from './tenant.ts';
import type { ScopedTrx, Tables, Trx } from './trx.ts';

export type { ScopedTrx, Tables, Trx } from './trx.ts';

/** The database as a call sees it. */
export interface ScopedDatabase {
  tenant<T>(tenantId: number, run: (trx: ScopedTrx) => Promise<T>): Promise<T>;
  /** Transactions for long reads, which a replica may answer. `run` may be called a second time. */
  reading: { tenant<T>(tenantId: number, run: (trx: ScopedTrx) => Promise<T>): Promise<T> };
}

export interface Database extends Reading {
  /** Runs a transaction that sees and writes only the rows of this tenant. */
  tenant<T>(tenantId: number, run: (trx: Trx) => Promise<T>): Promise<T>;
  /** Returns the rows of one query about this tenant, in one round trip. */
  ask<R>(tenantId: number, build: (trx: Trx) => Question<R>): Promise<R[]>;
  /** Returns the rows of several queries, in one round trip. */
  askEach<R>(tenantId: number, build: (trx: Trx) => readonly Question<R>[]): Promise<R[][]>;
  /** Long reads, which a replica may answer. A transaction may run a second time. */
  reading: Reading;
  /**
   * Runs a transaction as the owner, over all tenants. For ingest, sign-in, jobs and migrations, never for a caller's
   * request.
   */
  system<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** The owner's connections, for bulk work. */
  pool: pg.Pool;
  /**
   * The owner's connections for incoming points. They may lead to another cluster node, which lacks the other tables.
   */
  points: pg.Pool;
  /** Registers `listen` for the messages of committed transactions. */
  onTold(listen: (event: HubEvent) => void): void;
  listen: Listener['listen'];
  /**
   * Acquires a name that only one process can have at a time. Long-running work uses `holdLease` of `timers/lease.ts`
   * instead.
   */
  lease: Leases['take'];
  notify(channel: string, ...payloads: string[]): Promise<void>;
  /** Throws if the database does not respond. */
  check(): Promise<void>;
  /** Returns the unavailable nodes of a cluster. Throws if the database itself is not available. */
  away: Nodes['away'];
  close(): Promise<void>;
}

const pendingEvents = new WeakMap<object, HubEvent[]>();

/** Announces an event to all processes when the transaction commits, and to none after a rollback. */
export function publishOnCommit(trx: ScopedTrx, event: HubEvent): void {
  const pending = pendingEvents.get(trx);
  if (pending) pending.push(event);
  else pendingEvents.set(trx, [event]);
}

const homes = new WeakMap<object, pg.Pool>();

/**
 * Returns the pool that identifies the database of a transaction, like `Database.pool`. A process may use
 * several databases. Undefined for a transaction of another kind.
 */
export const homeOf = (trx: ScopedTrx): pg.Pool | undefined => homes.get(trx);

function openKysely(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [names],
  });
}

export function createDatabase(
  target: Target,
  log: Logger,
  { replicaUrl, ingestUrl }: Pick<Config, 'replicaUrl' | 'ingestUrl'> = { replicaUrl: null, ingestUrl: null },
): Database & { app: pg.Pool } {
  let closing = false;
  const ingest = ingestUrl === null ? null : { url: ingestUrl };
  const pools = openPools(target, ingest, (error) => {
    // A pool counts as closed before its connections have ended. The database may close these connections earlier.
    if (!closing) log.warn('a database connection broke', { error: error.message });
  });
  const owner = openKysely(pools.system);
  const listener = createListener(target, log);
  const leases = createLeases(target, log);
  let onEvent: (event: HubEvent) => void = () => {};
  const publishEvents = (trx: Trx): void => {
    for (const event of pendingEvents.get(trx) ?? []) onEvent(event);
    pendingEvents.delete(trx);
  };
  const noteHome =
    <T>(run: (trx: Trx) => Promise<T>) =>
    (trx: Trx): Promise<T> => {
      homes.set(trx, pools.system);
      return run(trx);
    };
  const unmeasure = metricsOnCollect(() => measurePools(pools));
  const primary: Reading & Pick<Database, 'pool' | 'askEach'> = {
    pool: pools.system,
    tenant: (tenantId, run) => runTenant(pools.app, tenantId, noteHome(run), publishEvents),
    ask: (tenantId, build) => askOne(pools.app, tenantId, build),
    askEach: (tenantId, build) => askTenant(pools.app, tenantId, build),
  };
  const replica = replicaUrl === null ? null : createReplica(replicaUrl, primary, log);
  return {
    ...primary,
    app: pools.app,
    points: pools.points,
    away: createNodes(pools, ingestUrl).away,
    reading: replica ?? primary,
    system: (run) => runSystem(pools.system, noteHome(run), publishEvents),
    onTold(listen) {
      onEvent = listen;
    },
    listen: listener.listen,
    lease: leases.take,
    async notify(channel, ...payloads) {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
        owner,
      );
    },
    async check() {
      await sql`select 1`.execute(owner);
    },
    async close() {
      closing = true;
      unmeasure();
      await listener.close();
      await leases.close();
      await replica?.close();
      await owner.destroy();
      // Kysely ends a pool only if Kysely has used the pool.
      for (const pool of Object.values(pools)) if (!pool.ending) await pool.end();
    },
  };
}
