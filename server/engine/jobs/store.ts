/** The rows of jobs: what everybody who asks reads, whichever process runs the work. */
import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Grant } from '../../platform/db/jsonShapes.ts';

export type JobStatus = 'running' | 'done' | 'failed' | 'cancelled';

export interface Job {
  id: number;
  kind: string;
  title: Text;
  status: JobStatus;
  done: number;
  /** Null: nobody knows yet how much there is. */
  total: number | null;
  result: Record<string, unknown> | null;
  /** Why it failed; null when its process was stopped. */
  error: string | null;
  fileName: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** The parts of a job that its people don't see. */
export interface OwnedJob extends Job {
  userId: number;
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

/** A running job that has not written for so long has lost its process. */
const HEART_STOPPED_S = 60;
const now = sql<string>`now()`;

export function jobShown({
  userId: _user,
  fileType: _type,
  apiKey: _key,
  grant: _grant,
  ...job
}: OwnedJob): Job {
  return job;
}

export function createJobStore(db: Database) {
  return {
    async insert(
      tenantId: number,
      { title, grant, ...row }: Pick<OwnedJob, 'userId' | 'kind' | 'title' | 'total' | 'apiKey' | 'grant'>,
    ): Promise<number> {
      const { id } = await db.tenant(tenantId, (trx) =>
        trx
          .insertInto('job')
          .values({
            ...row,
            tenantId,
            title: JSON.stringify(title),
            grant: grant && JSON.stringify(grant),
            status: 'running',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return id;
    },

    async find(tenantId: number, id: number): Promise<OwnedJob | undefined> {
      const row = await db.tenant(tenantId, (trx) =>
        trx.selectFrom('job').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
      );
      return row as OwnedJob | undefined;
    },

    /** `apiKey`: only what this key began. */
    async newest(tenantId: number, userId: number, size: number, apiKey: string | null): Promise<OwnedJob[]> {
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
    },

    async running(tenantId: number, userId: number): Promise<number> {
      const { count } = await db.tenant(tenantId, (trx) =>
        trx
          .selectFrom('job')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('userId', '=', userId)
          .where('status', '=', 'running')
          .executeTakeFirstOrThrow(),
      );
      return count;
    },

    async keep(trx: Trx, id: number, result: Record<string, unknown>): Promise<void> {
      await trx
        .updateTable('job')
        .set({ result: JSON.stringify(result) })
        .where('id', '=', id)
        .execute();
    },

    /** Answers whether the job is to go on: it may have been cancelled through another process. */
    async beat(tenantId: number, id: number, done: number, total: number | null): Promise<boolean> {
      const row = await db.tenant(tenantId, (trx) =>
        trx
          .updateTable('job')
          .set({ done, total, heartAt: now })
          .where('id', '=', id)
          .returning('status')
          .executeTakeFirst(),
      );
      return row?.status === 'running';
    },

    /** It ends a little later, with what it then says. */
    async cancel(tenantId: number, id: number): Promise<void> {
      await db.tenant(tenantId, (trx) =>
        trx
          .updateTable('job')
          .set({ status: 'cancelled' })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .execute(),
      );
    },

    /** What came of it; one that was cancelled stays cancelled, and says what it had done. */
    async end(
      tenantId: number,
      id: number,
      {
        status,
        result,
        ...kept
      }: Pick<OwnedJob, 'status' | 'result' | 'error' | 'fileName' | 'fileType' | 'done' | 'total'>,
    ): Promise<void> {
      await db.tenant(tenantId, (trx) =>
        trx
          .updateTable('job')
          .set({
            ...kept,
            // What was kept on the way stays when there is no better.
            ...(result && { result: JSON.stringify(result) }),
            status: sql`case when status = 'cancelled' then status else ${status} end`,
            finishedAt: now,
          })
          .where('id', '=', id)
          .execute(),
      );
    },

    /** Jobs whose process is gone: at a start without other processes, all that seem to run. */
    async settle(alone: boolean): Promise<void> {
      await db.system((trx) => {
        const lost = trx
          .updateTable('job')
          .set({
            status: sql`case when status = 'running' then 'failed' else status end`,
            finishedAt: now,
          })
          .where('finishedAt', 'is', null);
        const silent = sql<string>`now() - make_interval(secs => ${HEART_STOPPED_S})`;
        return (alone ? lost : lost.where('heartAt', '<', silent)).execute();
      });
    },

    /** Forgets what ended long ago; answers which, so that their files go too. */
    expire: (hours: number): Promise<{ tenantId: number; id: number }[]> =>
      db.system((trx) =>
        trx
          .deleteFrom('job')
          .where('finishedAt', '<', sql<string>`now() - make_interval(hours => ${hours})`)
          .returning(['tenantId', 'id'])
          .execute(),
      ),
  };
}
