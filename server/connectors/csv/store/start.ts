/** Starts an import. Obvious errors are returned at once, and the import runs after the answer. */
import { rm } from 'node:fs/promises';
import type { JobStep } from '../../../engine/jobs/index.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DeviceEntry } from '../../../sites/telemetry/catalog/catalog.ts';
import { noteWritten } from '../../../sites/telemetry/write/importedPoints.ts';
import { type Mapping, mappingFile } from '../mapping.ts';
import { isQuestion } from '../questions.ts';
import { type ImportTarget, listDevices, type Progress, runImport } from './import.ts';
import {
  IMPORT,
  type Import,
  type ImportContext,
  type ImportResult,
  KEEP_HOURS,
  KEPT_REJECTIONS,
  readImport,
} from './jobs.ts';

export interface NewImport {
  stationSn: string;
  mapping: Mapping;
  dryRun: boolean;
  fileName: string;
  path: string;
  size: number;
}

type Rejections = Progress['rejections'];

async function insertRejections(trx: Trx, tenantId: number, jobId: number, rejections: Rejections) {
  const rows = rejections
    .filter(({ no }) => no <= KEPT_REJECTIONS)
    .map(({ no, line, column, reason, raw }) => {
      return { tenantId, jobId, no, line, columnName: column, reason, raw };
    });
  if (rows.length > 0) await trx.insertInto('importRejected').values(rows).execute();
}

/** Runs within its job. Returns the counts as the job's result. */
async function run(
  { telemetry, db, session: { tenantId } }: ImportContext,
  begun: ImportResult,
  target: Omit<ImportTarget, 'path'>,
  step: JobStep,
): Promise<ImportResult> {
  let result = begun;
  const report = async ({ rejections, bytesRead, ...counts }: Progress): Promise<boolean> => {
    result = { ...begun, ...counts };
    step.progress(bytesRead);
    await db.tenant(tenantId, async (trx) => {
      await insertRejections(trx, tenantId, step.id, rejections);
      await step.keep(trx, result);
    });
    return !step.signal.aborted;
  };
  try {
    await runImport(
      telemetry,
      { ...target, path: step.input },
      {
        before: (points) => noteWritten(db.pool, tenantId, step.id, points),
        report,
        isStopped: () => step.signal.aborted,
      },
    );
  } catch (error) {
    if (isQuestion(error)) await db.tenant(tenantId, (trx) => step.keep(trx, { ...result, undecided: true }));
    throw error;
  } finally {
    // Removes the uploaded file early. Recordings are large, and the job is kept for a month.
    await rm(step.input, { force: true });
  }
  return result;
}

/** Returns the time zone of a station. Null if there is no such station. */
export async function findStationZone({ db, session }: ImportContext, sn: string): Promise<string | null> {
  const station = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('station').select('timeZone').where('sn', '=', sn).executeTakeFirst(),
  );
  return station?.timeZone ?? null;
}

/**
 * Finds the time zone of the station. In a dry run, the station may exist only in the mapping, because the
 * user creates it before the import.
 */
async function findZone(context: ImportContext, { stationSn, mapping, dryRun }: NewImport): Promise<string> {
  const zone = await findStationZone(context, stationSn);
  if (zone !== null) return zone;
  if (dryRun && mapping.station?.sn === stationSn) return mapping.station.timeZone;
  throw new AppError('station.notFound');
}

async function findEntries(
  { telemetry, session }: ImportContext,
  devices: readonly string[],
  { stationSn, dryRun }: NewImport,
): Promise<Map<string, DeviceEntry | null>> {
  const entries = new Map<string, DeviceEntry | null>();
  for (const sn of devices) {
    const entry = await telemetry.device.byDeviceSn(session.tenantId, sn);
    const isThere = entry?.device.stationSn === stationSn;
    if (!isThere && (entry || !dryRun)) throw new AppError('import.unknownDevice', { sn });
    entries.set(sn, entry);
  }
  return entries;
}

export async function startImport(context: ImportContext, request: NewImport): Promise<Import> {
  const { session, lang, jobs } = context;
  const { stationSn, fileName, dryRun } = request;
  const file = mappingFile(request.mapping, fileName);
  if (!file) throw new AppError('import.noMapping', { file: fileName });
  const stationZone = await findZone(context, request);
  const entries = await findEntries(context, listDevices(file), request);
  const zone = entries.get(file.device.sn)?.device.zone ?? stationZone;
  const target = { file, entries, zone, dryRun, lang };
  const begun: ImportResult = {
    fileName,
    dryRun,
    lines: 0,
    points: 0,
    empty: 0,
    repeated: 0,
    rejected: 0,
    undecided: false,
  };
  const { id } = await jobs.start({
    asker: session,
    kind: IMPORT,
    title: dryRun
      ? { zh: `检查历史数据 ${fileName}`, en: `Check of recording ${fileName}` }
      : { zh: `导入历史数据 ${fileName}`, en: `Import of recording ${fileName}` },
    subject: stationSn,
    total: request.size,
    result: begun,
    input: request.path,
    keepHours: KEEP_HOURS,
    lang,
    takesTurn: true,
    run: (step) => run(context, begun, target, step),
  });
  return readImport(context, id);
}
