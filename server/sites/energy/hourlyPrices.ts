/** Tariffs whose prices are the values of a variable, such as those of a day-ahead market. */

import { convertUnit, findEnergyPrice } from '../../../runtime/core/numbers/unit.ts';
import { HOUR_MS, MAX_BUCKETS, type TimeWindow } from '../../../runtime/core/time/timeWindow.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { priceVariables } from '../telemetry/variableAccess.ts';
import type { HourlyPrice, Tariff } from './priceClock.ts';

export interface PriceSource {
  session: Pick<HandlerContext['session'], 'tenantId'>;
  telemetry: HandlerContext['telemetry'];
}

/** Four prices an hour over the longest time that is billed at once. */
const MOST_PRICES = 4 * 24 * 366 * 10;

/** Each price holds from its time until the next one, and for an hour at most. Pure; `points` are in the order of time. */
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

/** The same tariffs, with the prices of a window where a variable says them. */
export async function withHourlyPrices<T extends Tariff>(
  source: PriceSource,
  tariffs: readonly T[],
  window: TimeWindow,
): Promise<T[]> {
  const sns = [...new Set(tariffs.flatMap(({ priceVariable }) => priceVariable ?? []))];
  const prices = new Map<string, HourlyPrice[]>();
  for (const sn of sns) prices.set(sn, await readPrices(source, sn, window));
  return tariffs.map((tariff) =>
    tariff.priceVariable ? { ...tariff, hourly: prices.get(tariff.priceVariable) ?? [] } : tariff,
  );
}
