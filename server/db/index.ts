import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { EntityTables } from '../../generated/database.ts';
import type { Logger } from '../log.ts';
import { metrics_onCollect } from '../metrics.ts';
import { pools_open, type Target } from './connect.ts';
import type { CoreTables } from './coreTables.ts';
import { createListener, type Listener } from './listen.ts';
import { pools_measure } from './poolMetrics.ts';

export type Tables = EntityTables & CoreTables;
export type Trx = Transaction<Tables>;

export interface Database {
  /** One transaction that sees and writes the rows of this tenant only. */
  tenant<T>(tenantId: number, run: (trx: Trx) => Promise<T>): Promise<T>;
  /** One transaction as owner: all tenants. For ingest, sign-in, jobs and migrations; never for a caller's wish. */
  system<T>(run: (trx: Trx) => Promise<T>): Promise<T>;
  /** The owner's connections, for bulk work. */
  pool: pg.Pool;
  listen: Listener['listen'];
  notify(channel: string, payload: string): Promise<void>;
  /** Throws unless the database answers. */
  check(): Promise<void>;
  close(): Promise<void>;
}

function kysely_open(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/**
 * A transaction of one tenant. It begins and says whose it is in one message: with small questions the messages to and
 * fro cost more than the answers.
 */
async function tenant_run<T>(
  limited: Kysely<Tables>,
  tenantId: number,
  run: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (!Number.isSafeInteger(tenantId)) throw new RangeError(`${tenantId} is no tenant`);
  return limited.connection().execute(async (connection) => {
    const say = (text: string) => sql.raw<{ command?: string }>(text).execute(connection);
    await say(`begin; select set_config('app.tenant', '${tenantId}', true)`);
    let result: T;
    try {
      result = await run(connection as unknown as Trx);
    } catch (error) {
      // A connection that is lost has nothing left to undo, and the pool lets it go.
      await say('rollback').catch(() => {});
      throw error;
    }
    const { rows } = await say('commit');
    // So ends a transaction in which an earlier statement failed.
    if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction was undone');
    return result;
  });
}

export function createDatabase(target: Target, log: Logger): Database & { app: pg.Pool } {
  let closing = false;
  const pools = pools_open(target, (error) => {
    // A pool counts as closed before its connections have said goodbye; the database may be quicker.
    if (!closing) log.warn('a database connection broke', { error: error.message });
  });
  const owner = kysely_open(pools.system);
  const limited = kysely_open(pools.app);
  const listener = createListener(target, log);
  const unmeasure = metrics_onCollect(() => pools_measure(pools));
  return {
    app: pools.app,
    pool: pools.system,
    tenant: (tenantId, run) => tenant_run(limited, tenantId, run),
    system: (run) => owner.transaction().execute(run),
    listen: listener.listen,
    async notify(channel, payload) {
      await pools.system.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async check() {
      await pools.system.query('select 1');
    },
    async close() {
      closing = true;
      unmeasure();
      await listener.close();
      await Promise.all([owner.destroy(), limited.destroy()]);
      // Kysely ends only a pool that it has used itself.
      for (const pool of Object.values(pools)) if (!pool.ending) await pool.end();
    },
  };
}
