/** The imports of a station for their page: jobs that import files, and jobs that undo imports. */
import { sql } from 'kysely';
import type { Data } from '../../../../generated/calls.ts';
import type { CallContext } from '../../../engine/context.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { RevertCounts } from '../../../sites/telemetry/write/revertImport.ts';
import type { Counts } from './import.ts';

export type ImportContext = Pick<CallContext, 'db' | 'hub' | 'jobs' | 'telemetry' | 'session' | 'lang'>;
export type Import = Data<'telemetryImportStatus'>;

export const IMPORT = 'csvImport';
export const UNDO = 'csvImportUndo';
/** Number of days in which an import can be undone and is listed. */
export const UNDO_DAYS = 30;
export const KEEP_HOURS = UNDO_DAYS * 24;
const DEFAULT_SIZE = 10;
/** Number of rejections that are stored of one import. */
export const KEPT_REJECTIONS = 100_000;

/** The result of an import's job. */
export type ImportResult = Pick<Import, 'fileName' | 'dryRun' | 'undecided'> & Omit<Counts, 'bytesRead'>;

type Ended = Pick<Import, 'finishedAt'> & {
  status: 'running' | 'done' | 'failed' | 'cancelled';
  error: string | null;
};

type ImportRow = Ended &
  Pick<Import, 'id' | 'stationSn' | 'bytesTotal' | 'bytesRead' | 'createdAt'> &
  RevertCounts & {
    result: ImportResult;
    /** The status of the last attempt to undo the import. Null if there was none. */
    undoStatus: Ended['status'] | null;
    undoError: string | null;
    undoFinishedAt: string | null;
    hasWritten: boolean;
  };

const SHOWN = sql`
  select j.id, j.subject as station_sn, j.status, j.error, j.total as bytes_total, j.done as bytes_read, j.result,
      j.created_at, j.finished_at, taken.*,
      u.status as undo_status, u.error as undo_error, u.finished_at as undo_finished_at,
      exists (select from import_written w where w.tenant_id = j.tenant_id and w.job_id = j.id) as has_written
    from job j
    left join lateral (
      select status, error, finished_at from job
       where tenant_id = j.tenant_id and part_of = j.id order by id desc limit 1) u on true
    cross join lateral (
      select coalesce(sum((result->>'removed')::int8), 0)::int8 as removed,
          coalesce(sum((result->>'restored')::int8), 0)::int8 as restored,
          coalesce(sum((result->>'kept')::int8), 0)::int8 as kept
        from job where tenant_id = j.tenant_id and part_of = j.id) taken
   where j.kind = ${IMPORT}`;

/** Returns the status to show. A cancelled import runs on until it detects the cancellation. */
const statusOf = ({ status, finishedAt }: Ended): Ended['status'] =>
  finishedAt === null ? 'running' : status;

/**
 * Returns the error of a failed job, otherwise null. A job without an error message failed because its
 * process ended.
 */
const messageOf = ({ status, error }: Ended): string | null =>
  status === 'failed' ? (error ?? 'interrupted') : null;

/** Returns the result of an import. Null if the import is running or was cancelled. */
export function outcomeOf(
  status: Import['status'],
  { points, rejected, undecided }: ImportResult,
): Import['outcome'] {
  if (undecided) return 'undecided';
  if (status !== 'done' && status !== 'failed') return null;
  if (points === 0) return 'nothing';
  return rejected > 0 || status === 'failed' ? 'partly' : 'all';
}

function showImport(shown: ImportRow): Import {
  const { result, undoStatus, undoError, undoFinishedAt, hasWritten, error, ...row } = shown;
  const last: Ended = undoStatus
    ? { status: undoStatus, error: undoError, finishedAt: undoFinishedAt }
    : { ...row, error };
  const ended = statusOf(last);
  const undone = { running: 'undoing', done: 'undone', failed: 'failed', cancelled: 'cancelled' } as const;
  return {
    ...row,
    ...result,
    outcome: outcomeOf(statusOf({ ...row, error }), result),
    status: undoStatus ? undone[ended] : ended,
    message: messageOf(last),
    finishedAt: last.finishedAt,
    canUndo: hasWritten && last.finishedAt !== null,
  };
}

export async function readImport({ db, session }: ImportContext, id: number): Promise<Import> {
  const { rows } = await db.tenant(session.tenantId, (trx) =>
    sql<ImportRow>`${SHOWN} and j.id = ${id}`.execute(trx),
  );
  if (!rows[0]) throw new AppError('import.unknownJob');
  return showImport(rows[0]);
}

interface FoundImport {
  userId: number | null;
  stationSn: string;
}

/** Finds an import, with its owner and station. Throws `import.unknownJob`. */
export async function findImport(
  { db, session }: Pick<ImportContext, 'db' | 'session'>,
  id: number,
): Promise<FoundImport> {
  const job = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom('job')
      .select(['userId', 'subject'])
      .where('kind', '=', IMPORT)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!job) throw new AppError('import.unknownJob');
  return { userId: job.userId, stationSn: job.subject ?? '' };
}

/**
 * Lists the imports of these stations and the caller's own imports. If `stationSns` is null, lists all
 * imports of the tenant.
 */
export async function listImports(
  { db, session }: ImportContext,
  stationSns: readonly string[] | null,
  query: { current?: number; size?: number; pageNum?: number; pageSize?: number },
) {
  const current = query.current ?? query.pageNum ?? 1;
  const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
  const { tenantId, userId } = session;
  const seen =
    stationSns === null
      ? sql`true`
      : sql`(j.user_id = ${userId} or j.subject = any(${[...stationSns]}::text[]))`;
  return db.tenant(tenantId, async (trx: Trx) => {
    const { rows } = await sql<ImportRow>`
      ${SHOWN} and ${seen} order by j.id desc limit ${size} offset ${(current - 1) * size}`.execute(trx);
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from job j where j.kind = ${IMPORT} and ${seen}`.execute(trx);
    return { records: rows.map(showImport), total: Number(counted[0]?.total ?? 0), current, size };
  });
}

/** Cancels an import. Stored points are kept. */
export async function cancelImport(context: ImportContext, id: number): Promise<Import> {
  await context.jobs.stop({ tenantId: context.session.tenantId, id });
  return readImport(context, id);
}
