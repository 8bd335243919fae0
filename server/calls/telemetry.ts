import type { Calls } from '../../generated/calls.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { keyWhere } from '../access/index.ts';
import { recordsWhere } from '../access/records.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { job_cancel, job_read, job_start, jobs_page, rejected_csv } from '../links/csv/jobs.ts';
import { mapping_ofUpload } from '../links/csv/upload.ts';
import { receipt_of } from '../links/http/receipt.ts';
import { findSender } from '../links/http/sender.ts';
import { openStation } from '../stations/open.ts';

type TelemetryOperation =
  | 'deviceTelemetry'
  | 'gatewayTelemetry'
  | 'telemetryBatch'
  | 'telemetryImport'
  | 'telemetryImportPage'
  | 'telemetryImportStatus'
  | 'telemetryImportCancel'
  | 'telemetryImportRejected';

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
    const entry = await findSender(context, path.deviceToken);
    return receipt_of(await context.telemetry.receive(entry, body), context.lang);
  },

  async gatewayTelemetry({ path, body }, context) {
    const entry = await findSender(context, path.deviceToken);
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
    return job_start(context, {
      stationSn: fields.stationSn,
      mapping,
      dryRun: fields.dryRun === 'true',
      fileName: upload.name,
      path: upload.path,
      size: upload.size,
    });
  },

  telemetryImportPage: ({ query }, context) => jobs_page(context, query),
  telemetryImportStatus: ({ path }, context) => job_read(context, path.id),
  telemetryImportCancel: ({ path }, context) => job_cancel(context, path.id),
  async telemetryImportRejected({ path }, context) {
    context.reply.header('content-disposition', `attachment; filename="rejected-${path.id}.csv"`);
    return rejected_csv(context, path.id);
  },
} satisfies Pick<Calls<CallContext>, TelemetryOperation>;
