/** The rows of jobs. All processes read them, regardless of the process that runs a job. */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { runInSession, type SessionClient } from '../../platform/db/lease/heldConnection.ts';
import type { Grant } from '../../platform/db/tables/jsonShapes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { JobPlace } from './folders.ts';
import type { JobResult } from './newJob.ts';

export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

export interface Job {
  id: number;
  kind: string;
  title: Text;
  status: JobStatus;
  done: number;
  /** Null if the total is not known yet. */
  total: number | null;
  result: JobResult | null;
  /** The reason for the failure. Null if the process was stopped. */
  error: string | null;
  fileName: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** A job with the fields that users do not see. */
export interface OwnedJob extends Job {
  /** Null if the platform started the job. */
  userId: number | null;
  fileType: string | null;
  /** The API key that started the job. Null if a user started it. */
  apiKey: string | null;
  /** The rights with which the file was made. Null if it needs none. */
  grant: Grant | null;
}

const COLUMNS = [
  'id',
  'userId',
  'kind',
  'title',
  'status',
  'done',
  'total',
  'result',
  'error',
  'fileName',
  'fileType',
  'apiKey',
  'grant',
  'createdAt',
  'finishedAt',
] as const;

/** The stored end of a job. */
export type JobEnd = Pick<
  OwnedJob,
  'status' | 'result' | 'error' | 'fileName' | 'fileType' | 'done' | 'total'
>;

type InsertedJob = Pick<OwnedJob, 'userId' | 'kind' | 'title' | 'total' | 'apiKey' | 'grant' | 'result'> & {
  subject: string | null;
  partOf: number | null;
  keepHours: number;
};

/** Seconds without a heartbeat after which the process of a job counts as gone. */
const HEART_STOPPED_S = 60;
const now = sql<string>`now()`;

export function showJob({
  userId: _user,
  fileType: _type,
  apiKey: _key,
  grant: _grant,
  ...job
}: OwnedJob): Job {
  return job;
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/**
 * Inserts a job and returns its id. Throws `job.alreadyRuns` if another running job continues the same job.
 */
export async function insertJob(
  db: Database,
  tenantId: number,
  { title, grant, result, ...row }: InsertedJob,
): Promise<number> {
  const inserted = await db.tenant(tenantId, (trx) =>
    trx
      .insertInto('job')
      .values({
        ...row,
        tenantId,
        title: JSON.stringify(title),
        grant: json(grant),
        result: json(result),
        status: 'running',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  if (!inserted) throw new AppError('job.alreadyRuns');
  return inserted.id;
}

export async function findJob(db: Database, { tenantId, id }: JobPlace): Promise<OwnedJob | undefined> {
  const row = await db.tenant(tenantId, (trx) =>
    trx.selectFrom('job').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  );
  return row as OwnedJob | undefined;
}

/** Removes a job that could not begin. */
export async function removeJob(db: Database, { tenantId, id }: JobPlace): Promise<void> {
  await db.tenant(tenantId, (trx) => trx.deleteFrom('job').where('id', '=', id).execute());
}

/** Lists the jobs of a user. With `apiKey`, lists only jobs that this key started. */
export async function listJobs(
  db: Database,
  tenantId: number,
  userId: number,
  size: number,
  apiKey: string | null,
): Promise<OwnedJob[]> {
  const rows = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('job')
      .select(COLUMNS)
      .where('userId', '=', userId)
      .$if(apiKey !== null, (query) => query.where('apiKey', '=', apiKey))
      .orderBy('id', 'desc')
      .limit(size)
      .execute(),
  );
  return rows as OwnedJob[];
}

export async function countRunning(db: Database, tenantId: number, userId: number): Promise<number> {
  const { count } = await db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow(),
  );
  return count;
}

export async function keepResult(
  transaction: Trx | SessionClient,
  { tenantId, id }: JobPlace,
  result: JobResult,
): Promise<void> {
  const keep = (trx: Trx) =>
    trx
      .updateTable('job')
      .set({ result: JSON.stringify(result) })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id);
  if ('query' in transaction) await runInSession(transaction, keep);
  else await keep(transaction).execute();
}

/** Returns whether the job should continue. Another process may have cancelled it. */
export async function beatHeart(
  db: Database,
  { tenantId, id }: JobPlace,
  { done, total }: Pick<Job, 'done' | 'total'>,
): Promise<boolean> {
  const row = await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('job')
      .set({ done, total, heartAt: now })
      .where('id', '=', id)
      .returning('status')
      .executeTakeFirst(),
  );
  return row?.status === 'running';
}

/** Marks the job as cancelled. The job ends a little later with its result so far. */
export async function cancelJob(db: Database, { tenantId, id }: JobPlace): Promise<void> {
  await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('job')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute(),
  );
}

/**
 * Stores the end of a job. A cancelled job stays cancelled, with its result so far. Returns whether its file is kept.
 * An incomplete file is only kept with `keepsPart`.
 */
export async function endJob(
  db: Database,
  { tenantId, id }: JobPlace,
  { status, result, fileName, ...kept }: JobEnd,
  keepsPart: boolean,
): Promise<boolean> {
  const isWhole = sql`status <> 'cancelled' and ${status} = 'done'`;
  const row = await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('job')
      .set({
        ...kept,
        fileName: keepsPart ? fileName : sql<string | null>`case when ${isWhole} then ${fileName}::text end`,
        // Without a result, the interim result is unchanged.
        ...(result && { result: JSON.stringify(result) }),
        status: sql`case when status = 'cancelled' then status else ${status} end`,
        finishedAt: now,
      })
      .where('id', '=', id)
      .returning('fileName')
      .executeTakeFirst(),
  );
  return row !== undefined && row.fileName !== null;
}

/**
 * Ends jobs whose process is gone, and returns them. With `alone` there is no other process, so these are all running
 * jobs.
 */
export const settleJobs = (db: Database, alone: boolean): Promise<JobPlace[]> =>
  db.system((trx) => {
    const lost = trx
      .updateTable('job')
      .set({
        status: sql`case when status = 'running' then 'failed' else status end`,
        finishedAt: now,
      })
      .where('finishedAt', 'is', null)
      .returning(['tenantId', 'id']);
    const silent = sql<string>`now() - make_interval(secs => ${HEART_STOPPED_S})`;
    return (alone ? lost : lost.where('heartAt', '<', silent)).execute();
  });

/** Deletes expired jobs, and returns them so that their files can be deleted too. */
export const expireJobs = (db: Database): Promise<JobPlace[]> =>
  db.system((trx) =>
    trx
      .deleteFrom('job')
      .where('finishedAt', '<', sql<string>`now() - make_interval(hours => keep_hours)`)
      .returning(['tenantId', 'id'])
      .execute(),
  );
