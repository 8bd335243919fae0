/**
 * Prices by the local time of a station. Pure. Price periods use wall clock times. An hour that occurs twice is billed
 * twice, and a skipped hour is not billed.
 */
import type { components } from '../../../generated/api.ts';
import {
  type Bucket,
  bucketBounds,
  clockChange,
  DAY_MS,
  endDay,
  startDay,
  type TimeWindow,
  zoneOffset,
} from '../../../runtime/core/time/timeWindow.ts';

export type PriceBand = components['schemas']['PriceBand'];

export interface PricePeriod {
  start: string;
  end: string;
  band: string;
  price: number;
}

export interface HourlyPrice extends TimeWindow {
  price: number;
}

/** A tariff. `price` applies outside all periods. */
export interface Tariff {
  effectiveFrom: string;
  currency: string;
  price: number | null;
  periods: readonly PricePeriod[] | null;
  /** The variable whose values are the prices. */
  priceVariable?: string | null;
  /** The key of the daily prices that users enter. */
  entered?: { stationSn: string; chargeType: string };
  /** The prices of the variable or of these days, in the order of time. */
  hourly?: readonly HourlyPrice[];
}

export interface PriceWindow extends TimeWindow {
  /** The bucket that contains the piece. */
  bucket: number;
  band: PriceBand;
  price: number | null;
  currency: string | null;
}

const MINUTE_MS = 60_000;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the minutes since midnight. 24:00 is the end of the day. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns whether a period covers a minute. If the end is before the start, the period passes midnight. */
const covers = ({ start, end }: PricePeriod, minute: number): boolean => {
  const [from, to] = [minuteOf(start), minuteOf(end)];
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
};

type Rate = Pick<PriceWindow, 'band' | 'price' | 'currency'>;
const UNPRICED: Rate = { band: 'unpriced', price: null, currency: null };

/** Returns the index of the last price that starts at or before a time, or -1. */
function placeAt(prices: readonly HourlyPrice[], ts: number): number {
  let [low, high] = [0, prices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (prices[middle]!.from <= ts) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function rateAt(tariff: Tariff | undefined, minute: number, ts: number): Rate {
  if (!tariff) return UNPRICED;
  const { currency, price, periods, priceVariable, entered, hourly = [] } = tariff;
  if (priceVariable || entered) {
    const known = hourly[placeAt(hourly, ts)];
    return known && ts < known.to ? { band: 'hourly', price: known.price, currency } : UNPRICED;
  }
  const period = periods?.find((period) => covers(period, minute));
  if (period) return { band: period.band as PriceBand, price: period.price, currency };
  return price === null ? UNPRICED : { band: 'single', price, currency };
}

/** Returns the times of a local day at which its price may change or the clock changes. */
function dayCuts(from: number, to: number, tariff: Tariff | undefined, zone: string): number[] {
  const minutes = (tariff?.periods ?? []).flatMap(({ start, end }) => [minuteOf(start), minuteOf(end)]);
  const moved = clockChange(from, to - 1, zone);
  const pieces = moved === null ? [from] : [from, moved];
  const cuts = pieces.flatMap((piece) => {
    const wall = (piece + zoneOffset(piece, zone)) % DAY_MS;
    return minutes.map((minute) => piece + minute * MINUTE_MS - wall).filter((ts) => ts > piece);
  });
  return [...pieces, ...cuts, ...hourlyCuts(from, to, tariff?.hourly ?? [])].filter((ts) => ts < to);
}

function hourlyCuts(from: number, to: number, hourly: readonly HourlyPrice[]): number[] {
  const cuts: number[] = [];
  for (let place = Math.max(0, placeAt(hourly, from)); place < hourly.length; place += 1) {
    const { from: start, to: end } = hourly[place]!;
    if (start >= to) break;
    cuts.push(start, end);
  }
  return cuts.filter((ts) => ts > from);
}

const sameRate = (a: Rate & { bucket: number }, b: Rate & { bucket: number }): boolean =>
  a.bucket === b.bucket && a.band === b.band && a.price === b.price && a.currency === b.currency;

/**
 * Splits a window into pieces with one price, one day and one bucket. A tariff applies from the start of its day. Days
 * are separate, so that their costs add up to the cost of the month.
 */
export function priceWindows(
  tariffs: readonly Tariff[],
  window: TimeWindow,
  bucket: Bucket,
  zone: string,
): PriceWindow[] {
  const newest = tariffs.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  const dateOf = (ts: number) => new Date(ts + zoneOffset(ts, zone)).toISOString().slice(0, DATE_LENGTH);
  const buckets = bucketBounds(window, bucket, zone);
  const windows: PriceWindow[] = [];
  let [start, passed] = [0, 0];
  for (let day = startDay(window.from, zone); day < window.to; day = endDay(day, zone)) {
    const end = endDay(day, zone);
    const date = dateOf(day);
    const tariff = newest.find(({ effectiveFrom }) => effectiveFrom <= date);
    const inside = (ts: number) => ts >= Math.max(day, window.from) && ts < Math.min(end, window.to);
    const first = passed;
    while (passed < buckets.length && buckets[passed]! < end) passed += 1;
    const cuts = [window.from, ...dayCuts(day, end, tariff, zone), ...buckets.slice(first, passed)].filter(
      inside,
    );
    const starts = [...new Set(cuts)].sort((a, b) => a - b);
    const before = windows.length;
    for (const [index, from] of starts.entries()) {
      while (start + 2 < buckets.length && buckets[start + 1]! <= from) start += 1;
      const minute = Math.floor(((from + zoneOffset(from, zone)) % DAY_MS) / MINUTE_MS);
      const next = {
        from,
        to: starts[index + 1] ?? Math.min(end, window.to),
        bucket: start,
        ...rateAt(tariff, minute, from),
      };
      const last = windows.at(-1);
      if (last && windows.length > before && sameRate(last, next)) last.to = next.to;
      else windows.push(next);
    }
  }
  return windows;
}
