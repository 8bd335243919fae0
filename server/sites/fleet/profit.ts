/**
 * Stations earn by their own prices: by what they feed in, and what they discharge at the price of that time, less what
 * they charge. Each figure is that of the station's own bill; each currency stands by itself.
 */
import { type Decimal, decimalText, NONE, parseDecimal, sumDecimals } from '../../../runtime/core/decimal.ts';
import { moneyText } from '../../../runtime/core/money.ts';
import { bucketBounds, isoLocal } from '../../../runtime/core/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import { sumCharge } from '../energy/charge.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { readMeters } from '../energy/meters.ts';
import { type PricePeriod, type PriceWindow, priceWindows, type Tariff } from '../energy/priceClock.ts';
import { sumValues } from '../overview/photovoltaic.ts';
import type { WindowOf } from './energies.ts';
import type { FleetContext, FleetMeter, FleetStation } from './stations.ts';

const EARNS = { gridExport: 1, discharge: 1, charge: -1 } as const;
type Role = keyof typeof EARNS;
export const PROFIT_ROLES = Object.keys(EARNS) as Role[];
/** A question for more figures than this is put in parts. */
const FIGURES = 200_000;
const KEY_LENGTH = 'YYYY-MM-DD'.length;

export interface StationProfit {
  stationSn: string;
  currency: string;
  /** By day or month as the calendar of the station names them; null: no price or nothing counted. */
  amounts: Map<string, Decimal>;
}

type StationTariff = Tariff & { stationSn: string; chargeType: string };

/** Every tariff of these stations that the asker may list, in one question. */
async function readTariffs({ db, session }: FleetContext, sns: readonly string[]): Promise<StationTariff[]> {
  if (sns.length === 0) return [];
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'stationChargeConfig').as('c'))
      .select(['c.stationSn', 'c.chargeType', 'c.effectiveFrom', 'c.currency', 'c.price', 'c.periods'])
      .where('c.stationSn', 'in', [...sns])
      .orderBy('c.effectiveFrom')
      .execute(),
  );
  return rows.map(({ periods, ...row }) => ({ ...row, periods: periods as PricePeriod[] | null }));
}

interface Priced {
  stationSn: string;
  zone: string;
  role: Role;
  variables: FleetMeter['variable'][];
  tariffs: Tariff[];
}

/** The meters of each station and role with the prices that they are paid by; those without any earn nothing. */
function pricedMeters(
  stations: readonly FleetStation[],
  meters: readonly FleetMeter[],
  tariffs: readonly StationTariff[],
): Priced[] {
  const pricesOf = Map.groupBy(tariffs, ({ stationSn, chargeType }) => `${stationSn} ${chargeType}`);
  const metersOf = Map.groupBy(meters, ({ variable, role }) => `${variable.stationSn} ${role}`);
  return stations.flatMap(({ sn, zone }) =>
    PROFIT_ROLES.flatMap((role): Priced[] => {
      const own = metersOf.get(`${sn} ${role}`);
      const prices = pricesOf.get(`${sn} ${role === 'gridExport' ? 'feedIn' : 'energy'}`);
      if (!own || !prices) return [];
      const plain = prices.map(({ stationSn: _, chargeType: __, ...tariff }) => tariff);
      return [{ stationSn: sn, zone, role, variables: own.map(({ variable }) => variable), tariffs: plain }];
    }),
  );
}

/** The amounts of one station and role by bucket, for each currency that its prices are in. */
function amountsOf(
  windows: readonly PriceWindow[],
  energies: readonly (number | null)[],
  keys: readonly string[],
): { currency: string; amounts: (Decimal | null)[] }[] {
  const currencies = new Set(windows.flatMap(({ currency }) => currency ?? []));
  return [...currencies].map((currency) => {
    const inside = windows.flatMap((window, at) =>
      window.currency === currency ? [{ window, energy: energies[at] ?? null }] : [],
    );
    const charge = sumCharge(
      inside.map(({ window }) => window),
      inside.map(({ energy }) => energy),
      keys.length,
    );
    const amounts = keys.map((_, at) => {
      const costs = charge.bands.flatMap(({ costs }) => (costs[at] ? (parseDecimal(costs[at]) ?? []) : []));
      return costs.length === 0 ? null : sumDecimals(costs);
    });
    return { currency, amounts };
  });
}

