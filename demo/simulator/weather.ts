import { localTime } from './localTime.ts';
import { clamp, noise } from './noise.ts';
import type { ArraySpec, SiteSpec } from './site.ts';
import { type SunPosition, sunPosition } from './sun.ts';

export interface Weather {
  sun: SunPosition;
  /** Global horizontal, diffuse horizontal and direct normal irradiance, W/m². */
  global: number;
  diffuse: number;
  direct: number;
  /** Share of the sky that is covered, 0–1. */
  cover: number;
  /** In °C, m/s and %. */
  temperature: number;
  wind: number;
  humidity: number;
}

const DEG = Math.PI / 180;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR_DAYS = 365.2425;
/** Day of the year with the warmest mean, northern and southern hemisphere. */
const WARMEST_NORTH = 205;
const WARMEST_SOUTH = 22;
const ALBEDO = 0.2;
/** Below this elevation (sine) the direct beam is ignored: the formulas are undefined at the horizon. */
const MIN_SINE = 0.02;

/** Returns the cloud cover, which changes over days and hours: an autoregressive process in continuous time. */
function coverAt(site: SiteSpec, ts: number): number {
  const { seed, climate } = site;
  return clamp(
    climate.cloudiness +
      0.45 * noise(seed + 1, ts, 1.6 * DAY) +
      0.25 * noise(seed + 2, ts, 7 * HOUR) +
      0.12 * noise(seed + 3, ts, 1.5 * HOUR),
    0,
    1,
  );
}

/**
 * Returns the share of the clear-sky irradiance that passes the clouds. Under a broken cover, the shadows of
 * single clouds pass over the site.
 */
function transmissionAt(site: SiteSpec, ts: number, cover: number): number {
  const mean = 1 - 0.75 * cover ** 3.4;
  const broken = 4 * cover * (1 - cover);
  const ragged = 0.7 * noise(site.seed + 4, ts, 16 * MINUTE) + 0.3 * noise(site.seed + 5, ts, 6 * MINUTE);
  const shadow = clamp((ragged + cover - 0.5) * 1.5, 0, 1);
  const edge = 0.05 * clamp(-ragged, 0, 1);
  return clamp(mean * (1 + broken * (edge - 0.5 * shadow)), 0.04, 1.08);
}

/** Returns the clear-sky global irradiance after Haurwitz. */
export function clearSky(sineElevation: number): number {
  return sineElevation <= 0 ? 0 : 1098 * sineElevation * Math.exp(-0.057 / sineElevation);
}

/** Returns the diffuse share of the global irradiance by clearness index, after Erbs. */
export function diffuseShare(clearness: number): number {
  if (clearness <= 0.22) return 1 - 0.09 * clearness;
  if (clearness > 0.8) return 0.165;
  const k = clearness;
  return 0.9511 - 0.1604 * k + 4.388 * k ** 2 - 16.638 * k ** 3 + 12.336 * k ** 4;
}

/** Returns the temperature of `weatherAt`, in °C. */
export function temperatureAt(site: SiteSpec, ts: number, cover = coverAt(site, ts)): number {
  const { climate, seed } = site;
  const { hour, day } = localTime(site.zone, ts);
  const warmest = site.latitude >= 0 ? WARMEST_NORTH : WARMEST_SOUTH;
  const season = Math.cos(
    (2 * Math.PI * ((day + hour / 24) % YEAR_DAYS) - 2 * Math.PI * warmest) / YEAR_DAYS,
  );
  const daily = Math.cos((2 * Math.PI * (hour - 14.5)) / 24) * (1 - 0.5 * cover);
  const front = 3.5 * noise(seed + 6, ts, 3 * DAY) + 0.4 * noise(seed + 7, ts, 20 * MINUTE);
  return climate.mean + climate.yearly * season + climate.daily * daily + front;
}

export function weatherAt(site: SiteSpec, ts: number): Weather {
  const sun = sunPosition(site.latitude, site.longitude, ts);
  const sine = Math.sin(sun.elevation * DEG);
  const cover = coverAt(site, ts);
  const global = clearSky(sine) * transmissionAt(site, ts, cover);
  const clearness = sine > MIN_SINE ? Math.min(1, global / (sun.extraterrestrial * sine)) : 0;
  const diffuse = global * diffuseShare(clearness);
  const direct = sine > MIN_SINE ? (global - diffuse) / sine : 0;
  const temperature = temperatureAt(site, ts, cover);
  const gust = 1 + 0.5 * noise(site.seed + 8, ts, 3 * HOUR) + 0.3 * noise(site.seed + 9, ts, 2 * MINUTE);
  const humidity = 62 + 25 * cover - 1.1 * (temperature - site.climate.mean);
  const wind = site.climate.wind * clamp(gust, 0.05, 2);
  return { sun, global, diffuse, direct, cover, temperature, wind, humidity: clamp(humidity, 12, 100) };
}

/** Returns the irradiance in the plane of a tilted array, W/m² (isotropic sky). */
export function planeIrradiance(weather: Weather, array: ArraySpec): number {
  const { sun, direct, diffuse, global } = weather;
  const elevation = sun.elevation * DEG;
  const tilt = array.tilt * DEG;
  const incidence =
    Math.sin(elevation) * Math.cos(tilt) +
    Math.cos(elevation) * Math.sin(tilt) * Math.cos((sun.azimuth - array.azimuth) * DEG);
  const beam = direct * Math.max(0, incidence);
  return beam + (diffuse * (1 + Math.cos(tilt))) / 2 + (global * ALBEDO * (1 - Math.cos(tilt))) / 2;
}
