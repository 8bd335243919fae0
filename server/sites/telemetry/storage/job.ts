/**
 * The storage job, for all tenants together. It deletes expired raw points, seals past days with their hours, drops
 * empty partitions and counts the stored data. One process starts it daily, and an administrator can start it at any
 * time.
 */
import { sql } from 'kysely';
import type { Services } from '../../../engine/context.ts';
import type { JobStep, NewJob } from '../../../engine/jobs/index.ts';
import { type LeasedWork, leaseEvery } from '../../../platform/timers/lease.ts';
import { countShares } from './count.ts';
import { expirePoints } from './expire.ts';
import { cleanPartitions } from './partitions.ts';
import { sealDaysBefore } from './seal.ts';
import { packHoursBefore } from './sealHours.ts';

type Parts = Pick<Services, 'config' | 'db' | 'log'>;

const DAY_MS = 86_400_000;
/** Delay of the first run in ms, so that it does not slow down the start of the server. */
const FIRST_RUN_DELAY_MS = 600_000;
/** Interval in ms for checking whether a run is due. */
const LOOK_MS = 60_000;
/** Retention of runs in hours. The page shows the last run even if the server was off for some weeks. */
const KEEP_HOURS = 30 * 24;
export const STORAGE = 'storage';

/** The result of a run. Parts that the run did not reach are missing. */
export interface StorageResult {
  deletedPoints?: number;
  sealedDays?: number;
  sealedPoints?: number;
  droppedPartitions?: number;
  /** Number of variables whose days could not be sealed. The log lists these variables. */
  failed?: number;
}

/** Returns the UTC midnight before which days are sealed: this number of whole days ago. */
export const sealLimit = (now: Date, days: number): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);

interface Run {
  now: Date;
  /** The pause after each piece of work, as a multiple of its duration. */
  rest: number;
}

type Part = (parts: Parts, run: Run, signal: AbortSignal) => Promise<StorageResult>;

const PARTS: readonly Part[] = [
  async ({ db }, { now, rest }, signal) => {
    const { points } = await expirePoints(db.pool, now, signal, rest);
    return { deletedPoints: points };
  },
  async ({ db, config: { sealDays }, log }, { now, rest }, signal) => {
    if (sealDays === 0) return {};
    const before = sealLimit(now, sealDays);
    const { days, points, failed } = await sealDaysBefore(db.pool, { before, signal, rest, log });
    await packHoursBefore(db.pool, { before, signal, rest });
    return { sealedDays: days, sealedPoints: points, failed };
  },
  async ({ db }, { now }, signal) => {
    return { droppedPartitions: await cleanPartitions(db.pool, new Date(now.getTime() - DAY_MS), signal) };
  },
  async ({ db }, { now }) => {
    await countShares(db.pool, now);
    return {};
  },
];

/** Waits for a running job, because two jobs would block each other's rows. */
async function runParts(parts: Parts, run: Run, step: JobStep): Promise<Record<string, unknown>> {
  const lease = await parts.db.lease('storage run', step.signal);
  if (!lease) return {};
  const signal = AbortSignal.any([step.signal, lease.lost]);
  let result: StorageResult = {};
  try {
    for (const [index, part] of PARTS.entries()) {
      if (signal.aborted) break;
      result = { ...result, ...(await part(parts, run, signal)) };
      step.progress(index + 1);
      await parts.db.system((trx) => step.keep(trx, { ...result }));
    }
    lease.lost.throwIfAborted();
    return { ...result };
  } finally {
    await lease.release();
  }
}

export const storageJob = (
  parts: Parts,
  asker: NewJob['asker'],
  { now = new Date(), rest = 1 }: Partial<Run> = {},
): NewJob => ({
  asker,
  kind: STORAGE,
  title: { zh: '存储维护', en: 'Storage maintenance' },
  total: PARTS.length,
  keepHours: KEEP_HOURS,
  freesDisk: true,
  lang: 'zh',
  run: (step) => runParts(parts, { now, rest }, step),
});

/** Returns the milliseconds until the next run. */
async function runDue({ db }: Parts, startedAt: number): Promise<number> {
  const last = await db.system((trx) =>
    trx
      .selectFrom('job')
      .select(sql<string | null>`max(created_at)`.as('at'))
      .where('kind', '=', STORAGE)
      .executeTakeFirstOrThrow(),
  );
  const next = last.at === null ? 0 : Date.parse(last.at) + DAY_MS;
  return Math.max(startedAt + FIRST_RUN_DELAY_MS, next) - Date.now();
}

/** Starts a run whenever one is due. `close` ends a running job cleanly. */
export function createStorage(parts: Parts & Pick<Services, 'jobs'>): LeasedWork {
  const startedAt = Date.now();
  return leaseEvery(parts.db, parts.log, 'storage', LOOK_MS, async (signal) => {
    if ((await runDue(parts, startedAt)) <= 0) await parts.jobs.run(storageJob(parts, null), signal);
  });
}
