/** Prices that people enter per day of a station: one per hour, half hour or quarter hour. */

import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import {
  DAY_MS,
  HOUR_MS,
  isoLocal,
  startDate,
  type TimeWindow,
  zoneOffset,
} from '../../../runtime/core/time/timeWindow.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { HourlyPrice, Tariff } from './priceClock.ts';

export interface DaySource {
  db: HandlerContext['db'];
  session: Pick<HandlerContext['session'], 'tenantId'>;
}

export interface PriceRow {
  from?: string;
  price: number;
}

/** The parts of a tariff that matter for the prices of a day. */
export interface DayTariff {
  effectiveFrom: string;
  currency: string;
  byHour: boolean | null;
}

/** Reads the tariffs of a station for a charge type, latest first. */
export const readDayTariffs = (trx: Trx, stationSn: string, chargeType: string): Promise<DayTariff[]> =>
  trx
    .selectFrom('stationChargeConfig')
    .select(['effectiveFrom', 'currency', 'byHour'])
    .where('stationSn', '=', stationSn)
    .where('chargeType', '=', chargeType)
    .orderBy('effectiveFrom', 'desc')
    .execute();

/**
 * Returns the tariff that applies on a day. Undefined if there is none. `tariffs` are sorted, the newest
 * first.
 */
export const findTariff = (tariffs: readonly DayTariff[], day: string): DayTariff | undefined =>
  tariffs.find(({ effectiveFrom }) => effectiveFrom <= day);

/** Possible numbers of prices per hour. */
const PARTS = [1, 2, 4];
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const TIME = { from: 'YYYY-MM-DDT'.length, to: 'YYYY-MM-DDTHH:mm'.length };

const numberOf = (day: string): number => Date.parse(day) / DAY_MS;

/** Returns the number of hours of a local day: 23 or 25 if the clock changes. */
export const hoursOfDay = (day: string, zone: string): number =>
  (startDate(numberOf(day) + 1, zone) - startDate(numberOf(day), zone)) / HOUR_MS;

/**
 * Returns the start times of a number of prices of a local day, and the end of the day. Null if the number does not fit
 * the day.
 */
export function dayMoments(day: string, count: number, zone: string): number[] | null {
  const parts = PARTS.find((part) => hoursOfDay(day, zone) * part === count);
  if (parts === undefined) return null;
  const start = startDate(numberOf(day), zone);
  return Array.from({ length: count + 1 }, (_, index) => start + (index * HOUR_MS) / parts);
}

/** Returns the rows with their local start times. Null if the rows do not fit the day. */
export function timeRows(day: string, rows: readonly PriceRow[], zone: string): PriceRow[] | null {
  const moments = dayMoments(day, rows.length, zone);
  return (
    moments &&
    rows.map((row, index) => ({ ...row, from: isoLocal(moments[index]!, zone).slice(TIME.from, TIME.to) }))
  );
}

interface PricedDay {
  day: string;
  per: string;
  hours: unknown;
}

/**
 * Returns the prices of days per kWh, in the order of time. Rows that no longer fit the station's time zone are left
 * out.
 */
export function listDayPrices(days: readonly PricedDay[], zone: string): HourlyPrice[] {
  return days.flatMap(({ day, per, hours }) => {
    const rows = hours as PriceRow[];
    const moments = dayMoments(day, rows.length, zone);
    const factor = unitFactor('kWh', per) ?? 1;
    if (!moments) return [];
    return rows.map(({ price }, index) => ({
      from: moments[index]!,
      to: moments[index + 1]!,
      price: convertUnit(price, factor),
    }));
  });
}

const dayAt = (ts: number, zone: string): string =>
  new Date(ts + zoneOffset(ts, zone)).toISOString().slice(0, DATE_LENGTH);

/** Reads the daily prices within a window. Readers of the tariff may read its prices. */
export async function readDayPrices(
  { db, session }: DaySource,
  { stationSn, chargeType }: NonNullable<Tariff['entered']>,
  { from, to }: TimeWindow,
  zone: string,
): Promise<HourlyPrice[]> {
  const days = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(
        recordsWhere(trx, 'dayPrice', (eb) =>
          eb.and([
            eb('stationSn', '=', stationSn),
            eb('chargeType', '=', chargeType),
            eb('day', '>=', dayAt(from, zone)),
            eb('day', '<=', dayAt(to, zone)),
          ]),
        ).as('p'),
      )
      .select(['p.day', 'p.per', 'p.hours'])
      .orderBy('p.day')
      .execute(),
  );
  return listDayPrices(days, zone);
}

/** Returns the key of a tariff's daily prices. Empty for a tariff with its own prices. */
export const enteredOf = (
  { byHour }: { byHour: boolean | null },
  stationSn: string,
  chargeType: string,
): Pick<Tariff, 'entered'> => (byHour ? { entered: { stationSn, chargeType } } : {});
