/**
 * Stores the profit of stations for past days. After a change of prices, meters or points, a month is computed again.
 */
import { sql } from 'kysely';
import { decimalText } from '../../../runtime/core/numbers/decimal.ts';
import { shiftUnit, startDay, startUnit, unitNext } from '../../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../engine/context.ts';
import type { Trx } from '../../platform/db/index.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { isMeter } from '../energy/meters.ts';
import type { PricePeriod } from '../energy/priceClock.ts';
import { NO_ROLLUPS, readStamps } from '../energy/stamps.ts';
import { settleRollups } from '../telemetry/write/rollups/pendingRollups.ts';
import { amountOf, amountsOfDays, joinBands, PROFIT_ROLES, textOfBand } from './bands.ts';
import { settingsOf } from './keptProfit.ts';
import { countBands, keyAt, type PricedMeters, pricedMeters, type StationBands } from './profit.ts';
import type { EnergyRole } from './stations.ts';

export type ProfitParts = Pick<Services, 'db' | 'log' | 'telemetry'>;

/** Number of stored past months, besides the current one. Older months are computed on request. */
const MONTHS = 24;
/** Number of stations whose month is computed and stored together. */
const CHUNK = 100;

/** Reads the meters of a tenant's stations with their prices. */
async function readPriced({ db, telemetry }: ProfitParts, tenantId: number): Promise<PricedMeters[]> {
  const { stations, tariffs, roles } = await db.tenant(tenantId, async (trx) => ({
    stations: await trx.selectFrom('station').select(['sn', 'timeZone as zone']).orderBy('id').execute(),
    tariffs: await trx
      .selectFrom('stationChargeConfig')
      .select(['stationSn', 'chargeType', 'effectiveFrom', 'currency', 'price', 'periods'])
      .select(['priceVariable', 'byHour'])
      .orderBy('effectiveFrom')
      .execute(),
    roles: await trx
      .selectFrom('deviceVariable')
      .select(['sn', 'energyRole'])
      .where('energyRole', 'in', PROFIT_ROLES)
      .where('enabled', 'is not', false)
      .orderBy('sn')
      .execute(),
  }));
  const roleOf = new Map(roles.flatMap(({ sn, energyRole }) => (sn === null ? [] : [[sn, energyRole]])));
  const variables = await telemetry.variables(tenantId, [...roleOf.keys()]);
  return pricedMeters(
    stations,
    variables
      .filter((variable) => isMeter(variable, ENERGY_UNIT))
      .map((variable) => ({ variable, role: roleOf.get(variable.sn) as EnergyRole })),
    tariffs.map(({ periods, ...tariff }) => ({ ...tariff, periods: periods as PricePeriod[] | null })),
  );
}

interface PricedStation {
  sn: string;
  zone: string;
  settings: string;
  priced: PricedMeters[];
}

const groupByStation = (priced: readonly PricedMeters[]): PricedStation[] =>
  [...Map.groupBy(priced, ({ stationSn }) => stationSn)].flatMap(([sn, own]) => {
    const settings = settingsOf(own);
    return settings === null ? [] : [{ sn, zone: own[0]!.zone, settings, priced: own }];
  });

const timesIn = (now: number) => (zone: string) => {
  const month = startUnit(now, 'month', zone);
  return { month, day: startDay(now, zone), first: shiftUnit(month, 'month', -MONTHS, zone) };
};

/** A month of a station up to the current day. */
interface DueMonth {
  station: PricedStation;
  from: number;
  to: number;
  month: string;
  until: string;
  stamp: string;
}

function monthsOf(station: PricedStation, stamps: ReadonlyMap<string, string>, now: number): DueMonth[] {
  const { sn, zone } = station;
  const { first, day } = timesIn(now)(zone);
  const months: DueMonth[] = [];
  for (let from = first; from <= day; from = unitNext(from, 'month', zone)) {
    const to = Math.min(unitNext(from, 'month', zone), day);
    const month = keyAt(from, zone);
    const stamp = stamps.get(`${sn} ${month}`) ?? NO_ROLLUPS;
    months.push({ station, from, to, month, until: keyAt(to, zone), stamp });
  }
  return months;
}

