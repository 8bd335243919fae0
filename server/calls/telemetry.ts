import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { inspectCsv } from '../connectors/csv/read/inspect.ts';
import { cancelImport, findImport, listImports, readImport } from '../connectors/csv/store/jobs.ts';
import { listRejected, writeRejected } from '../connectors/csv/store/rejected.ts';
import { findStationZone, startImport } from '../connectors/csv/store/start.ts';
import { undoImport } from '../connectors/csv/store/undo.ts';
import { mappingOfUpload, readFormat } from '../connectors/csv/store/upload.ts';
import { receiptOf } from '../connectors/http/receipt.ts';
import { findSender } from '../connectors/http/sender.ts';
import { keyWhere } from '../engine/access/recordScope.ts';
import { recordsWhere } from '../engine/access/scopedRecords.ts';
import type { CallContext } from '../engine/context.ts';
import { turnOf } from '../engine/turn.ts';
import { AppError } from '../platform/errors/errors.ts';
import { runInTurn } from '../platform/worker/turns.ts';
import { openStation, openWhere } from '../sites/stations/open.ts';

type TelemetryOperation =
  | 'deviceTelemetry'
  | 'gatewayTelemetry'
  | 'telemetryBatch'
  | 'telemetryImport'
  | 'telemetryImportInspect'
  | 'telemetryImportProblems'
  | 'telemetryImportUndo'
  | 'telemetryImportPage'
  | 'telemetryImportStatus'
  | 'telemetryImportCancel'
  | 'telemetryImportRejected';

/** Returns the devices for which the sender may send values. Null for all devices of the tenant. */
async function findWritableDevices({ db, session }: CallContext): Promise<ReadonlySet<string> | null> {
  const where = keyWhere(session, entityOf('device'), 'telemetry:write');
  if (where === null) return null;
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(recordsWhere(trx, 'device', where).as('d'))
      .select('d.sn')
      .execute(),
  );
  return new Set(rows.map(({ sn }) => sn));
}

const reachStation = (context: CallContext, sn: string) =>
  context.db.tenant(context.session.tenantId, (trx) => openStation(trx, context, { sn }));

/** Throws unless the import is the caller's own, or is for a station in their scope. */
async function reachImport(context: CallContext, id: number): Promise<void> {
  const { userId, stationSn } = await findImport(context, id);
  if (userId !== context.session.userId) await reachStation(context, stationSn);
}

/** Returns the stations into which the caller may import. Null for all stations of the tenant. */
async function openStations(context: CallContext): Promise<string[] | null> {
  const where = openWhere(context);
  if (where === null) return null;
  const rows = await context.db.tenant(context.session.tenantId, (trx) =>
    trx
      .selectFrom(recordsWhere(trx, 'station', where).as('s'))
      .select('s.sn')
      .execute(),
  );
  return rows.map(({ sn }) => sn);
}

export const telemetryCalls = {
  async deviceTelemetry({ path, body }, context) {
    const entry = await findSender(context, path.deviceToken);
    return receiptOf(await context.telemetry.receive(entry, body), context.lang);
  },

  async gatewayTelemetry({ path, body }, context) {
    const entry = await findSender(context, path.deviceToken);
    return receiptOf(await context.telemetry.receiveGateway(entry, body), context.lang);
  },

  async telemetryBatch({ body }, context) {
    const { telemetry, session, lang } = context;
    const { tenantId, name } = session;
    const deviceSns = await findWritableDevices(context);
    return receiptOf(await telemetry.collect({ tenantId, deviceSns }, name, body.points), lang);
  },

  async telemetryImport({ files, fields }, context) {
    const upload = files.find(({ field }) => field === 'file');
    if (!upload) throw new AppError('http.invalid', {}, { field: '/file' });
    if (!fields.stationSn) throw new AppError('http.invalid', {}, { field: '/stationSn' });
    const { stationSn } = fields;
    const mapping = await mappingOfUpload(
      fields.mapping,
      files.find(({ field }) => field === 'mapping'),
    );
    const dryRun = fields.dryRun === 'true';
    // A dry run may be for a station that does not exist yet. Then no permission on the station is checked.
    const isPlanned = dryRun && mapping.station?.sn === stationSn;
    if (!isPlanned || (await findStationZone(context, stationSn)) !== null)
      await reachStation(context, stationSn);
    return startImport(context, {
      stationSn,
      mapping,
      dryRun,
      fileName: upload.name,
      path: upload.path,
      size: upload.size,
    });
  },

  async telemetryImportInspect({ files, fields }, context) {
    const upload = files.find(({ field }) => field === 'file');
    if (!upload) throw new AppError('http.invalid', {}, { field: '/file' });
    const format = await readFormat(fields.format);
    await reachStation(context, fields.stationSn ?? '');
    const stationZone = await findStationZone(context, fields.stationSn ?? '');
    if (stationZone === null) throw new AppError('station.notFound');
    return runInTurn(turnOf(context, 'table'), () =>
      inspectCsv(context, { path: upload.path, format, zone: stationZone }),
    );
  },

  telemetryImportPage: async ({ query }, context) => listImports(context, await openStations(context), query),

  async telemetryImportStatus({ path }, context) {
    await reachImport(context, path.id);
    return readImport(context, path.id);
  },
  async telemetryImportCancel({ path }, context) {
    await reachImport(context, path.id);
    return cancelImport(context, path.id);
  },
  async telemetryImportUndo({ path }, context) {
    // Undoing an import changes data, so the station must be in the scope of the caller. Owning the import is not
    // enough.
    await reachStation(context, (await findImport(context, path.id)).stationSn);
    return undoImport(context, path.id);
  },
  async telemetryImportProblems({ path }, context) {
    await reachImport(context, path.id);
    return listRejected(context, path.id);
  },
  async telemetryImportRejected({ path }, context) {
    await reachImport(context, path.id);
    context.reply.header('content-disposition', `attachment; filename="rejected-${path.id}.csv"`);
    return writeRejected(context, path.id);
  },
} satisfies Pick<Calls<CallContext>, TelemetryOperation>;
