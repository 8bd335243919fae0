/**
 * Profit of stations by their own prices. Energy that is fed in or discharged earns the price of its time, and charging
 * costs it. Each figure equals the station's own bill, per currency.
 */
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { bucketBounds, isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import { enteredOf } from '../energy/dayPrices.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { type PriceSource, withHourlyPrices } from '../energy/hourlyPrices.ts';
import { type MeterSource, readMeters } from '../energy/meters.ts';
import { type PricePeriod, priceWindows, type Tariff } from '../energy/priceClock.ts';
import { type BandSum, bandsOf, PROFIT_ROLES, type ProfitRole } from './bands.ts';
import type { WindowOf } from './energies.ts';
import type { FleetContext, FleetMeter, FleetStation } from './stations.ts';

/** Maximum number of figures in one query. Larger queries are split. */
const FIGURES = 200_000;
const KEY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the key of a time's day, or of the month that starts at the time. */
export const keyAt = (ts: number, zone: string): string => isoLocal(ts, zone).slice(0, KEY_LENGTH);

export interface StationTariff extends Tariff {
  stationSn: string;
  chargeType: string;
  byHour: boolean | null;
}

/** Reads all tariffs of these stations that the caller may list, in one query. */
export async function stationTariffs(
  { db, session }: FleetContext,
  sns: readonly string[],
): Promise<StationTariff[]> {
  if (sns.length === 0) return [];
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'stationChargeConfig').as('c'))
      .select([
        'c.stationSn',
        'c.chargeType',
        'c.effectiveFrom',
        'c.currency',
        'c.price',
        'c.periods',
        'c.priceVariable',
        'c.byHour',
      ])
      .where('c.stationSn', 'in', [...sns])
      .orderBy('c.effectiveFrom')
      .execute(),
  );
  return rows.map(({ periods, ...row }) => ({ ...row, periods: periods as PricePeriod[] | null }));
}

export interface PricedMeters {
  stationSn: string;
  zone: string;
  role: ProfitRole;
  variables: FleetMeter['variable'][];
  tariffs: Tariff[];
}

/** Returns the meters of each station and role with the prices of their energy. Meters without prices are left out. */
export function pricedMeters(
  stations: readonly Pick<FleetStation, 'sn' | 'zone'>[],
  meters: readonly FleetMeter[],
  tariffs: readonly StationTariff[],
): PricedMeters[] {
  const pricesOf = Map.groupBy(tariffs, ({ stationSn, chargeType }) => `${stationSn} ${chargeType}`);
  const metersOf = Map.groupBy(meters, ({ variable, role }) => `${variable.stationSn} ${role}`);
  return stations.flatMap(({ sn, zone }) =>
    PROFIT_ROLES.flatMap((role): PricedMeters[] => {
      const own = metersOf.get(`${sn} ${role}`);
      const chargeType = role === 'gridExport' ? 'feedIn' : 'energy';
      const prices = pricesOf.get(`${sn} ${chargeType}`);
      if (!own || !prices) return [];
      const plain = prices.map(({ effectiveFrom, currency, price, periods, priceVariable, byHour }) => ({
        ...{ effectiveFrom, currency, price, periods, priceVariable: priceVariable ?? null },
        ...enteredOf({ byHour }, sn, chargeType),
      }));
      return [{ stationSn: sn, zone, role, variables: own.map(({ variable }) => variable), tariffs: plain }];
    }),
  );
}

/** The amounts of a station in one currency, by the days or months of its local calendar. */
export interface StationBands {
  stationSn: string;
  currency: string;
  buckets: Map<string, BandSum[]>;
}

/** Reads energies. Stations whose prices change at the same times share a query. */
async function countEnergies(
  source: MeterSource,
  group: readonly PricedMeters[],
  edges: readonly number[],
): Promise<Map<string, (number | null)[]>> {
  const variables = group.flatMap((one) => one.variables);
  const size = Math.max(1, Math.floor(FIGURES / edges.length));
  const zone = group[0]!.zone;
  const counted = new Map<string, (number | null)[]>();
  for (let at = 0; at < variables.length; at += size) {
    const part = await readMeters(source, variables.slice(at, at + size), edges, { unit: ENERGY_UNIT, zone });
    for (const [sn, values] of part) counted.set(sn, values);
  }
  return counted;
}

/** The source of the amounts and of their prices. */
type BandSource = MeterSource & PriceSource;

async function groupBands(
  source: BandSource | null,
  group: readonly PricedMeters[],
  windowOf: WindowOf,
): Promise<StationBands[]> {
  const { tariffs, zone } = group[0]!;
  const { bucket, ...window } = windowOf(zone);
  const priced = source ? await withHourlyPrices(source, tariffs, window, zone) : tariffs;
  const windows = priceWindows(priced, window, bucket, zone);
  const keys = bucketBounds(window, bucket, zone)
    .slice(0, -1)
    .map((ts) => keyAt(ts, zone));
  const edges = [...windows.map(({ from }) => from), ...windows.slice(-1).map(({ to }) => to)];
  const counted = source ? await countEnergies(source, group, edges) : new Map<string, (number | null)[]>();
  return group.flatMap(({ stationSn, role, variables }) => {
    const energies = windows.map((_, at) =>
      sumExact(variables.map(({ sn }) => counted.get(sn)?.[at] ?? null)),
    );
    return [...bandsOf(role, windows, energies, keys)].map(([currency, buckets]) => ({
      ...{ stationSn, currency, buckets },
    }));
  });
}

/** Computes the profit of meters from their roll-ups. Without a source, returns only prices. */
export async function countBands(
  source: BandSource | null,
  priced: readonly PricedMeters[],
  windowOf: WindowOf,
): Promise<StationBands[]> {
  const groups = Map.groupBy(priced, ({ zone, tariffs }) => `${zone} ${JSON.stringify(tariffs)}`);
  const all: StationBands[] = [];
  for (const group of groups.values()) all.push(...(await groupBands(source, group, windowOf)));
  return joinRoles(all);
}

/** Merges the roles of a station in one currency. */
function joinRoles(all: readonly StationBands[]): StationBands[] {
  const groups = Map.groupBy(all, ({ stationSn, currency }) => `${stationSn} ${currency}`);
  return [...groups.values()].map(([first, ...others]) => {
    const buckets = new Map(first!.buckets);
    for (const [key, bands] of others.flatMap((one) => [...one.buckets]))
      buckets.set(key, [...(buckets.get(key) ?? []), ...bands]);
    return { ...first!, buckets };
  });
}
