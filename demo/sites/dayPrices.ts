/**
 * Creates a contract that pays fed-in energy by the hour from the next month on. It also creates the prices of its
 * first days.
 */
import { dateOf, startUnit, unitNext } from '../../runtime/core/time/timeWindow.ts';
import { findPeople } from '../business/sellers.ts';
import { DAY_MS, dayOf, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { hash01 } from '../simulator/noise.ts';
import { demoStations } from './sites.ts';

const STATION = 'PG03';
const DAYS = 3;
const SEED = 9_203;
/** Usual price of each hour for 1 MWh. At noon there is more solar power than the grid needs. */
const USUAL = [
  ...[212, 204, 198, 196, 201, 238, 305, 352, 318, 214, 96, 12],
  ...[-28, -35, -6, 74, 205, 388, 512, 566, 498, 401, 312, 248],
];
/** Width of the random variation, per MWh. */
const SPREAD = 40;

/** Returns the prices of a day, one for each hour. Pure. */
export const pricesOn = (date: number): { price: number }[] =>
  USUAL.map((usual, hour) => {
    const moved = (hash01(SEED, date * USUAL.length + hour) - 0.5) * SPREAD;
    return { price: Math.round((usual + moved) * 100) / 100 };
  });

/** Creates the contract of the station's tenant. Creates none without a user who may create it. */
export async function seedDayPrices(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId, now } = context;
  const station = demoStations.find((one) => one.tenantId === tenantId && one.site.sn === STATION);
  if (!station) return;
  const [person] = await parts.db.tenant(tenantId, (trx) => findPeople(trx, tenantId, 'administrator'));
  if (!person) return;
  const { zone, sn } = station.site;
  const first = dateOf(unitNext(startUnit(now, 'month', zone), 'month', zone), zone);
  const maker = makerFor(parts, context, person);
  const common = { stationSn: sn, chargeType: 'feedIn' };
  // The contract has no creator, like the demo's other contracts, because the first steps count only records
  // that users create.
  await parts.db.tenant(tenantId, (trx) =>
    trx
      .insertInto('stationChargeConfig')
      .values({
        ...{ ...common, tenantId, effectiveFrom: dayOf(first * DAY_MS) },
        ...{ currency: station.currency, byHour: true },
      })
      .execute(),
  );
  for (let date = first; date < first + DAYS; date += 1)
    await maker.make('dayPrice', { ...common, day: dayOf(date * DAY_MS), per: 'MWh', hours: pricesOn(date) });
}
