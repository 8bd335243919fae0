import type { Calls } from '../../generated/calls.ts';
import { can } from '../../runtime/core/permission.ts';
import type { CallContext, Session } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { live_serve } from '../live/sse.ts';
import { station_require } from '../stations/details.ts';

const MAX_STATIONS = 8;

export const liveCalls = {
  async live({ query: { stationSns } }, ctx) {
    const { db, session } = ctx;
    const sns = [...new Set(stationSns?.split(','))].slice(0, MAX_STATIONS);
    const may = ({ admin, permissions }: Session): boolean =>
      sns.length === 0 || admin || can(permissions, 'station:get');
    if (!may(session)) throw new AppError('http.forbidden');
    if (sns.length > 0)
      await db.tenant(session.tenantId, async (trx) => {
        for (const sn of sns) await station_require(trx, sn);
      });
    await live_serve(ctx, sns, may);
  },
} satisfies Partial<Calls<CallContext>>;
