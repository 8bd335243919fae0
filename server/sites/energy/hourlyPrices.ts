/** Tariffs whose prices are values of a variable, such as the prices of a day-ahead market. */

import { convertUnit, findEnergyPrice } from '../../../runtime/core/numbers/unit.ts';
import { HOUR_MS, MAX_BUCKETS, type TimeWindow } from '../../../runtime/core/time/timeWindow.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { priceVariables } from '../telemetry/variableAccess.ts';
import { type DaySource, readDayPrices } from './dayPrices.ts';
import type { HourlyPrice, Tariff } from './priceClock.ts';

export interface PriceSource extends DaySource {
  telemetry: HandlerContext['telemetry'];
}

/** Maximum number of prices: four per hour over the longest billed period. */
const MOST_PRICES = 4 * 24 * 366 * 10;

/**
 * Returns prices with their times. A price applies from its time until the next price, at most for an hour.
 * Pure. `points` are in the order of time.
 */
export function spanPrices(points: readonly (readonly [number, number])[], factor: number): HourlyPrice[] {
  return points.map(([from, value], index) => ({
    from,
    to: Math.min(points[index + 1]?.[0] ?? Number.POSITIVE_INFINITY, from + HOUR_MS),
    price: convertUnit(value, factor),
  }));
}

async function readPrices(source: PriceSource, sn: string, { from, to }: TimeWindow): Promise<HourlyPrice[]> {
  const { session, telemetry } = source;
  const variables = await priceVariables(source, sn);
  const priced = findEnergyPrice(variables[0]?.unit ?? '');
  if (!priced) return [];
  const window = { from: from - HOUR_MS, to };
  const [series] = await telemetry.measured({
    ...{ tenantId: session.tenantId, variables, ...window },
    maxPoints: MOST_PRICES,
  });
  if (series?.more) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
  return spanPrices(series?.points ?? [], priced.factor);
}

/** Returns the tariffs with the prices within a window, read from a variable or from daily prices. */
export async function withHourlyPrices<T extends Tariff>(
  source: PriceSource,
  tariffs: readonly T[],
  window: TimeWindow,
  zone: string,
): Promise<T[]> {
  const known = new Map<string, Promise<HourlyPrice[]>>();
  const once = (key: string, read: () => Promise<HourlyPrice[]>): Promise<HourlyPrice[]> => {
    const prices = known.get(key) ?? read();
    known.set(key, prices);
    return prices;
  };
  const priced: T[] = [];
  for (const tariff of tariffs) {
    const { priceVariable: sn, entered } = tariff;
    if (sn) priced.push({ ...tariff, hourly: await once(sn, () => readPrices(source, sn, window)) });
    else if (entered) {
      const read = () => readDayPrices(source, entered, window, zone);
      priced.push({ ...tariff, hourly: await once(JSON.stringify(entered), read) });
    } else priced.push(tariff);
  }
  return priced;
}
