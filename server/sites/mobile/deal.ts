/**
 * A charging transaction is priced when it is reported and never changes. The charger reports the first and last
 * reading. The counter's points in between show when the energy was used. The hash of a transaction includes the hash
 * of the charger's previous transaction. A change or a missing transaction is therefore detected.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { HookStep } from '../../engine/hooks.ts';
import type { Trx } from '../../platform/db/index.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { priceWindows, type Tariff } from '../energy/priceClock.ts';
import { selectPoints } from '../telemetry/read/pointsSql.ts';
import { countUse, type Reading } from './counter.ts';

interface Charger {
  id: number;
  zone: string;
  offlineAfter: number | null;
  /** Its counter. Null if the counter has no points between start and end. */
  variable: number | null;
}

/** Locks the charger, so that its transactions are stored one after the other. */
async function lockCharger(trx: Trx, deviceSn: string): Promise<Charger> {
  const { rows } = await sql<Charger>`
    select d.id, s.time_zone as zone, d.offline_after,
           (select v.id from device_variable v
             where v.tenant_id = d.tenant_id and v.device_sn = d.sn and v.kind = 'counter' and v.unit = ${ENERGY_UNIT}
               and v.enabled is not false order by v.id limit 1) as variable
      from device d join station s on s.tenant_id = d.tenant_id and s.sn = d.station_sn
     where d.sn = ${deviceSn} for no key update of d`.execute(trx);
  return rows[0]!;
}

const MOST_READINGS = 50_000;

/** Reads the counter values of the session. Values outside the two readings of the charger are left out. */
async function readBetween(
  trx: Trx,
  tenantId: number,
  variable: number | null,
  [first, last]: readonly [Reading, Reading],
): Promise<Reading[]> {
  if (variable === null) return [first, last];
  const moment = (ts: number) => sql`to_timestamp(${ts / 1000})`;
  const points = selectPoints({
    tenant: tenantId,
    variable,
    lower: moment(first[0]),
    upper: moment(last[0]),
  });
  const { rows } = await sql<{ ts: number; value: number }>`
    select (extract(epoch from p.ts) * 1000)::float8 as ts, p.value from ${points} as p
     where p.quality < 2 and p.value between ${first[1]} and ${last[1]} order by p.ts limit ${MOST_READINGS}`.execute(
    trx,
  );
  const between = rows.map(({ ts, value }): Reading => [ts, value]).filter(([ts]) => ts > first[0]);
  return [first, ...between, last];
}

const readPrices = async (trx: Trx, stationSn: string): Promise<Tariff[]> => {
  const rows = await trx
    .selectFrom('stationChargeConfig')
    .select(['effectiveFrom', 'currency', 'price', 'periods'])
    .where('stationSn', '=', stationSn)
    .where('chargeType', '=', 'charging')
    .execute();
  return rows.map(({ periods, ...row }) => ({ ...row, periods: periods as Tariff['periods'] }));
};

const HASHED = [
  'deviceSn',
  'connector',
  'plate',
  'customerId',
  'startsAt',
  'endsAt',
  'readingBefore',
  'readingAfter',
  'energy',
  'currency',
  'fee',
  'lines',
  'signature',
  'previousHash',
] as const;

const LINE = ['band', 'energy', 'price', 'fee'] as const;

/**
 * Hashes the fields in their order, with null for empty ones. Times are in UTC, and lines are lists of their values.
 * Pure.
 */
export function hashDeal(deal: Values): string {
  const values = HASHED.map((name) => {
    const value = deal[name] ?? null;
    if (name === 'lines') return (value as Values[]).map((line) => LINE.map((part) => line[part] ?? null));
    return name.endsWith('At') ? new Date(String(value)).toISOString() : value;
  });
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

const CURRENCY = 'CNY';
const SILENT_S = 60;

export async function priceDeal(values: Values, { trx, session }: HookStep): Promise<Values> {
  const { deviceSn, stationSn } = values as { deviceSn: string; stationSn: string };
  const { zone, offlineAfter, variable } = await lockCharger(trx, deviceSn);
  const span = { from: Date.parse(String(values.startsAt)), to: Date.parse(String(values.endsAt)) };
  const readings = await readBetween(trx, session.tenantId, variable, [
    [span.from, Number(values.readingBefore)],
    [span.to, Number(values.readingAfter)],
  ]);
  const windows = priceWindows(await readPrices(trx, stationSn), span, 'total', zone);
  const { energy, fee, lines } = countUse(readings, windows, span, (offlineAfter ?? SILENT_S) * 1000)!;
  const before = await trx
    .selectFrom('chargeDeal')
    .select('recordHash')
    .where('deviceSn', '=', deviceSn)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const known = lines.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)),
  );
  const priced = {
    ...values,
    ...{ energy, fee, lines: known, previousHash: before?.recordHash ?? null },
    currency: windows.find(({ currency }) => currency !== null)?.currency ?? CURRENCY,
  };
  return { ...priced, recordHash: hashDeal(priced) };
}
