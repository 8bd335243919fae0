/** The rows of jobs, which all processes read, whichever process runs the job. */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type HeldClient, runHeld } from '../../platform/db/lease/heldConnection.ts';
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
  /** The reason of its failure. Null if its process was stopped. */
  error: string | null;
  fileName: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** The parts of a job that users do not see. */
export interface OwnedJob extends Job {
  /** Null if the platform started the job. */
  userId: number | null;
  fileType: string | null;
  /** The API key that started it. Null if a user did. */
  apiKey: string | null;
  /** The rights with which its file is made. Null if it needs none. */
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

/** The end of a job, as it is stored. */
export type JobEnd = Pick<
  OwnedJob,
  'status' | 'result' | 'error' | 'fileName' | 'fileType' | 'done' | 'total'
>;

type InsertedJob = Pick<OwnedJob, 'userId' | 'kind' | 'title' | 'total' | 'apiKey' | 'grant' | 'result'> & {
  subject: string | null;
  partOf: number | null;
  keepHours: number;
};

/** Seconds without a write after which a running job counts as having lost its process. */
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

/** Throws `job.alreadyRuns` if another job already continues the same one. */
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

/** `apiKey`: only what this key began. */
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
  transaction: Trx | HeldClient,
  { tenantId, id }: JobPlace,
  result: JobResult,
): Promise<void> {
  const keep = (trx: Trx) =>
    trx
      .updateTable('job')
      .set({ result: JSON.stringify(result) })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id);
  if ('query' in transaction) await runHeld(transaction, keep);
  else await keep(transaction).execute();
}

/** Returns whether the job continues. It may have been cancelled through another process. */
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

/** Marks it as cancelled. The job ends a little later with its result. */
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
 * Stores the end of a job. A cancelled one stays cancelled, with its result so far. Returns whether its file stays: the
 * file of a job that is not done is only a part, unless it keeps such a part.
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
        // An interim result stays if there is no better one.
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

/** Ends jobs whose process is gone. At a start without other processes these are all that seem to run. Returns them. */
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

/** Deletes jobs that ended long ago. Returns them, so that their files are deleted too. */
export const expireJobs = (db: Database): Promise<JobPlace[]> =>
  db.system((trx) =>
    trx
      .deleteFrom('job')
      .where('finishedAt', '<', sql<string>`now() - make_interval(hours => keep_hours)`)
      .returning(['tenantId', 'id'])
      .execute(),
  );
