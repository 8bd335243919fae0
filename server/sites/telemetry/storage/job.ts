/**
 * What storage needs every day, in exactly one process: deletes raw points whose class has ended, seals finished days,
 * drops empty partitions and counts what is there. Runs daily, and when somebody asks for it.
 */
import type { Services } from '../../../engine/context.ts';
import { holdLease, type LeasedWork } from '../../../platform/timers/lease.ts';
import { wait } from '../../../platform/timers/wait.ts';
import { countShares } from './count.ts';
import { expirePoints } from './expire.ts';
import { cleanPartitions } from './partitions.ts';
import { sealDaysBefore } from './seal.ts';

type Parts = Pick<Services, 'config' | 'db' | 'log'>;

const DAY_MS = 86_400_000;
/** The first run does not compete with the start-up. */
const FIRST_RUN_DELAY_MS = 600_000;
/** Whoever asks is heard at once; this is for when the message was lost. */
const LOOK_MS = 60_000;
const KEEP_RUNS = 100;
export const CHANNEL = 'wattdeck_storage';

/** The midnight in UTC up to which days are sealed: so many whole days ago. */
export const sealLimit = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);

async function beginRun({ db }: Parts): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `WITH asked AS (UPDATE storage_run SET started_at = now() WHERE started_at IS NULL RETURNING id),
       fresh AS (INSERT INTO storage_run (started_at) SELECT now() WHERE NOT EXISTS (SELECT FROM asked) RETURNING id)
     SELECT max(id) AS id FROM (SELECT id FROM asked UNION ALL SELECT id FROM fresh) AS r`,
  );
  return rows[0]!.id;
}

async function endRun({ db }: Parts, id: number, done: Record<string, number | boolean>): Promise<void> {
  const { sealedDays = 0, sealedPoints = 0, deletedPoints = 0, droppedPartitions = 0, failed = false } = done;
  // Runs that a crash cut off, and those that were asked for several times, end with this one.
  await db.pool.query(
    `UPDATE storage_run SET finished_at = now(), failed = $2 OR id <> $1 AND failed,
       sealed_days = CASE WHEN id = $1 THEN $3 ELSE 0 END, sealed_points = CASE WHEN id = $1 THEN $4 ELSE 0 END,
       deleted_points = CASE WHEN id = $1 THEN $5 ELSE 0 END,
       dropped_partitions = CASE WHEN id = $1 THEN $6 ELSE 0 END
      WHERE started_at IS NOT NULL AND finished_at IS NULL AND id <= $1`,
    [id, failed, sealedDays, sealedPoints, deletedPoints, droppedPartitions],
  );
  await db.pool.query('DELETE FROM storage_run WHERE id <= $1', [id - KEEP_RUNS]);
}

/** One run, to its end or until the signal says so; throws what went wrong after noting it. */
export async function runStorage(
  parts: Parts,
  { now = new Date(), signal = new AbortController().signal, rest = 1 } = {},
): Promise<void> {
  const { pool } = parts.db;
  const { sealDays } = parts.config;
  const id = await beginRun(parts);
  const done: Record<string, number> = {};
  let broken = false;
  try {
    done.deletedPoints = (await expirePoints(pool, now, signal, rest)).points;
    if (sealDays > 0) {
      const before = sealLimit(now, sealDays);
      const { days, points, failed } = await sealDaysBefore(pool, { before, signal, rest, log: parts.log });
      done.sealedDays = days;
      done.sealedPoints = points;
      broken = failed > 0;
    }
    done.droppedPartitions = await cleanPartitions(pool, new Date(now.getTime() - DAY_MS), signal);
    if (!signal.aborted) await countShares(pool, now);
  } catch (error) {
    await endRun(parts, id, { ...done, failed: true });
    throw error;
  }
  await endRun(parts, id, { ...done, failed: broken || signal.aborted });
}

/** Milliseconds until the next run is due; 0 when somebody waits for one. */
async function runDue({ db }: Parts, startedAt: number): Promise<number> {
  const { rows } = await db.pool.query<{ asked: boolean; last: string | null }>(
    `SELECT count(*) FILTER (WHERE started_at IS NULL) > 0 AS asked, max(started_at) AS last FROM storage_run`,
  );
  const { asked = false, last = null } = rows[0] ?? {};
  if (asked) return 0;
  return Math.max(startedAt + FIRST_RUN_DELAY_MS, last === null ? 0 : Date.parse(last) + DAY_MS) - Date.now();
}

/** Begins at once; `close` ends what is under way in good order. */
export function createStorage(parts: Parts): LeasedWork {
  const { db, log } = parts;
  return holdLease(db, log, 'storage', async (signal) => {
    const startedAt = Date.now();
    let asked = new AbortController();
    const hear = await db.listen(CHANNEL, () => asked.abort());
    try {
      while (!signal.aborted) {
        asked = new AbortController();
        const ms = await runDue(parts, startedAt);
        if (ms > 0) {
          await wait(Math.min(ms, LOOK_MS), AbortSignal.any([signal, asked.signal]));
          continue;
        }
        try {
          await runStorage(parts, { signal });
        } catch (error) {
          if (!signal.aborted) log.error('storage was not looked after', { error });
        }
      }
    } finally {
      await hear();
    }
  });
}
