/**
 * Reads the profit of stations from stored days and months, and computes the rest. The rest is the current day, and
 * stations whose meters, prices or days differ from the stored ones. A reader who sees other prices gets figures
 * computed with these prices.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Decimal, parseDecimal, sumDecimals } from '../../../runtime/core/numbers/decimal.ts';
import { startDay, startUnit } from '../../../runtime/core/time/timeWindow.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { ProfitBand } from '../../platform/db/tables/jsonShapes.ts';
import { settingsOfVariable } from '../energy/stamps.ts';
import { amountOf, amountsOfDays, type BandSum, bandOfText, joinBands } from './bands.ts';
import { running, type WindowOf } from './energies.ts';
import { countBands, keyAt, type PricedMeters, type StationBands } from './profit.ts';
import type { FleetContext } from './stations.ts';

/** Identifies the rounding method. A changed value makes all figures be computed again. */
const ROUNDING = 'days add up to their month';

/**
 * Returns a hash of the settings that determine a station's figures. Null if nothing can be stored: a meter uses
 * another time zone, or hourly prices may still change.
 */
export function settingsOf(priced: readonly PricedMeters[]): string | null {
  const own = priced.flatMap(({ zone, variables }) => variables.map((variable) => ({ zone, variable })));
  if (own.some(({ zone, variable }) => variable.zone !== zone)) return null;
  if (priced.some(({ tariffs }) => tariffs.some(({ priceVariable, entered }) => priceVariable || entered)))
    return null;
  const parts = priced.map(({ zone, role, tariffs, variables }) => [
    ...[zone, role, tariffs, variables.map(settingsOfVariable)],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([ROUNDING, parts]))
    .digest('base64url');
}

/** The money of one currency, with the stations that have prices in the currency. */
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

/** Adds the profit of days or months. `before` contains the bands of the month before the first day. */
function addStations(
  sums: Sums,
  counted: readonly StationBands[],
  span: Span['span'],
  before: ReadonlyMap<string, readonly BandSum[]> = new Map(),
): void {
  for (const one of counted) {
    const { stationSn, currency, buckets } = one;
    profitIn(sums, currency).stations.add(stationSn);
    const amounts =
      span === 'day'
        ? amountsOfDays(buckets, before.get(placeOf(one)))
        : new Map([...buckets].map(([key, bands]) => [key, amountOf(bands)]));
    for (const [key, amount] of amounts) addAmount(sums, currency, key, amount);
  }
}

const placeOf = ({ stationSn, currency }: Pick<StationBands, 'stationSn' | 'currency'>): string =>
  `${stationSn} ${currency}`;

interface Span {
  span: 'day' | 'month';
  /** Keys of the first day, and of the day after the last one. */
  from: string;
  to: string;
  /** The current day and month in the time zone. */
  today: string;
  month: string;
}

/** Finds the stations whose months within a window are all stored up to the current day. */
async function findStored(
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

interface StoredSums {
  currencies: { currency: string; stations: string[] }[];
  amounts: { currency: string; key: string; amount: string }[];
  /** The current month up to today. */
  running: { stationSn: string; currency: string; bands: ProfitBand[] }[];
}

async function readStored(
  trx: ScopedTrx,
  tenantId: number,
  sns: readonly string[],
  { span, from, to, month }: Span,
): Promise<StoredSums> {
  const source = sql`from profit_kept where tenant_id = ${tenantId} and station_sn = any(${[...sns]}::text[])`;
  const inside = sql`start < ${to}::date and start >= ${from}::date`;
  const currencies = await sql<StoredSums['currencies'][number]>`
    select currency, array_agg(distinct station_sn) as stations ${source} and span = 'month' and ${inside}
     group by 1`.execute(trx);
  const amounts = await sql<StoredSums['amounts'][number]>`
    select currency, start::text as key, sum(amount)::text as amount ${source} and span = ${span} and ${inside}
       and amount is not null and (${span} = 'day' or start < ${month}::date) group by 1, 2`.execute(trx);
  const isRunning = month >= from && month < to;
  const running = isRunning
    ? await sql<StoredSums['running'][number]>`
        select station_sn, currency, bands ${source} and span = 'month' and start = ${month}::date`.execute(
        trx,
      )
    : { rows: [] };
  return { currencies: currencies.rows, amounts: amounts.rows, running: running.rows };
}

/** Adds the current day to the stored part of the current month. */
function joinRunning(
  runningRows: StoredSums['running'],
  counted: readonly StationBands[],
  month: string,
): StationBands[] {
  const storedBands = runningRows.map(({ bands, ...rest }): [string, StationBands] => [
    placeOf(rest),
    { ...rest, buckets: new Map([[month, bands.flatMap(bandOfText)]]) },
  ]);
  const all = new Map(storedBands);
  for (const one of counted) {
    const key = placeOf(one);
    const before: readonly BandSum[] = all.get(key)?.buckets.get(month) ?? [];
    const bands = joinBands([...before, ...[...one.buckets.values()].flat()]);
    all.set(key, { ...one, buckets: new Map([[month, bands]]) });
  }
  return [...all.values()].filter(({ buckets }) => buckets.get(month)!.length > 0);
}

const spanOf = (zone: string, { from, to, bucket }: ReturnType<WindowOf>, now: number): Span => ({
  ...{ span: bucket === 'month' ? 'month' : 'day', from: keyAt(from, zone), to: keyAt(to, zone) },
  ...{ today: keyAt(startDay(now, zone), zone), month: keyAt(startUnit(now, 'month', zone), zone) },
});

/** Reads the stored sums of one time zone, and the stations to which they belong. */
async function storedOf(
  { db, session }: FleetContext,
  priced: readonly PricedMeters[],
  span: Span,
): Promise<{ sns: Set<string>; kept: StoredSums }> {
  const settings = new Map(
    [...Map.groupBy(priced, ({ stationSn }) => stationSn)].flatMap(([sn, own]): [string, string][] => {
      const name = settingsOf(own);
      return name === null ? [] : [[sn, name]];
    }),
  );
  return db.tenant(session.tenantId, async (trx) => {
    const found = await findStored(trx, session.tenantId, settings, span);
    return { sns: new Set(found), kept: await readStored(trx, session.tenantId, found, span) };
  });
}

const runningBands = ({ running }: StoredSums): Map<string, BandSum[]> =>
  new Map(running.map((one) => [placeOf(one), one.bands.flatMap(bandOfText)]));

/** Adds the stored sums of one time zone. Returns the stations that must be computed from roll-ups. */
async function addStored(
  ctx: FleetContext,
  sums: Sums,
  priced: readonly PricedMeters[],
  windowOf: WindowOf,
  today: () => Promise<StationBands[]>,
): Promise<Set<string>> {
  const { zone } = priced[0]!;
  const window = windowOf(zone);
  const now = Date.now();
  const span = spanOf(zone, window, now);
  const { sns, kept } = await storedOf(ctx, priced, span);
  for (const { currency, stations } of kept.currencies)
    for (const sn of stations) profitIn(sums, currency).stations.add(sn);
  for (const { currency, key, amount } of kept.amounts) addAmount(sums, currency, key, parseDecimal(amount));
  const day = startDay(now, zone);
  if (day >= window.from && day < window.to) {
    const counted = (await today()).filter(({ stationSn }) => sns.has(stationSn));
    if (span.span === 'day') addStations(sums, counted, 'day', runningBands(kept));
    else addStations(sums, joinRunning(kept.running, counted, span.month), 'month');
  }
  return new Set(priced.flatMap(({ stationSn }) => (sns.has(stationSn) ? [] : [stationSn])));
}

/** The profit of a station today in one currency. Null if nothing was counted. */
export interface EarnedToday {
  stationSn: string;
  currency: string;
  amount: Decimal | null;
}

/** Reads today's profit of stations from the days of the current month. */
export async function readToday(
  ctx: FleetContext,
  priced: readonly PricedMeters[],
  today: () => Promise<StationBands[]>,
): Promise<EarnedToday[]> {
  const now = Date.now();
  const month = running('MONTH', 'day', now);
  const earned: EarnedToday[] = [];
  const addBands = (
    { buckets, ...one }: StationBands,
    key: string,
    before: readonly BandSum[] = [],
  ): void => {
    const days = new Map([[key, buckets.get(key) ?? []]]);
    earned.push({ ...one, amount: amountsOfDays(days, before).get(key) ?? null });
  };
  for (const group of Map.groupBy(priced, ({ zone }) => zone).values()) {
    const { zone } = group[0]!;
    const span = spanOf(zone, month(zone), now);
    const { sns, kept } = await storedOf(ctx, group, span);
    const before = runningBands(kept);
    for (const one of await today())
      if (sns.has(one.stationSn)) addBands(one, span.today, before.get(placeOf(one)));
    const rest = group.filter(({ stationSn }) => !sns.has(stationSn));
    for (const one of await countBands(ctx, rest, month)) {
      const earlier = [...one.buckets].filter(([key]) => key < span.today).flatMap(([, bands]) => bands);
      addBands(one, span.today, earlier);
    }
  }
  return earned;
}

/** Reads the profit of stations by the days of a month, or the months of a year, of their local calendars. */
export async function readCourse(
  ctx: FleetContext,
  priced: readonly PricedMeters[],
  windowOf: WindowOf,
  today: () => Promise<StationBands[]>,
): Promise<CurrencyProfit[]> {
  const sums: Sums = new Map();
  const rest = new Set<string>();
  for (const group of Map.groupBy(priced, ({ zone }) => zone).values())
    for (const sn of await addStored(ctx, sums, group, windowOf, today)) rest.add(sn);
  const others = priced.filter(({ stationSn }) => rest.has(stationSn));
  const counted = await countBands(ctx, others, windowOf);
  addStations(sums, counted, windowOf('UTC').bucket === 'month' ? 'month' : 'day');
  return inOrder(sums);
}

/** Sorts the currencies by their number of stations, most common first. */
const inOrder = (sums: Sums): CurrencyProfit[] =>
  [...sums.values()].sort((a, b) => b.stations.size - a.stations.size || (a.currency < b.currency ? -1 : 1));
