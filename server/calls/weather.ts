import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { openStation } from '../sites/stations/open.ts';
import { weatherOfStation, weatherUnplaced } from '../sites/weather/index.ts';

export const weatherCalls = {
  async weatherForecast({ query: { stationSn } }, ctx) {
    const { tenantId } = ctx.session;
    const { place, zone } = await ctx.db.tenant(tenantId, async (trx) =>
      weatherOfStation(trx, tenantId, await openStation(trx, ctx, { sn: stationSn })),
    );
    return place ? ctx.weather.read(place, zone) : weatherUnplaced;
  },
} satisfies Partial<Calls<HandlerContext>>;
