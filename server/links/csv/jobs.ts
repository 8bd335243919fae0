/** Imports that run on the server: started by a call, kept in a table, asked about, cancelled. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { CallContext } from '../../context.ts';
import { AppError, error_answer } from '../../http/errors.ts';
import { type Reason, reason_text } from '../../telemetry/reasons.ts';
import { type ImportTarget, import_run, type Progress } from './import.ts';
import { type Mapping, mapping_file } from './mapping.ts';

type Context = Pick<CallContext, 'db' | 'log' | 'telemetry' | 'session' | 'lang'>;

export interface NewImport {
  stationSn: string;
  mapping: Mapping;
  dryRun: boolean;
  fileName: string;
  path: string;
  size: number;
}

const HEART_STOPPED_S = 60;
const DEFAULT_SIZE = 10;
const CSV_LIMIT = 100_000;
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
  'rejected',
  'createdAt',
  'finishedAt',
] as const;

/** A job whose process died says so instead of running for ever. */
async function jobs_settle({ db, session }: Context): Promise<void> {
  await db.tenant(session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status: 'failed', message: 'interrupted', finishedAt: sql<string>`now()` })
      .where('status', '=', 'running')
      .where('heartAt', '<', sql<string>`now() - make_interval(secs => ${HEART_STOPPED_S})`)
      .execute(),
  );
}

export async function job_read(context: Context, id: number) {
  const { db, session } = context;
  await jobs_settle(context);
  const job = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('importJob').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
  );
  if (!job) throw new AppError('import.unknownJob');
  return job;
}

export async function jobs_page(
  context: Context,
  query: { current?: number; size?: number; pageNum?: number; pageSize?: number },
) {
  await jobs_settle(context);
  const current = query.current ?? query.pageNum ?? 1;
  const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
  return context.db.tenant(context.session.tenantId, async (trx) => {
    const records = await trx
      .selectFrom('importJob')
      .select(COLUMNS)
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute();
    const { total } = await trx
      .selectFrom('importJob')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { records, total: Number(total), current, size };
  });
}

/** The job notices at its next step, in whichever process it runs. */
export async function job_cancel(context: Context, id: number) {
  await context.db.tenant(context.session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status: 'cancelled', finishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute(),
  );
  return job_read(context, id);
}

/** Answers whether the job is to go on. */
async function progress_save({ db, session }: Context, id: number, progress: Progress): Promise<boolean> {
  const { rejections, ...counts } = progress;
  return db.tenant(session.tenantId, async (trx) => {
    const kept = rejections.filter(({ no }) => no <= CSV_LIMIT);
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

async function job_end(
  { db, session }: Context,
  id: number,
  status: 'done' | 'failed',
  message: string | null,
) {
  await db.tenant(session.tenantId, (trx) =>
    trx
      .updateTable('importJob')
      .set({ status, message, finishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute(),
  );
}

async function job_run(context: Context, id: number, target: ImportTarget, folder: string): Promise<void> {
  try {
    await import_run(context.telemetry, target, (progress) => progress_save(context, id, progress));
    await job_end(context, id, 'done', null);
  } catch (error) {
    if (!(error instanceof AppError)) context.log.error('an import failed', { id, error });
    const known = error instanceof AppError ? error : new AppError('http.internal');
    await job_end(context, id, 'failed', error_answer(known, context.lang).body.msg);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function station_zone({ db, session }: Context, sn: string): Promise<string> {
  const station = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('station').select('timeZone').where('sn', '=', sn).executeTakeFirst(),
  );
  return station?.timeZone ?? 'UTC';
}

/** What can be seen to be wrong at once is answered at once; the rest goes on after the answer. */
export async function job_start(context: Context, wanted: NewImport) {
  const { db, session, log, telemetry } = context;
  const file = mapping_file(wanted.mapping, wanted.fileName);
  if (!file) throw new AppError('import.noMapping', { file: wanted.fileName });
  const entry = await telemetry.device.byDeviceSn(session.tenantId, file.device.sn);
  const isThere = entry?.device.stationSn === wanted.stationSn;
  if (!isThere && (entry || !wanted.dryRun))
    throw new AppError('import.unknownDevice', { sn: file.device.sn });
  const zone = entry?.device.zone ?? (await station_zone(context, wanted.stationSn));
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-import-'));
  const path = join(folder, 'data.csv');
  await copyFile(wanted.path, path);
  const { id } = await db.tenant(session.tenantId, (trx) =>
    trx
      .insertInto('importJob')
      .values({
        tenantId: session.tenantId,
        stationSn: wanted.stationSn,
        fileName: wanted.fileName,
        dryRun: wanted.dryRun,
        status: 'running',
        bytesTotal: wanted.size,
        createdBy: session.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const target: ImportTarget = { path, file, entry, zone, dryRun: wanted.dryRun, lang: context.lang };
  job_run(context, id, target, folder).catch((error) => log.error('an import could not end', { id, error }));
  return job_read(context, id);
}

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i;

/** A cell for a spreadsheet: quoted where needed, and never a formula. */
function cell_write(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export async function rejected_csv(context: Context, id: number): Promise<string> {
  await job_read(context, id);
  const rows = await context.db.tenant(context.session.tenantId, (trx) =>
    trx
      .selectFrom('importRejected')
      .select(['line', 'columnName', 'reason', 'raw'])
      .where('jobId', '=', id)
      .orderBy('no')
      .execute(),
  );
  const lines = rows.map(({ line, columnName, reason, raw }) =>
    [line, columnName, reason, reason_text(reason as Reason, context.lang), raw].map(cell_write).join(','),
  );
  return `\uFEFF${['line,column,reason,message,value', ...lines].join('\r\n')}\r\n`;
}
