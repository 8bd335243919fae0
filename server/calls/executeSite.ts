/** Projects: the cameras of their stations (C396). */
import type { Calls } from '../../generated/calls.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { listCameras } from '../sites/cameras/list.ts';
import { LONGEST_MS } from '../sites/cameras/stream.ts';

export const executeSiteCalls = {
  projectLiveAddress: ({ path: { id } }, { config, db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const site = await trx
        .selectFrom(seen(trx, session, 'executeSite', 'get').as('s'))
        .select('stationSn')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!site) throw new AppError('http.notFound');
      if (site.stationSn === null) return [];
      const cameras = await listCameras(trx, session, site.stationSn, config);
      const expiresAt = new Date(Date.now() + LONGEST_MS).toISOString();
      return cameras.map((camera) => ({
        ...camera,
        expiresAt: camera.protocol === 'simulated' ? expiresAt : null,
      }));
    }),
} satisfies Partial<Calls<HandlerContext>>;
