/**
 * Reads what stations earned from the days and months that are kept, and counts the rest: the running day, and stations
 * whose meters, prices or days are not those that were kept. A reader who sees other prices is shown what these make.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Decimal, parseDecimal, sumDecimals } from '../../../runtime/core/decimal.ts';
import { startDay, startUnit } from '../../../runtime/core/timeWindow.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { ProfitBand } from '../../platform/db/jsonShapes.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { amountOf, type BandSum, bandOfText, joinBands } from './bands.ts';
import type { WindowOf } from './energies.ts';
import { countBands, keyAt, type PricedMeters, type StationBands } from './profit.ts';
import type { FleetContext } from './stations.ts';

/** Names the settings of a variable that are in its statistics. */
const settingsOfVariable = ({ id, unit, kind, rollOver, formula, calculation }: TelemetryVariable) => [
  ...[id, unit, kind, rollOver, formula, calculation?.basis],
  calculation?.inputs.map((input) => [input.id, input.unit, input.kind, input.rollOver]),
];

/** Names what the figures of a station are counted by; null where a meter goes by another clock, and nothing is kept. */
export function settingsOf(priced: readonly PricedMeters[]): string | null {
  const own = priced.flatMap(({ zone, variables }) => variables.map((variable) => ({ zone, variable })));
  if (own.some(({ zone, variable }) => variable.zone !== zone)) return null;
  const parts = priced.map(({ zone, role, tariffs, variables }) => [
    ...[zone, role, tariffs, variables.map(settingsOfVariable)],
  ]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The money of one currency, with the stations that have prices in it. */
export interface CurrencyProfit {
  currency: string;
  stations: Set<string>;
  amounts: Map<string, Decimal>;
}

type Sums = Map<string, CurrencyProfit>;

function profitIn(sums: Sums, currency: string): CurrencyProfit {
  const found = sums.get(currency) ?? { currency, stations: new Set(), amounts: new Map() };
  sums.set(currency, found);
  return found;
}

function addAmount(sums: Sums, currency: string, key: string, amount: Decimal | null): void {
  const { amounts } = profitIn(sums, currency);
  const before = amounts.get(key);
  if (amount) amounts.set(key, before ? sumDecimals([before, amount]) : amount);
}

function addStations(sums: Sums, counted: readonly StationBands[]): void {
  for (const { stationSn, currency, buckets } of counted) {
    profitIn(sums, currency).stations.add(stationSn);
    for (const [key, bands] of buckets) addAmount(sums, currency, key, amountOf(bands));
  }
}

interface Span {
  span: 'day' | 'month';
  /** Keys of days: the first, and the one behind the last. */
  from: string;
  to: string;
  /** The running day and month of the zone. */
  today: string;
  month: string;
}

/** Finds those of these stations of which all months of a window are kept up to the running day. */
async function findKept(
  trx: ScopedTrx,
  tenantId: number,
  settings: ReadonlyMap<string, string>,
  { from, to, today }: Span,
): Promise<string[]> {
  const { rows } = await sql<{ stationSn: string }>`
    select b.station_sn from profit_book b
      join unnest(${[...settings.keys()]}::text[], ${[...settings.values()]}::text[]) as s(sn, settings)
        on s.sn = b.station_sn and s.settings = b.settings
     where b.tenant_id = ${tenantId} and b.month >= ${from}::date and b.month < ${to}::date
       and b.until = least((b.month + interval '1 month')::date, ${today}::date)
     group by 1
    having count(*) = (select count(*) from generate_series(date_trunc('month', ${from}::date),
      least(${to}::date - 1, ${today}::date), interval '1 month'))`.execute(trx);
  return rows.map(({ stationSn }) => stationSn);
}

interface KeptSums {
  currencies: { currency: string; stations: string[] }[];
  amounts: { currency: string; key: string; amount: string }[];
  /** The running month, where months are asked for. */
  running: { stationSn: string; currency: string; bands: ProfitBand[] }[];
}

async function readKept(
  trx: ScopedTrx,
  tenantId: number,
  sns: readonly string[],
  { span, from, to, month }: Span,
): Promise<KeptSums> {
  const kept = sql`from profit_kept where tenant_id = ${tenantId} and station_sn = any(${[...sns]}::text[])`;
  const inside = sql`start < ${to}::date and start >= ${from}::date`;
  const currencies = await sql<KeptSums['currencies'][number]>`
    select currency, array_agg(distinct station_sn) as stations ${kept} and span = 'month' and ${inside}
     group by 1`.execute(trx);
  const amounts = await sql<KeptSums['amounts'][number]>`
    select currency, start::text as key, sum(amount)::text as amount ${kept} and span = ${span} and ${inside}
       and amount is not null and (${span} = 'day' or start < ${month}::date) group by 1, 2`.execute(trx);
  const isRunning = span === 'month' && month >= from && month < to;
  const running = isRunning
    ? await sql<KeptSums['running'][number]>`
        select station_sn, currency, bands ${kept} and span = 'month' and start = ${month}::date`.execute(trx)
    : { rows: [] };
  return { currencies: currencies.rows, amounts: amounts.rows, running: running.rows };
}

/** Adds the running day to what was kept of the running month. */
function joinRunning(
  kept: KeptSums['running'],
  counted: readonly StationBands[],
  month: string,
): StationBands[] {
  const keptBands = kept.map(({ bands, ...rest }): [string, StationBands] => [
    `${rest.stationSn} ${rest.currency}`,
    { ...rest, buckets: new Map([[month, bands.flatMap(bandOfText)]]) },
  ]);
  const all = new Map(keptBands);
  for (const one of counted) {
    const key = `${one.stationSn} ${one.currency}`;
    const before: readonly BandSum[] = all.get(key)?.buckets.get(month) ?? [];
    const bands = joinBands([...before, ...[...one.buckets.values()].flat()]);
    all.set(key, { ...one, buckets: new Map([[month, bands]]) });
  }
  return [...all.values()].filter(({ buckets }) => buckets.get(month)!.length > 0);
}

/** The stations of one time zone; answers those that have to be counted from roll-ups. */
async function addKept(
  ctx: FleetContext,
  sums: Sums,
  priced: readonly PricedMeters[],
  windowOf: WindowOf,
  today: () => Promise<StationBands[]>,
): Promise<Set<string>> {
  const { db, session } = ctx;
  const { zone } = priced[0]!;
  const { from, to, bucket } = windowOf(zone);
  const now = Date.now();
  const day = startDay(now, zone);
  const span: Span = {
    ...{ span: bucket === 'month' ? 'month' : 'day', from: keyAt(from, zone), to: keyAt(to, zone) },
    ...{ today: keyAt(day, zone), month: keyAt(startUnit(now, 'month', zone), zone) },
  };
  const groups = [...Map.groupBy(priced, ({ stationSn }) => stationSn)];
  const settings = new Map(
    groups.flatMap(([sn, own]): [string, string][] => {
      const name = settingsOf(own);
      return name === null ? [] : [[sn, name]];
    }),
  );
  const { sns, kept } = await db.tenant(session.tenantId, async (trx) => {
    const found = await findKept(trx, session.tenantId, settings, span);
    return { sns: new Set(found), kept: await readKept(trx, session.tenantId, found, span) };
  });
  for (const { currency, stations } of kept.currencies)
    for (const sn of stations) profitIn(sums, currency).stations.add(sn);
  for (const { currency, key, amount } of kept.amounts) addAmount(sums, currency, key, parseDecimal(amount));
  if (day >= from && day < to) {
    const counted = (await today()).filter(({ stationSn }) => sns.has(stationSn));
    addStations(sums, span.span === 'day' ? counted : joinRunning(kept.running, counted, span.month));
  }
  return new Set(groups.flatMap(([sn]) => (sns.has(sn) ? [] : [sn])));
}

/** Reads what stations earned by the days of a month or the months of a year of their own calendars. */
export async function readCourse(
  ctx: FleetContext,
  priced: readonly PricedMeters[],
  windowOf: WindowOf,
  today: () => Promise<StationBands[]>,
): Promise<CurrencyProfit[]> {
  const sums: Sums = new Map();
  const rest = new Set<string>();
  for (const group of Map.groupBy(priced, ({ zone }) => zone).values())
    for (const sn of await addKept(ctx, sums, group, windowOf, today)) rest.add(sn);
  const others = priced.filter(({ stationSn }) => rest.has(stationSn));
  addStations(sums, await countBands(ctx, others, windowOf));
  return inOrder(sums);
}

/** The money that was counted, by its currencies. */
export function sumProfits(counted: readonly StationBands[]): CurrencyProfit[] {
  const sums: Sums = new Map();
  addStations(sums, counted);
  return inOrder(sums);
}

/** The currency that most stations have comes first. */
const inOrder = (sums: Sums): CurrencyProfit[] =>
  [...sums.values()].sort((a, b) => b.stations.size - a.stations.size || (a.currency < b.currency ? -1 : 1));
