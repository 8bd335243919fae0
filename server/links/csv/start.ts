/** Starts an import: what can be seen to be wrong at once is answered at once, the rest goes on after the answer. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { DeviceEntry } from '../../sites/telemetry/catalog.ts';
import { noteWritten } from '../../sites/telemetry/written.ts';
import { type ImportTarget, listDevices, runImport } from './import.ts';
import { endJob, type ImportContext, readImport, saveProgress } from './jobs.ts';
import { type Mapping, mappingFile } from './mapping.ts';

export interface NewImport {
  stationSn: string;
  mapping: Mapping;
  dryRun: boolean;
  fileName: string;
  path: string;
  size: number;
}

/** What a person is told of a failure that is none of theirs, too. */
export function explainFailure(context: ImportContext, id: number, error: unknown): string {
  if (!(error instanceof AppError)) context.log.error('an import failed', { id, error });
  const known = error instanceof AppError ? error : new AppError('http.internal');
  return answerError(known, context.lang).body.msg;
}

async function run(context: ImportContext, id: number, target: ImportTarget, folder: string): Promise<void> {
  const { telemetry, db, session } = context;
  try {
    await runImport(telemetry, target, {
      before: (points) => noteWritten(db.pool, session.tenantId, id, points),
      report: (progress) => saveProgress(context, id, progress),
    });
    await endJob(context, id, 'running', 'done', null);
  } catch (error) {
    await endJob(context, id, 'running', 'failed', explainFailure(context, id, error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Null: there is no such station. */
export async function findStationZone({ db, session }: ImportContext, sn: string): Promise<string | null> {
  const station = await db.tenant(session.tenantId, (trx) =>
    trx.selectFrom('station').select('timeZone').where('sn', '=', sn).executeTakeFirst(),
  );
  return station?.timeZone ?? null;
}

/** A dry run may be for a station that the mapping describes: whoever imports makes it first. */
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

export async function startImport(context: ImportContext, wanted: NewImport) {
  const { db, session, log } = context;
  const { stationSn, fileName, dryRun } = wanted;
  const file = mappingFile(wanted.mapping, fileName);
  if (!file) throw new AppError('import.noMapping', { file: fileName });
  const stationZone = await findZone(context, wanted);
  const entries = await findEntries(context, listDevices(file), wanted);
  const zone = entries.get(file.device.sn)?.device.zone ?? stationZone;
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-import-'));
  const path = join(folder, 'data.csv');
  await copyFile(wanted.path, path);
  const { id } = await db.tenant(session.tenantId, (trx) =>
    trx
      .insertInto('importJob')
      .values({
        ...{ stationSn, fileName, dryRun, status: 'running', bytesTotal: wanted.size },
        tenantId: session.tenantId,
        createdBy: session.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const target: ImportTarget = { path, file, entries, zone, dryRun, lang: context.lang };
  run(context, id, target, folder).catch((error) => log.error('an import could not end', { id, error }));
  return readImport(context, id);
}
