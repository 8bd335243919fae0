import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { live_serve } from '../live/sse.ts';
import { station_require } from '../stations/details.ts';

export const liveCalls = {
  async liveStation({ query: { stationSn } }, ctx) {
    await ctx.db.tenant(ctx.session.tenantId, (trx) => station_require(trx, stationSn));
    await live_serve(ctx, stationSn);
  },
} satisfies Partial<Calls<CallContext>>;
