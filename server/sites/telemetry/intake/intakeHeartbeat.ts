/**
 * Notes in the database every few seconds that points can come in. A gap in these notes means that the database or every
 * process of the intake was away: the silence of that time is ours, and no device is reported offline for it.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { Logger } from '../../../platform/log.ts';
import { every, type RepeatedWork } from '../../../platform/timers/every.ts';

const BEAT_MS = 3_000;
/** After a longer time without a note the last messages of all senders are unknown. */
const AWAY = sql`interval '8 seconds'`;
/** Notes of several processes may cross each other; by more than this only a clock is set back. */
const CROSSING = sql`interval '2 seconds'`;

const NOTE = sql`
insert into listening as l (since, at) values (now(), now())
on conflict (one) do update set
  since = case when now() - l.at between - ${CROSSING} and ${AWAY} then l.since else now() end,
  at = case when now() < l.at and now() - l.at >= - ${CROSSING} then l.at else now() end`;

/** Notes that this process takes points in, until it is closed. */
export const startHeartbeat = ({ db, log }: { db: Pick<Database, 'system'>; log: Logger }): RepeatedWork =>
  every(log, 'intake heartbeat', BEAT_MS, async () => {
    await db.system((trx) => NOTE.execute(trx));
  });

export interface IntakeHeartbeat {
  /** By the clock of the database, epoch milliseconds. */
  now: number;
  /** Since when points could come in without an interruption; null: they cannot now. */
  since: number | null;
}

/** Nothing that the transaction sees came in later than it says. */
export async function readHeartbeat(trx: Trx): Promise<IntakeHeartbeat> {
  const { rows } = await sql<IntakeHeartbeat>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      (select extract(epoch from l.since)::float8 * 1000 from listening l
        where now() - l.at between - ${CROSSING} and ${AWAY}) as since`.execute(trx);
  return rows[0]!;
}
