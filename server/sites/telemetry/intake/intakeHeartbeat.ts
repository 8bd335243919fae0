/**
 * Records in the database every few seconds that the platform can receive points. A gap means that the database or all
 * processes of the intake were unavailable. Devices are not reported offline for this time.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { Logger } from '../../../platform/log.ts';
import { every, type RepeatedWork } from '../../../platform/timers/every.ts';

const BEAT_MS = 3_000;
/** Maximum gap between records. After a longer gap, the last messages of all senders are unknown. */
const AWAY = sql`interval '8 seconds'`;
/** Tolerance for the order of records from several processes. A larger difference means that a clock was set back. */
const CROSSING = sql`interval '2 seconds'`;

const NOTE = sql`
insert into listening as l (since, at) values (now(), now())
on conflict (one) do update set
  since = case when now() - l.at between - ${CROSSING} and ${AWAY} then l.since else now() end,
  at = case when now() < l.at and now() - l.at >= - ${CROSSING} then l.at else now() end`;

/** Starts recording that this process receives points, until it is closed. */
export const startHeartbeat = ({ db, log }: { db: Pick<Database, 'system'>; log: Logger }): RepeatedWork =>
  every(log, 'intake heartbeat', BEAT_MS, async () => {
    await db.system((trx) => NOTE.execute(trx));
  });

export interface IntakeHeartbeat {
  /** Time of the database, epoch milliseconds. */
  now: number;
  /** Time from which points can arrive without interruption. Null if they cannot arrive now. */
  since: number | null;
}

/** Reads the heartbeat. All data visible to the transaction arrived before its `now`. */
export async function readHeartbeat(trx: Trx): Promise<IntakeHeartbeat> {
  const { rows } = await sql<IntakeHeartbeat>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      (select extract(epoch from l.since)::float8 * 1000 from listening l
        where now() - l.at between - ${CROSSING} and ${AWAY}) as since`.execute(trx);
  return rows[0]!;
}
