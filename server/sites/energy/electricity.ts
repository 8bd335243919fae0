/** C022–C029: energy and cost of a station by price period. */
import type { components } from '../../../generated/api.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import {
  type Bucket,
  bucketBounds,
  DAY_MS,
  isoLocal,
  MAX_BUCKETS,
} from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type OpenStation, openStation } from '../stations/open.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { checkWindow } from '../telemetry/read/needs.ts';
import { stationVariables } from '../telemetry/variableAccess.ts';
import { sumCharge } from './charge.ts';
import { enteredOf } from './dayPrices.ts';
import { withHourlyPrices } from './hourlyPrices.ts';
import { chooseLabels, readLabels } from './labels.ts';
import { labelMeters } from './labelTree.ts';
import { isMeter, type MeterContext, metersOfRole, readMeters, requireMeters } from './meters.ts';
import { type PricePeriod, type PriceWindow, priceWindows, type Tariff } from './priceClock.ts';

type Question = components['schemas']['ElectricityTrendQuestion'];
type Answer = components['schemas']['ElectricityChargeTrend'];

export const ENERGY_UNIT = 'kWh';
const MAX_PRICED_YEARS = 10;

/** Reads all present and past tariffs of a kind that the caller may use with the action. */
export async function readTariffs(
  trx: ScopedTrx,
  caller: Session,
  stationSn: string,
  chargeType: string,
  action = 'list',
): Promise<Tariff[]> {
  const rows = await trx
    .selectFrom(seen(trx, caller, 'stationChargeConfig', action).as('c'))
    .select(['effectiveFrom', 'currency', 'price', 'periods', 'priceVariable', 'byHour'])
    .where('stationSn', '=', stationSn)
    .where('chargeType', '=', chargeType)
    .execute();
  return rows.map(({ periods, byHour, ...row }) => ({
    ...{ ...row, periods: periods as PricePeriod[] | null },
    ...enteredOf({ byHour }, stationSn, chargeType),
  }));
}

/**
 * Returns the currency of the priced windows. Null without prices. Throws for several currencies, because
 * their sums make no sense.
 */
export function currencyOf(windows: readonly PriceWindow[]): string | null {
  const [currency = null, second] = new Set(windows.flatMap((window) => window.currency ?? []));
  if (second !== undefined) throw new AppError('energy.twoCurrencies');
  return currency;
}

export async function tariffWindows(
  ctx: Pick<MeterContext, 'db' | 'session' | 'permission' | 'telemetry'>,
  stationSn: string,
  chargeType: string,
  windowOf: (zone: string) => { from: number; to: number; bucket: Bucket },
): Promise<{ station: OpenStation; zone: string; bounds: number[]; windows: PriceWindow[] }> {
  const { station, tariffs } = await ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    return { station: opened, tariffs: await readTariffs(trx, ctx.session, stationSn, chargeType) };
  });
  const zone = station.timeZone;
  const { bucket, ...window } = windowOf(zone);
  // Limits the window, because every day has its own prices, independent of the bucket length.
  if (window.to - window.from > MAX_PRICED_YEARS * 366 * DAY_MS)
    throw new AppError('telemetry.windowTooLong', { limit: MAX_PRICED_YEARS });
  const priced = await withHourlyPrices(ctx, tariffs, window, zone);
  try {
    const bounds = bucketBounds(window, bucket, zone);
    return { station, zone, bounds, windows: priceWindows(priced, window, bucket, zone) };
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
    throw error;
  }
}

interface MeterQuestion extends Pick<Question, 'stationSn' | 'role' | 'sns' | 'labels'> {
  windowOf(zone: string): { from: number; to: number; bucket: Bucket };
}

/** Finds the meters to count: the named meters, those of energy labels, or those of the role. */
async function findRequestedMeters(
  ctx: MeterContext,
  station: OpenStation,
  question: MeterQuestion,
  role: string,
): Promise<TelemetryVariable[]> {
  const { db, session } = ctx;
  const { stationSn, sns, labels: ids } = question;
  if (sns?.length) return requireMeters(ctx, station, sns, ENERGY_UNIT);
  if (!ids?.length) return metersOfRole(ctx, station, role, ENERGY_UNIT);
  const labels = await db.tenant(session.tenantId, (trx) => readLabels(trx, session, { stationSn }));
  const chosen = chooseLabels(labels, ids);
  const meters = new Set(chosen.flatMap((label) => labelMeters(labels, label)));
  const variables = await stationVariables(ctx, station, [...meters]);
  return variables.filter((variable) => isMeter(variable, ENERGY_UNIT));
}

export async function readElectricityCharge(ctx: MeterContext, question: MeterQuestion): Promise<Answer> {
  const { stationSn, role = 'gridImport', windowOf } = question;
  const chargeType = role === 'gridExport' ? 'feedIn' : 'energy';
  const { station, zone, bounds, windows } = await tariffWindows(ctx, stationSn, chargeType, windowOf);
  if (windows.length > MAX_BUCKETS) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
  const currency = currencyOf(windows);
  const meters = await findRequestedMeters(ctx, station, question, role);
  const edges = [...windows.map(({ from }) => from), ...windows.slice(-1).map(({ to }) => to)];
  const counted = await readMeters(ctx, meters, edges, { unit: ENERGY_UNIT, zone });
  const energies = windows.map((_, index) =>
    sumExact([...counted.values()].map((values) => values[index] ?? null)),
  );
  const charge = sumCharge(windows, energies, bounds.length - 1);
  const timeKeys = bounds.slice(0, -1).map((ts) => isoLocal(ts, zone));
  return { currency, meters: meters.length, time_keys: timeKeys, ...charge };
}

export const windowOfQuestion = ({ from, to }: Pick<Question, 'from' | 'to'>, bucket: Bucket) => ({
  ...checkWindow(Date.parse(from), Date.parse(to)),
  bucket,
});
