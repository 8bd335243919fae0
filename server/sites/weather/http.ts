/**
 * Reads forecasts from an address with the interface of Open-Meteo. Used only if an administrator has set an address.
 */
import { askJson } from '../../platform/askJson.ts';
import type { WeatherProvider, WeatherRecord } from './types.ts';

const LIMIT_MS = 10_000;
/** About a kilometre. More decimals would reveal the exact position of a station. */
const DECIMALS = 2;

interface Hourly {
  time: readonly (number | string)[];
  temperature_2m?: readonly (number | null)[];
  relative_humidity_2m?: readonly (number | null)[];
  wind_speed_10m?: readonly (number | null)[];
  shortwave_radiation?: readonly (number | null)[];
  cloud_cover?: readonly (number | null)[];
}

const isHourly = (value: unknown): value is Hourly =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'time'));

const figure = (list: unknown, index: number): number | null => {
  const value: unknown = Array.isArray(list) ? list[index] : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** Converts seconds since 1970, or a text in UTC, to milliseconds since 1970. */
function readTime(time: unknown): number {
  if (typeof time === 'number') return time * 1000;
  const text = String(time);
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

export function readForecast(answer: unknown): WeatherRecord[] {
  const hourly: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'hourly') : null;
  if (!isHourly(hourly)) throw new Error('the forecast has no "hourly" with "time"');
  return hourly.time.flatMap((time, index) => {
    const ts = readTime(time);
    if (!Number.isFinite(ts)) return [];
    const cover = figure(hourly.cloud_cover, index);
    return [
      {
        ts,
        temperature: figure(hourly.temperature_2m, index),
        humidity: figure(hourly.relative_humidity_2m, index),
        wind: figure(hourly.wind_speed_10m, index),
        irradiance: figure(hourly.shortwave_radiation, index),
        cover: cover === null ? null : cover / 100,
      },
    ];
  });
}

export function weatherHttp(template: string): WeatherProvider {
  return {
    source: new URL(template).host,
    async read({ longitude, latitude }) {
      const address = template
        .replaceAll('{latitude}', latitude.toFixed(DECIMALS))
        .replaceAll('{longitude}', longitude.toFixed(DECIMALS));
      return readForecast(await askJson(address, 'the forecast', LIMIT_MS));
    },
  };
}
