/** The rows of jobs, which all readers use, whichever process runs the work. */
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
  /** Null: the total is not known yet. */
  total: number | null;
  result: JobResult | null;
  /** The reason why it failed; null when its process was stopped. */
  error: string | null;
  fileName: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** The parts of a job that its people don't see. */
export interface OwnedJob extends Job {
  /** Null: the platform itself began it. */
  userId: number | null;
  fileType: string | null;
  /** The API key that began it; null: a person did. */
  apiKey: string | null;
  /** The rights with which its file is made; null: it needs none. */
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

/** The end of a job, as it is written down. */
export type JobEnd = Pick<
  OwnedJob,
  'status' | 'result' | 'error' | 'fileName' | 'fileType' | 'done' | 'total'
>;

type InsertedJob = Pick<OwnedJob, 'userId' | 'kind' | 'title' | 'total' | 'apiKey' | 'grant' | 'result'> & {
  subject: string | null;
  partOf: number | null;
  keepHours: number;
};

/** A running job without a write for this long has lost its process. */
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

/** Throws `job.alreadyRuns` when another job takes the same one further. */
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

/** Answers whether the job is to go on: it may have been cancelled through another process. */
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

/** It ends a little later, with what it then says. */
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

/** Writes down how a job ended; one that was cancelled stays cancelled, and says what it had done. */
export async function endJob(
  db: Database,
  { tenantId, id }: JobPlace,
  { status, result, ...kept }: JobEnd,
): Promise<void> {
  await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('job')
      .set({
        ...kept,
        // The result that was kept on the way stays when there is no better one.
        ...(result && { result: JSON.stringify(result) }),
        status: sql`case when status = 'cancelled' then status else ${status} end`,
        finishedAt: now,
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** Ends jobs whose process is gone: at a start without other processes, all that seem to run. Answers which. */
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

/** Forgets what ended long ago; answers which, so that their files go too. */
export const expireJobs = (db: Database): Promise<JobPlace[]> =>
  db.system((trx) =>
    trx
      .deleteFrom('job')
      .where('finishedAt', '<', sql<string>`now() - make_interval(hours => keep_hours)`)
      .returning(['tenantId', 'id'])
      .execute(),
  );
