/**
 * That points can come in is noted every few seconds, in the database itself: where it is not, because it was away, or
 * every process that takes points in, or all of them stood still, silence is ours and not the devices'.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';
import type { LeasedWork } from '../jobs/lease.ts';
import { wait } from '../jobs/wait.ts';
import type { Logger } from '../log.ts';

const BEAT_MS = 3_000;
/** After a longer time without a note everybody has to be heard anew. */
const AWAY = `interval '8 seconds'`;
/** Notes of several processes may cross each other; by more than this only a clock is set back. */
const CROSSING = `interval '2 seconds'`;

const NOTE = `
insert into listening as l (since, at) values (now(), now())
on conflict (one) do update set
  since = case when now() - l.at between - ${CROSSING} and ${AWAY} then l.since else now() end,
  at = case when now() < l.at and now() - l.at >= - ${CROSSING} then l.at else now() end`;

/** Notes that this process takes points in, until it is closed. */
export function startListening({ db, log }: { db: Pick<Database, 'pool'>; log: Logger }): LeasedWork {
  const stop = new AbortController();
  async function beat(): Promise<void> {
    while (!stop.signal.aborted) {
      await db.pool
        .query(NOTE)
        .catch((error) => log.debug('it could not be noted that points come in', { error: String(error) }));
      await wait(BEAT_MS, stop.signal);
    }
  }
  const beating = beat();
  return {
    async close() {
      stop.abort();
      await beating;
    },
  };
}

export interface Listening {
  /** By the clock of the database, epoch milliseconds. */
  now: number;
  /** Since when points could come in without an interruption; null: they cannot now. */
  since: number | null;
}

/** Nothing that the transaction sees came in later than it says. */
export async function readListening(trx: Trx): Promise<Listening> {
  const { rows } = await sql<Listening>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      (select extract(epoch from l.since)::float8 * 1000 from listening l
        where now() - l.at between - ${sql.raw(CROSSING)} and ${sql.raw(AWAY)}) as since`.execute(trx);
  return rows[0]!;
}
