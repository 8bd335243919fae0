import { LRUCache } from 'lru-cache';
import type { components } from '../../../generated/api.ts';
import type { Config } from '../../platform/config.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/log.ts';
import { type OpenStation, ofStation } from '../stations/open.ts';
import { weatherHttp } from './http.ts';
import { daysOf, momentOf } from './summary.ts';
import type { WeatherPlace, WeatherProvider, WeatherRecord } from './types.ts';

declare module '../../engine/context.ts' {
  interface Services {
    weather: Weather;
  }
}

type WeatherAnswer = components['schemas']['Weather'];

export interface Weather {
  read(place: WeatherPlace, zone: string): Promise<WeatherAnswer>;
}

interface Known {
  at: number;
  source: string;
  records: WeatherRecord[] | null;
}

const FRESH_MS = 30 * 60_000;
const RETRY_MS = 5 * 60_000;
/** Maximum time in ms that a board waits for its weather. Otherwise a later round gets the result. */
const PATIENCE_MS = 1_500;
const MAX_PLACES = 1_000;

const nothing = (state: WeatherAnswer['state'], source: string | null = null): WeatherAnswer => ({
  state,
  source,
  at: null,
  now: null,
  days: [],
});

/** Asks the first provider that covers a place, at most every half hour. */
export function createWeatherFrom(providers: readonly WeatherProvider[], log: Logger): Weather {
  const places = new LRUCache<string, Known>({ max: MAX_PLACES });
  const pending = new Map<string, Promise<void>>();

  function fetchWeather(key: string, place: WeatherPlace): { source: string; done: Promise<void> } | null {
    const now = Date.now();
    for (const provider of providers) {
      const answer = provider.read(place, now);
      if (!answer) continue;
      const { source } = provider;
      const store = (records: WeatherRecord[] | null) => void places.set(key, { at: now, source, records });
      const done = answer
        .then(store, (error: unknown) => {
          log.warn('the weather could not be read', { source, error: String(error) });
          store(places.get(key)?.records ?? null);
        })
        .finally(() => pending.delete(key));
      pending.set(key, done);
      return { source, done };
    }
    return null;
  }

  return {
    async read(place, zone) {
      const key = `${place.tenantId} ${place.stationSn} ${place.longitude} ${place.latitude}`;
      const old = places.get(key);
      const age = old ? Date.now() - old.at : Number.POSITIVE_INFINITY;
      if (age > (old?.records ? FRESH_MS : RETRY_MS)) {
        const done = pending.get(key) ?? fetchWeather(key, place)?.done;
        if (!done) return nothing('noSource');
        await Promise.race([done, new Promise((wake) => setTimeout(wake, PATIENCE_MS).unref())]);
      }
      const placeWeather = places.get(key);
      if (!placeWeather) return nothing('pending');
      const { source, at, records } = placeWeather;
      if (!records) return nothing('failed', source);
      const now = Date.now();
      return {
        state: 'known',
        source,
        at: new Date(at).toISOString(),
        now: momentOf(records, now),
        days: daysOf(records, now, zone),
      };
    },
  };
}

/** `first` are providers with priority over the configured one, for simulated stations. */
export function createWeather(
  { config, log }: { config: Config; log: Logger },
  first: readonly WeatherProvider[],
): Weather {
  return createWeatherFrom([...first, ...(config.weatherUrl ? [weatherHttp(config.weatherUrl)] : [])], log);
}

/**
 * Returns the weather at an opened station. Null if it has no position. The result does not contain the position, so a
 * hidden position remains hidden.
 */
export async function weatherOfStation(
  trx: ScopedTrx,
  tenantId: number,
  station: OpenStation,
): Promise<{ place: WeatherPlace | null; zone: string }> {
  const { sn: stationSn, timeZone } = station;
  const row = await trx
    .selectFrom(ofStation(trx, station, 'station').as('s'))
    .select(['s.longitude', 's.latitude'])
    .executeTakeFirstOrThrow();
  const { longitude, latitude } = row;
  const place = longitude === null || latitude === null ? null : { tenantId, stationSn, longitude, latitude };
  return { place, zone: timeZone };
}

export const weatherUnplaced: WeatherAnswer = nothing('noPlace');
