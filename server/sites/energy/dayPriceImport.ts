/** Imports the prices of days from a file. */

import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { writeGuard } from '../../engine/entities/write/constraints.ts';
import { createRecordIn, updateRecordIn, type WriteContext } from '../../engine/entities/write/write.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { dayMoments, findTariff, hoursOfDay, readDayTariffs } from './dayPrices.ts';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

type Priced = readonly [ts: number, price: number];

export interface FoundDays {
  days: { day: string; prices: number[] }[];
  /** The first and last day of the file if the file covers them only in part. */
  incomplete: string[];
}

/** Sorts prices by time and removes duplicates. Throws if two prices of one time differ. */
function sortPrices(prices: readonly Priced[], zone: string): Priced[] {
  const sorted = prices.toSorted(([one], [other]) => one - other);
  return sorted.filter(([ts, price], at) => {
    const [before, other] = sorted[at - 1] ?? [];
    if (before !== ts) return true;
    if (other !== price) throw new AppError('energy.priceTwice', { time: isoLocal(ts, zone) }, FILE);
    return false;
  });
}

const fits = (day: string, prices: readonly Priced[], zone: string): boolean => {
  const moments = dayMoments(day, prices.length, zone);
  return moments !== null && prices.every(([ts], at) => ts === moments[at]);
};

/** Groups the prices by days of a zone. All days between the first and the last must be complete. Pure. */
export function groupPricesByDay(prices: readonly Priced[], zone: string): FoundDays {
  const byDay = [
    ...Map.groupBy(sortPrices(prices, zone), ([ts]) => isoLocal(ts, zone).slice(0, DATE_LENGTH)),
  ];
  const wrong = new Set(byDay.flatMap(([day, own]) => (fits(day, own, zone) ? [] : [day])));
  for (const [day, own] of byDay.slice(1, -1))
    if (wrong.has(day))
      throw new AppError('energy.dayHours', { day, hours: hoursOfDay(day, zone), count: own.length }, FILE);
  return {
    days: byDay.flatMap(([day, own]) =>
      wrong.has(day) ? [] : [{ day, prices: own.map(([, price]) => price) }],
    ),
    incomplete: [...wrong],
  };
}

export interface DaysTo {
  stationSn: string;
  chargeType: string;
  per: string;
  /** The currency in the file. Null if the file contains none. */
  currency: string | null;
}

const FILE = { field: '/file' };

/** Throws if the file's currency differs from a tariff that applies on one of the days. */
async function checkCurrency(
  trx: Trx,
  { stationSn, chargeType, currency }: DaysTo,
  days: FoundDays['days'],
): Promise<void> {
  if (currency === null) return;
  const tariffs = await readDayTariffs(trx, stationSn, chargeType);
  for (const { day } of days) {
    const tariff = findTariff(tariffs, day);
    if (tariff && tariff.currency !== currency)
      throw new AppError('energy.priceCurrency', { given: currency, currency: tariff.currency }, FILE);
  }
}

/** Writes all days in one transaction. New prices replace existing days. */
export async function keepDays(ctx: WriteContext, to: DaysTo, days: FoundDays['days']): Promise<void> {
  const { stationSn, chargeType, per } = to;
  const entity = entityOf('dayPrice');
  const { db, session, lang } = ctx;
  await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      await checkCurrency(trx, to, days);
      const there = await trx
        .selectFrom('dayPrice')
        .select(['id', 'day'])
        .where('stationSn', '=', stationSn)
        .where('chargeType', '=', chargeType)
        .where(
          'day',
          'in',
          days.map(({ day }) => day),
        )
        .execute();
      const idOf = new Map(there.map(({ id, day }) => [day, id]));
      for (const { day, prices } of days) {
        const values = { per, hours: prices.map((price) => ({ price })) };
        const id = idOf.get(day);
        if (id === undefined)
          await createRecordIn(trx, ctx, entity, { stationSn, chargeType, day, ...values });
        else await updateRecordIn(trx, ctx, entity, id, null, values);
      }
    }),
  );
}
