import type { Calls } from '../../generated/calls.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { keyWhere } from '../access/index.ts';
import { recordsWhere } from '../access/records.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { inspectCsv } from '../links/csv/inspect.ts';
import { cancelImport, listImports, readImport } from '../links/csv/jobs.ts';
import { listRejected, writeRejected } from '../links/csv/rejected.ts';
import { findStationZone, startImport } from '../links/csv/start.ts';
import { undoImport } from '../links/csv/undo.ts';
import { mapping_ofUpload, readFormat } from '../links/csv/upload.ts';
import { receipt_of } from '../links/http/receipt.ts';
import { openStation } from '../stations/open.ts';
import type { DeviceEntry } from '../telemetry/catalog.ts';

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

async function sender_find(
  { telemetry }: Pick<CallContext, 'telemetry'>,
  token: string,
): Promise<DeviceEntry> {
  const entry = await telemetry.device.byToken(token);
  if (entry) return entry;
  telemetry.refusals.noteToken(token);
  throw new AppError('telemetry.unknownToken');
}

/** The devices that the sender may send values of; null: all of the tenant. */
async function devices_written({ db, session }: CallContext): Promise<ReadonlySet<string> | null> {
  const where = keyWhere(session, entity_of('device'), 'telemetry:write');
  if (where === null) return null;
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(recordsWhere(trx, 'device', where).as('d'))
      .select('d.sn')
      .execute(),
  );
  return new Set(rows.map(({ sn }) => sn));
}

export const telemetryCalls = {
  async deviceTelemetry({ path, body }, context) {
    const entry = await sender_find(context, path.deviceToken);
    return receipt_of(await context.telemetry.receive(entry, body), context.lang);
  },

  async gatewayTelemetry({ path, body }, context) {
    const entry = await sender_find(context, path.deviceToken);
    return receipt_of(await context.telemetry.receiveGateway(entry, body), context.lang);
  },

  async telemetryBatch({ body }, context) {
    const { telemetry, session, lang } = context;
    const { tenantId, name } = session;
    const deviceSns = await devices_written(context);
    return receipt_of(await telemetry.collect({ tenantId, deviceSns }, name, body.points), lang);
  },

  async telemetryImport({ files, fields }, context) {
    const upload = files.find(({ field }) => field === 'file');
    if (!upload) throw new AppError('http.invalid', {}, { field: '/file' });
    if (!fields.stationSn) throw new AppError('http.invalid', {}, { field: '/stationSn' });
    const { stationSn } = fields;
    await context.db.tenant(context.session.tenantId, (trx) => openStation(trx, context, { sn: stationSn }));
    const mapping = await mapping_ofUpload(
      fields.mapping,
      files.find(({ field }) => field === 'mapping'),
    );
    return startImport(context, {
      stationSn: fields.stationSn,
      mapping,
      dryRun: fields.dryRun === 'true',
      fileName: upload.name,
      path: upload.path,
      size: upload.size,
    });
  },

  async telemetryImportInspect({ files, fields }, context) {
    const upload = files.find(({ field }) => field === 'file');
    if (!upload) throw new AppError('http.invalid', {}, { field: '/file' });
    const { zone, ...format } = await readFormat(fields.format);
    const stationZone = await findStationZone(context, fields.stationSn ?? '');
    if (stationZone === null) throw new AppError('station.notFound');
    return inspectCsv(context, { path: upload.path, format, zone: zone ?? stationZone });
  },

  telemetryImportPage: ({ query }, context) => listImports(context, query),
  telemetryImportStatus: ({ path }, context) => readImport(context, path.id),
  telemetryImportCancel: ({ path }, context) => cancelImport(context, path.id),
  telemetryImportUndo: ({ path }, context) => undoImport(context, path.id),
  telemetryImportProblems: ({ path }, context) => listRejected(context, path.id),
  async telemetryImportRejected({ path }, context) {
    context.reply.header('content-disposition', `attachment; filename="rejected-${path.id}.csv"`);
    return writeRejected(context, path.id);
  },
} satisfies Pick<Calls<CallContext>, TelemetryOperation>;
