/** Imports as a table keeps them: asked about, listed, cancelled, in whichever process they run. */
import { sql } from 'kysely';
import type { CallContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Progress } from './import.ts';

export type ImportContext = Pick<CallContext, 'db' | 'log' | 'hub' | 'telemetry' | 'session' | 'lang'>;

/** So long an import can be undone. */
export const UNDO_DAYS = 30;
const HEART_STOPPED_S = 60;
const DEFAULT_SIZE = 10;
/** Rejections that are kept of one import. */
export const KEPT_REJECTIONS = 100_000;
const COLUMNS = [
  'id',
  'stationSn',
  'fileName',
  'dryRun',
  'status',
  'message',
  'bytesTotal',
  'bytesRead',
  'lines',
  'points',
  'empty',
  'rejected',
  'removed',
  'restored',
  'kept',
  'createdAt',
  'finishedAt',
] as const;

const canUndo =
  sql<boolean>`status IN ('done', 'failed', 'cancelled') AND EXISTS (SELECT FROM import_written AS w
  WHERE w.tenant_id = import_job.tenant_id AND w.job_id = import_job.id)`.as('canUndo');

/** A job whose process died says so instead of running for ever; what is too old to be undone is forgotten. */
async function settleJobs({ db, session }: ImportContext): Promise<void> {
  const stopped = sql<boolean>`heart_at < now() - make_interval(secs => ${HEART_STOPPED_S})`;
  await db.tenant(session.tenantId, async (trx) => {
    await trx
      .updateTable('importJob')
      .set({ status: 'failed', message: 'interrupted', finishedAt: sql<string>`now()` })
      .where('status', 'in', ['running', 'undoing'])
      .where(stopped)
      .execute();
    await sql`DELETE FROM import_written AS w USING import_job AS j
      WHERE j.tenant_id = w.tenant_id AND j.id = w.job_id AND w.tenant_id = ${session.tenantId}
        AND j.finished_at < now() - make_interval(days => ${UNDO_DAYS})`.execute(trx);
  });
}

export async function readImport(context: ImportContext, id: number) {
  const { db, session } = context;
  await settleJobs(context);
  const job = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('importJob').select(COLUMNS).select(canUndo).where('id', '=', id).executeTakeFirst(),
  );
  if (!job) throw new AppError('import.unknownJob');
  return job;
}

/** Whose import it is, and of which station. Throws `import.unknownJob`. */
export async function findImport({ db, session }: Pick<ImportContext, 'db' | 'session'>, id: number) {
  const job = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('importJob').select(['createdBy', 'stationSn']).where('id', '=', id).executeTakeFirst(),
  );
  if (!job) throw new AppError('import.unknownJob');
  return job;
}

/** The imports of these stations, beside those of who asks; null stands for all stations. */
export async function listImports(
  context: ImportContext,
  stationSns: readonly string[] | null,
  query: { current?: number; size?: number; pageNum?: number; pageSize?: number },
) {
  await settleJobs(context);
  const current = query.current ?? query.pageNum ?? 1;
  const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
  const { tenantId, userId } = context.session;
  return context.db.tenant(tenantId, async (trx) => {
    const seen = trx
      .selectFrom('importJob')
      .$if(stationSns !== null, (query) =>
        query.where(
          sql<boolean>`(created_by = ${userId} or station_sn = any(${[...(stationSns ?? [])]}::text[]))`,
        ),
      );
    const records = await seen
      .select(COLUMNS)
      .select(canUndo)
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute();
    const { total } = await seen
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { records, total: Number(total), current, size };
  });
}

/** The job notices at its next step. */
export async function cancelImport(context: ImportContext, id: number) {
  await context.db.tenant(context.session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status: 'cancelled', finishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute(),
  );
  return readImport(context, id);
}

/** Answers whether the job is to go on. */
export async function saveProgress(
  { db, session }: ImportContext,
  id: number,
  { rejections, ...counts }: Progress,
): Promise<boolean> {
  return db.tenant(session.tenantId, async (trx) => {
    const kept = rejections.filter(({ no }) => no <= KEPT_REJECTIONS);
    if (kept.length > 0) {
      const rows = kept.map(({ no, line, column, reason, raw }) => {
        return { tenantId: session.tenantId, jobId: id, no, line, columnName: column, reason, raw };
      });
      await trx.insertInto('importRejected').values(rows).execute();
    }
    const row = await trx
      .updateTable('importJob')
      .set({ ...counts, heartAt: sql<string>`now()` })
      .where('id', '=', id)
      .returning('status')
      .executeTakeFirst();
    return row?.status === 'running';
  });
}

/** Ends a job that is still in this state; somebody may have cancelled it meanwhile. */
export async function endJob(
  { db, session }: ImportContext,
  id: number,
  from: 'running' | 'undoing',
  to: 'done' | 'failed' | 'undone',
  message: string | null,
): Promise<void> {
  await db.tenant(session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status: to, message, finishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', '=', from)
      .execute(),
  );
}