interface BookLine {
  stationSn: string;
  month: string;
  until: string;
  settings: string;
  stamp: string;
}

const readBook = (trx: Trx, tenantId: number): Promise<BookLine[]> =>
  sql<BookLine>`
    select station_sn, month::text, until::text, settings, stamp::text from profit_book
     where tenant_id = ${tenantId}`
    .execute(trx)
    .then(({ rows }) => rows);

const bookKey = ({ stationSn, month, until, settings, stamp }: BookLine): string =>
  [stationSn, month, until, settings, stamp].join(' ');

const lineOf = ({ station, month, until, stamp }: DueMonth): BookLine => ({
  ...{ stationSn: station.sn, month, until, settings: station.settings, stamp },
});

/** Returns the rows of a station and currency for its days and its month. */
function rowsOf({ stationSn, currency, buckets }: StationBands, month: string) {
  const amounts = amountsOfDays(buckets);
  const days = [...buckets].map(([start, bands]) => ({
    ...{ span: 'day', start, bands, amount: amounts.get(start) ?? null },
  }));
  const all = joinBands([...buckets.values()].flat());
  const whole = { span: 'month', start: month, bands: all, amount: amountOf(all) };
  return [...days, whole].map(({ bands, amount, ...rest }) => ({
    ...{ ...rest, station_sn: stationSn, currency, bands: bands.map(textOfBand) },
    amount: amount && decimalText(amount),
  }));
}

async function forgetMonth(
  trx: Trx,
  tenantId: number,
  { month, sns }: { month: string; sns: readonly string[] },
): Promise<void> {
  await sql`delete from profit_kept where tenant_id = ${tenantId} and station_sn = any(${[...sns]}::text[])
    and start >= ${month}::date and start < ${month}::date + interval '1 month'`.execute(trx);
}

/** Computes the days of one month for some stations of a time zone. */
async function countMonth(parts: ProfitParts, tenantId: number, due: readonly DueMonth[]) {
  const { from, to } = due[0]!;
  if (from >= to) return [];
  const days = () => ({ from, to, bucket: 'day' as const });
  const source = { db: parts.db, session: { tenantId }, telemetry: parts.telemetry };
  const pricedOf = (isEmpty: boolean) =>
    due.flatMap(({ station, stamp }) => ((stamp === NO_ROLLUPS) === isEmpty ? station.priced : []));
  const counted = await countBands(source, pricedOf(false), days);
  return [...counted, ...(await countBands(null, pricedOf(true), days))];
}

/** Stores a month for some stations of a time zone. */
async function storeMonth(parts: ProfitParts, tenantId: number, due: readonly DueMonth[]): Promise<void> {
  const { month } = due[0]!;
  const counted = await countMonth(parts, tenantId, due);
  const rows = counted.flatMap((one) => rowsOf(one, month));
  await parts.db.tenant(tenantId, async (trx) => {
    await forgetMonth(trx, tenantId, { month, sns: due.map(({ station }) => station.sn) });
    await sql`
      insert into profit_kept (tenant_id, span, start, station_sn, currency, amount, bands)
      select ${tenantId}::int4, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(span text, start date, station_sn text, currency text, amount numeric, bands jsonb)
      on conflict (tenant_id, span, start, station_sn, currency)
        do update set amount = excluded.amount, bands = excluded.bands`.execute(trx);
    await sql`
      insert into profit_book (tenant_id, month, station_sn, until, settings, stamp)
      select ${tenantId}::int4, month, "stationSn", until, settings, stamp
        from jsonb_to_recordset(${JSON.stringify(due.map(lineOf))}::jsonb)
          as r(month date, "stationSn" text, until date, settings text, stamp int8)
      on conflict (tenant_id, month, station_sn)
        do update set until = excluded.until, settings = excluded.settings, stamp = excluded.stamp`.execute(
      trx,
    );
  });
}

