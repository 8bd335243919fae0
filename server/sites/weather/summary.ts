/** Summarizes hourly records as the current weather and whole days in the station's time zone. */
import type { components } from '../../../generated/api.ts';
import { startDay, unitNext } from '../../../runtime/core/time/timeWindow.ts';
import { dayIn } from '../stations/details.ts';
import type { WeatherRecord } from './types.ts';

type Moment = components['schemas']['WeatherMoment'];
type Day = components['schemas']['WeatherDay'];
type Sky = components['schemas']['Sky'];

const DAYS = 4;
const NEAR_MS = 5_400_000;
const CLEAR_BELOW = 0.3;
const OVERCAST_FROM = 0.7;

const numbersOf = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

function skyOf(cover: number | null, dark: boolean): Sky {
  if (cover === null) return 'unknown';
  if (cover >= OVERCAST_FROM) return 'overcast';
  if (cover >= CLEAR_BELOW) return 'partly';
  return dark ? 'night' : 'clear';
}

/** Returns the record nearest to now. Null if it is too far away. */
export function momentOf(records: readonly WeatherRecord[], now: number): Moment | null {
  const distance = ({ ts }: WeatherRecord) => Math.abs(ts - now);
  const nearest = records.reduce<WeatherRecord | null>(
    (best, record) => (best === null || distance(record) < distance(best) ? record : best),
    null,
  );
  if (!nearest || distance(nearest) > NEAR_MS) return null;
  const { ts, cover, ...figures } = nearest;
  return { ...figures, ts: new Date(ts).toISOString(), sky: skyOf(cover, figures.irradiance === 0) };
}

function makeDay(date: string, records: readonly WeatherRecord[]): Day {
  const temperatures = numbersOf(records.map(({ temperature }) => temperature));
  const irradiances = numbersOf(records.map(({ irradiance }) => irradiance));
  const light = records.filter(({ irradiance }) => irradiance !== 0);
  const covers = numbersOf(light.map(({ cover }) => cover));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return {
    date,
    min: temperatures.length > 0 ? Math.min(...temperatures) : null,
    max: temperatures.length > 0 ? Math.max(...temperatures) : null,
    irradiation: irradiances.length > 0 ? sum(irradiances) / 1000 : null,
    sky: skyOf(covers.length > 0 ? sum(covers) / covers.length : null, false),
  };
}

/** Returns today and the next days. Days with very few records are left out. */
export function daysOf(records: readonly WeatherRecord[], now: number, zone: string): Day[] {
  const days: Day[] = [];
  let from = startDay(now, zone);
  for (let count = 0; count < DAYS; count++) {
    const to = unitNext(from, 'day', zone);
    const within = records.filter(({ ts }) => ts >= from && ts < to);
    if (within.length >= (to - from) / NEAR_MS) days.push(makeDay(dayIn(zone, from), within));
    from = to;
  }
  return days;
}
