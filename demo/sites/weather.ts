/** Provides the weather of the simulated stations. It is the weather that their inverters are simulated with. */

import type { WeatherProvider } from '../../server/sites/weather/types.ts';
import { weatherAt } from '../simulator/weather.ts';
import type { DemoStation } from './sites.ts';

const HOUR_MS = 3_600_000;
const HOURS_BACK = 30;
const HOURS_AHEAD = 100;

export function simulateWeather(stations: readonly DemoStation[]): WeatherProvider {
  const sites = new Map(stations.map(({ tenantId, site }) => [`${tenantId} ${site.sn}`, site]));
  return {
    source: 'simulated',
    read({ tenantId, stationSn }, now) {
      const site = sites.get(`${tenantId} ${stationSn}`);
      if (!site) return null;
      const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
      const times = Array.from(
        { length: HOURS_BACK + HOURS_AHEAD },
        (_, index) => hour + (index - HOURS_BACK) * HOUR_MS,
      );
      const records = times.map((ts) => {
        const { temperature, humidity, wind, global, cover } = weatherAt(site, ts);
        return { ts, temperature, humidity, wind, irradiance: Math.max(0, global), cover };
      });
      return Promise.resolve(records);
    },
  };
}
