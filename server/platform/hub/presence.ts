/**
 * Detects running and crashed processes. After a crash, the other processes reload their caches, because the crashed
 * process may not have announced its last changes.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/index.ts';
import { leaseKey } from '../db/lease/leaseConnection.ts';
import type { Logger } from '../log.ts';
import { every } from '../timers/every.ts';
import { holdLease, type LeasedWork } from '../timers/lease.ts';
import { aborted } from '../timers/wait.ts';
import type { Hub } from './hub.ts';

const LOOK_MS = 2_000;
const nameOf = (id: string): string => `process ${id}`;

/** Marks crashed processes and deletes old ones. Returns all crashed processes, including those marked earlier. */
const DEAD = sql<{ id: string }>`
with held as (
  select (l.classid::bigint << 32) | l.objid::bigint as key from pg_locks l
    join pg_database d on d.oid = l.database and d.datname = current_database()
   where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
), dead as (
  update server_process p set died_at = now()
   where died_at is null and hashtextextended(${leaseKey(nameOf(''))}::text || p.id, 0) not in (select key from held)
  returning id
), old as (
  delete from server_process where died_at < now() - interval '10 minutes'
)
select id from dead union select id from server_process where died_at is not null`;

interface Parts {
  config: Pick<Config, 'roles'>;
  db: Database;
  hub: Hub;
  log: Logger;
}

/**
 * Registers this process and checks the others every two seconds. After a crash, every process reloads its caches
 * (`resync`). The reload includes points and alarms that the crashed process had stored but not announced.
 */
export function startPresence({ config, db, hub, log }: Parts): LeasedWork {
  const id = randomUUID();
  const stop = new AbortController();
  let alive: Set<string> | null = null;

  const lease = holdLease(db, log, nameOf(id), async (signal) => {
    await db.system((trx) =>
      trx
        .insertInto('serverProcess')
        .values({ id, roles: [...config.roles] })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ diedAt: null }))
        .execute(),
    );
    await aborted(signal);
    // Skipped after the connection was lost, because it is unknown whether this process still counts as alive.
    if (stop.signal.aborted)
      await db.system((trx) => trx.deleteFrom('serverProcess').where('id', '=', id).execute());
  });

  async function look(): Promise<void> {
    const { rows } = await db.system((trx) => DEAD.execute(trx));
    const before = alive;
    alive = new Set(rows.map((row) => row.id));
    // Processes that crashed before the first check are ignored, because this process has read their data since.
    const died = before ? [...alive].filter((process) => process !== id && !before.has(process)) : [];
    if (died.length === 0) return;
    log.warn('a server process died', { count: died.length });
    hub.publish({ type: 'resync' });
  }

  const watching = every(log, 'other processes', LOOK_MS, look);
  return {
    async close() {
      stop.abort();
      await watching.close();
      await lease.close();
    },
  };
}
