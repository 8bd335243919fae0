/** Cameras: video, control, pictures and events (C224, C232–C243). */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { setRecords } from '../engine/entities/write/updateWhere.ts';
import { createRecord } from '../engine/entities/write/write.ts';
import { AppError } from '../platform/errors/errors.ts';
import { keepBytes } from '../platform/files/keepBytes.ts';
import { takePicture } from '../sites/cameras/capture.ts';
import { abilitiesOf, controlCamera, moveCamera, readSteered } from '../sites/cameras/control.ts';
import { cameraOf, listCameras, listGroups } from '../sites/cameras/list.ts';
import { serveStream } from '../sites/cameras/stream.ts';
import { requireStation } from '../sites/stations/open.ts';

/** Reads the fields of a camera that are returned unchanged. */
const readCamera = (ctx: HandlerContext, id: number) =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const row = await trx
      .selectFrom(seen(trx, ctx.session, 'ipc', 'get').as('c'))
      .select([
        'id',
        'name',
        'place',
        'protocol',
        'kind',
        'groupId',
        'address',
        'stream',
        'vendor',
        'recorder',
        'stationSn',
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new AppError('http.notFound');
    return row;
  });

export const cameraCalls = {
  camerasOfStation: ({ query: { stationSn } }, { config, db, session }) =>
    db.tenant(session.tenantId, (trx) => listCameras(trx, session, stationSn, config)),

  cameraStream: ({ path: { id } }, ctx) => serveStream(ctx, id),

  ipcGroupTree: ({ query: { stationSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => listGroups(trx, ctx, stationSn, ctx.config)),

  async guardCamera({ path: { id } }, ctx) {
    const { vendor: _, recorder: __, stationSn: ___, ...row } = await readCamera(ctx, id);
    return cameraOf(row, ctx.config);
  },

  async guardPlatform({ path: { id } }, ctx) {
    const { vendor, protocol, recorder } = await readCamera(ctx, id);
    return { vendor, protocol: protocol as 'hls' | 'mjpeg' | 'rtsp' | 'simulated', recorder };
  },

  guardType: ({ path: { id } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => abilitiesOf(await readSteered(trx, ctx, id))),

  guardControl: ({ path: { id }, body }, ctx) => controlCamera(ctx, id, body),
  ptzStart: ({ path: { id, x } }, ctx) => moveCamera(ctx, id, x, true),
  ptzStop: ({ path: { id, x } }, ctx) => moveCamera(ctx, id, x, false),

  async guardEventConfirm({ body: { ids, note } }, ctx) {
    const { db, session, hub } = ctx;
    const confirmed = await db.tenant(session.tenantId, (trx) =>
      setRecords(trx, ctx, entityOf('ipcEvent'), {
        key: ctx.permission ?? '',
        where: (eb) => eb.and([eb('id', 'in', ids), eb('state', '=', 'open')]),
        values: {
          ...{ state: 'confirmed', confirmedBy: session.userId, confirmedAt: new Date().toISOString() },
          ...(note?.trim() && { note: note.trim() }),
        },
      }),
    );
    for (const { id } of confirmed)
      hub.publish({ type: 'entity', entity: 'ipcEvent', tenantId: session.tenantId, id, do: 'update' });
    return { count: confirmed.length };
  },

  async captureTake({ body: { ipcId, note } }, ctx) {
    const { config, db, session, files } = ctx;
    const { camera, zone } = await db.tenant(session.tenantId, async (trx) => {
      const steered = await readSteered(trx, ctx, ipcId);
      const { timeZone } = await requireStation(trx, session, { sn: steered.stationSn });
      return { camera: steered, zone: timeZone };
    });
    const { bytes, name } = await takePicture(camera, {
      zone,
      origins: config.mediaOrigins,
      now: Date.now(),
    });
    const { tenantId, userId } = session;
    await files.admit({ tenantId, userId }, bytes.length);
    const picture = await keepBytes(files, { tenantId, userId }, { name, bytes, picture: true });
    const body = { stationSn: camera.stationSn, ipcId, picture, ...(note?.trim() && { note: note.trim() }) };
    const made = await createRecord(engineContext(ctx), entityOf('ipcCapture'), body);
    return { id: Number(made.id), picture, takenAt: String(made.takenAt) };
  },
} satisfies Partial<Calls<HandlerContext>>;