/** Stations whose prices change at the same moments are asked about together. */
async function countEnergies(
  ctx: FleetContext,
  group: readonly Priced[],
  edges: readonly number[],
): Promise<Map<string, (number | null)[]>> {
  const variables = group.flatMap((one) => one.variables);
  const size = Math.max(1, Math.floor(FIGURES / edges.length));
  const zone = group[0]!.zone;
  const counted = new Map<string, (number | null)[]>();
  for (let at = 0; at < variables.length; at += size) {
    const part = await readMeters(ctx, variables.slice(at, at + size), edges, { unit: ENERGY_UNIT, zone });
    for (const [sn, values] of part) counted.set(sn, values);
  }
  return counted;
}

async function groupProfits(
  ctx: FleetContext,
  group: readonly Priced[],
  windowOf: WindowOf,
): Promise<StationProfit[]> {
  const { tariffs, zone } = group[0]!;
  const { bucket, ...window } = windowOf(zone);
  const windows = priceWindows(tariffs, window, bucket, zone);
  const keys = bucketBounds(window, bucket, zone)
    .slice(0, -1)
    .map((ts) => isoLocal(ts, zone).slice(0, KEY_LENGTH));
  const edges = [...windows.map(({ from }) => from), ...windows.slice(-1).map(({ to }) => to)];
  const counted = await countEnergies(ctx, group, edges);
  return group.flatMap(({ stationSn, role, variables }) => {
    const energies = windows.map((_, at) =>
      sumValues(variables.map(({ sn }) => counted.get(sn)?.[at] ?? null)),
    );
    return amountsOf(windows, energies, keys).map(({ currency, amounts }) => ({
      ...{ stationSn, currency },
      amounts: new Map(
        amounts.flatMap((amount, at) => (amount === null ? [] : [[keys[at]!, amount.times(EARNS[role])]])),
      ),
    }));
  });
}

/** Reads what each station earned by the days or months of its own calendar. */
export async function readProfits(
  ctx: FleetContext,
  stations: readonly FleetStation[],
  meters: readonly FleetMeter[],
  windowOf: WindowOf,
): Promise<StationProfit[]> {
  const tariffs = await readTariffs(
    ctx,
    stations.map(({ sn }) => sn),
  );
  const priced = pricedMeters(stations, meters, tariffs);
  const groups = Map.groupBy(priced, ({ zone, tariffs: prices }) => `${zone} ${JSON.stringify(prices)}`);
  const profits: StationProfit[] = [];
  for (const group of groups.values()) profits.push(...(await groupProfits(ctx, group, windowOf)));
  return profits;
}

export const sumAmounts = (profits: readonly StationProfit[]): Decimal =>
  profits.reduce((sum, { amounts }) => sumDecimals([sum, ...amounts.values()]), NONE);

/** The sums of each currency, the one that most stations have first. */
export function sumByCurrency(profits: readonly StationProfit[]) {
  const byCurrency = [...Map.groupBy(profits, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    own,
    stations: new Set(own.map(({ stationSn }) => stationSn)).size,
  }));
  return byCurrency.sort((a, b) => b.stations - a.stations || (a.currency < b.currency ? -1 : 1));
}

/** The amounts of a currency by key, with the total that they add up to. */
export function amountsByKey(profits: readonly StationProfit[], keys: readonly string[]) {
  const amounts = keys.map((key) => {
    const known = profits.flatMap((one) => one.amounts.get(key) ?? []);
    return known.length === 0 ? null : moneyText(sumDecimals(known));
  });
  return { amounts, total: moneyText(sumAmounts(profits)) };
}

export const numberOfAmount = (amount: Decimal): number => Number(decimalText(amount));
