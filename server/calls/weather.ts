import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { weather_ofStation, weather_unplaced } from '../weather/index.ts';

export const weatherCalls = {
  async weatherForecast({ query: { stationSn } }, { db, session: { tenantId }, weather }) {
    const { place, zone } = await db.tenant(tenantId, (trx) => weather_ofStation(trx, tenantId, stationSn));
    return place ? weather.read(place, zone) : weather_unplaced;
  },
} satisfies Partial<Calls<CallContext>>;