/** Deletes unused rows: old months, and stations without prices or meters. */
async function forgetOthers(trx: Trx, tenantId: number, months: readonly DueMonth[]): Promise<void> {
  const dueMonths = JSON.stringify(months.map(({ station, month }) => ({ station_sn: station.sn, month })));
  await sql`
    with gone as (
      delete from profit_book as b where tenant_id = ${tenantId} and not exists (
        select from jsonb_to_recordset(${dueMonths}::jsonb) as w(station_sn text, month date)
         where w.station_sn = b.station_sn and w.month = b.month)
      returning month, station_sn)
    delete from profit_kept as k using gone
     where k.tenant_id = ${tenantId} and k.station_sn = gone.station_sn
       and k.start >= gone.month and k.start < gone.month + interval '1 month'`.execute(trx);
}

interface Round {
  now: number;
  signal: AbortSignal | undefined;
  seen: Map<string, string> | undefined;
}

/**
 * Returns whether a month is unchanged since the last round. While points still arrive, the month is computed only
 * after the last of them.
 */
function isSettled(seen: Round['seen'], tenantId: number, due: DueMonth): boolean {
  if (!seen) return true;
  const key = `${tenantId} ${due.station.sn} ${due.month}`;
  const before = seen.get(key);
  seen.set(key, due.stamp);
  return before === due.stamp;
}

async function storeTenant(
  parts: ProfitParts,
  tenantId: number,
  { now, signal, seen }: Round,
): Promise<number> {
  const { db } = parts;
  const stations = groupByStation(await readPriced(parts, tenantId));
  const times = timesIn(now);
  const meters = stations.flatMap(({ sn, zone, priced }) =>
    priced
      .flatMap(({ variables }) => variables)
      .map((variable) => ({
        ...{ stationSn: sn, zone, variable },
        inputs: variable.calculation?.inputs ?? [variable],
      })),
  );
  for (const [zone, own] of Map.groupBy(meters, (meter) => meter.zone))
    await settleRollups(
      db,
      tenantId,
      own.map(({ variable }) => variable),
      times(zone).day,
    );
  // Reads stamps before points. Points that arrive in between are counted now, and again in the next round.
  const { stamps, book } = await db.tenant(tenantId, async (trx) => ({
    stamps: await readStamps(trx, tenantId, meters, times),
    book: new Set((await readBook(trx, tenantId)).map(bookKey)),
  }));
  const stampOf = new Map(stamps.map(({ stationSn, month, stamp }) => [`${stationSn} ${month}`, stamp]));
  const months = stations.flatMap((station) => monthsOf(station, stampOf, now));
  const due = months.filter((one) => !book.has(bookKey(lineOf(one))) && isSettled(seen, tenantId, one));
  // The newest months are first, because users view them most.
  const groups = [...Map.groupBy(due, ({ station, month }) => `${month} ${station.zone}`)].sort(([a], [b]) =>
    a < b ? 1 : -1,
  );
  for (const [, group] of groups)
    for (let at = 0; at < group.length && !signal?.aborted; at += CHUNK)
      await storeMonth(parts, tenantId, group.slice(at, at + CHUNK));
  if (book.size !== months.length) await db.tenant(tenantId, (trx) => forgetOthers(trx, tenantId, months));
  return due.length;
}

/**
 * Updates the stored profits of all tenants. Returns the number of computed station months. `seen` contains
 * the months of earlier rounds, if the work is repeated.
 */
export async function storeProfits(
  parts: ProfitParts,
  { now = Date.now(), signal, seen }: Partial<Round> = {},
): Promise<number> {
  const { rows } = await parts.db.system((trx) =>
    sql<{ id: number }>`
      select tenant_id as id from station_charge_config union select tenant_id from profit_book order by 1`.execute(
      trx,
    ),
  );
  let count = 0;
  for (const { id } of rows) {
    if (signal?.aborted) break;
    try {
      count += await storeTenant(parts, id, { now, signal, seen });
    } catch (error) {
      parts.log.error('the profit of stations was not kept', { tenantId: id, error });
    }
  }
  return count;
}
