import type { Calls } from '../../generated/calls.ts';
import { cameras_list, simulated_require } from '../cameras/list.ts';
import { stream_serve } from '../cameras/stream.ts';
import type { HandlerContext } from '../context.ts';

export const cameraCalls = {
  camerasOfStation: ({ query: { stationSn } }, { config, db, session }) =>
    db.tenant(session.tenantId, (trx) => cameras_list(trx, session, stationSn, config.mediaOrigins)),

  async cameraStream({ path: { id } }, ctx) {
    const { db, session } = ctx;
    const camera = await db.tenant(session.tenantId, (trx) => simulated_require(trx, session, id));
    await stream_serve(ctx, camera.id, camera.zone);
  },
} satisfies Partial<Calls<HandlerContext>>;
