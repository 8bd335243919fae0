import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { listCameras, requireSimulated } from '../sites/cameras/list.ts';
import { serveStream } from '../sites/cameras/stream.ts';

export const cameraCalls = {
  camerasOfStation: ({ query: { stationSn } }, { config, db, session }) =>
    db.tenant(session.tenantId, (trx) => listCameras(trx, session, stationSn, config.mediaOrigins)),

  async cameraStream({ path: { id } }, ctx) {
    const { db, session } = ctx;
    const camera = await db.tenant(session.tenantId, (trx) => requireSimulated(trx, session, id));
    await serveStream(ctx, camera.id, camera.zone);
  },
} satisfies Partial<Calls<HandlerContext>>;
