/**
 * A standby that answers long queries if it has replayed all commits before the query. Otherwise the primary answers.
 * Like connections to the primary, connections to the standby are limited to a tenant.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { counter } from '../../metrics.ts';
import { askOne, type Question, runTenant } from '../tenant.ts';
import type { Trx } from '../trx.ts';
import { APP_ROLE, errorCode, isConnectionLost, openReplicaPool } from './connect.ts';

/** Maximum time in ms that a query waits for the standby to catch up with the primary. */
const FRESH_MS = 1_000;
const POLL_MS = 20;
/** Time in ms for which the standby is not used after a failure. */
const AWAY_MS = 10_000;
/** Error codes of queries that the standby cancels because they delay its replay too long. */
const UNDONE = new Set(['40001', '40P01']);

/** Thrown if the connection lacks the role of handlers. A pooler may hide the role from the standby. */
class NotLimited extends Error {
  constructor() {
    super(
      `connections to the replica do not take the role ${APP_ROLE}, which holds everybody to their tenant`,
    );
  }
}

const reads = counter('wattdeck_replica_reads_total', 'Reads of exports and statistics, by who answered', [
  'by',
]);

export interface Reading {
  tenant<T>(tenantId: number, run: (trx: Trx) => Promise<T>): Promise<T>;
  ask<R>(tenantId: number, build: (trx: Trx) => Question<R>): Promise<R[]>;
}

export interface Replica extends Reading {
  close(): Promise<void>;
}

export function createReplica(url: string, primary: Reading & { pool: pg.Pool }, log: Logger): Replica {
  const pool = openReplicaPool({ url });
  let awayUntil = 0;

  async function isFresh(): Promise<boolean> {
    const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
    for (const until = performance.now() + FRESH_MS; ; await sleep(POLL_MS)) {
      const { rows: answers } = await pool.query<{ fresh: boolean | null; limited: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn and pg_is_in_recovery() as fresh, current_user = $2 as limited`,
        [rows[0]!.lsn, APP_ROLE],
      );
      if (!answers[0]?.limited) throw new NotLimited();
      if (answers[0].fresh) return true;
      if (performance.now() > until) return false;
    }
  }

  function leaveAlone(error: Error): void {
    awayUntil = performance.now() + AWAY_MS;
    log.warn('the database answers in place of the replica', { error: error.message });
  }

  async function read<T>(from: (pool: pg.Pool) => Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      if (performance.now() > awayUntil && (await isFresh())) {
        const result = await from(pool);
        reads.inc({ by: 'replica' });
        return result;
      }
    } catch (error) {
      if (error instanceof NotLimited || isConnectionLost(error)) leaveAlone(error as Error);
      else if (!UNDONE.has(errorCode(error))) throw error;
    }
    reads.inc({ by: 'database' });
    return instead();
  }

  return {
    tenant: (tenantId, run) =>
      read(
        (replica) => runTenant(replica, tenantId, run, () => {}),
        () => primary.tenant(tenantId, run),
      ),
    ask: (tenantId, build) =>
      read(
        (replica) => askOne(replica, tenantId, build),
        () => primary.ask(tenantId, build),
      ),
    close: () => pool.end(),
  };
}
