/** Creates the chargers of a demo station, the price of charging there, and a month of transactions. */
import { DAY_MS, startDay } from '../../runtime/core/time/timeWindow.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import { findPeople } from '../business/sellers.ts';
import { makerFor, type Parts, type SeedContext } from '../maker.ts';
import { hash01 } from '../simulator/noise.ts';
import { demoStations } from './sites.ts';

const STATION = 'SZ01';
const CHARGERS = [
  { suffix: 'EVC1', name: { zh: '1 号直流充电桩', en: 'DC charger 1' }, counted: 18_420.6 },
  { suffix: 'EVC2', name: { zh: '2 号直流充电桩', en: 'DC charger 2' }, counted: 12_077.15 },
] as const;
const MODEL = 'DC-120';
const RATED_KW = 60;
const DEALS = 80;
const DEALS_EACH = DEALS / CHARGERS.length;
const DAYS = 30;
const SEED = 8_101;
/** Cars come between 7:00 and 21:00. */
const OPENS = 7;
const OPEN_HOURS = 14;
const MIN_KWH = 8;
const MORE_KWH = 46;
const HOUR_MS = 3_600_000;
const PLATES = ['苏E·D88012', '苏E·DF6320', '沪A·D51907', '苏B·D20755', '苏E·AD7718'];

const PRICE = {
  chargeType: 'charging',
  currency: 'CNY',
  price: 1.15,
  periods: JSON.stringify([
    { start: '23:00', end: '08:00', band: 'valley', price: 0.72 },
    { start: '08:00', end: '10:00', band: 'peak', price: 1.58 },
    { start: '17:00', end: '21:00', band: 'peak', price: 1.58 },
  ]),
};

/** Returns the transactions of one charger, the oldest first. Each ends before the next begins. Pure. */
export function dealsOf(place: number, zone: string, now: number) {
  let counted: number = CHARGERS[place]!.counted;
  return Array.from({ length: DEALS_EACH }, (_, at) => {
    const chance = (what: number) => hash01(SEED + place * 10 + what, at);
    const daysAgo = DAYS - Math.floor((at * DAYS) / DEALS_EACH);
    // Two sessions of a day are in different halves of it.
    const half = OPEN_HOURS / 2;
    const hour = OPENS + (at % 2) * half + chance(1) * (half - 1.5);
    const begin = startDay(now - daysAgo * DAY_MS, zone) + hour * HOUR_MS;
    const kWh = Math.round((MIN_KWH + chance(2) * MORE_KWH) * 100) / 100;
    const readingBefore = Math.round(counted * 100) / 100;
    counted = readingBefore + kWh;
    return {
      startsAt: new Date(begin).toISOString(),
      endsAt: new Date(begin + (kWh / RATED_KW) * HOUR_MS).toISOString(),
      ...{ readingBefore, readingAfter: Math.round(counted * 100) / 100 },
      plate: PLATES[Math.floor(chance(3) * PLATES.length)]!,
    };
  });
}

/** Creates the chargers of the station's tenant. Creates none without a user who may create them. */
export async function seedChargers(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId, lang, now } = context;
  const station = demoStations.find((one) => one.tenantId === tenantId && one.site.sn === STATION);
  if (!station) return;
  const { since, site } = station;
  const [person] = await parts.db.tenant(tenantId, (trx) => findPeople(trx, tenantId, 'administrator'));
  if (!person) return;
  await parts.db.tenant(tenantId, async (trx) => {
    const any = trxAny(trx);
    for (const { suffix, name } of CHARGERS)
      await any
        .insertInto('device')
        .values({
          ...{ tenantId, sn: `${STATION}-${suffix}`, name: name[lang], type: 'charger', model: MODEL },
          ...{ stationSn: STATION, autoVariables: false, simulated: true },
          ...makeToken(parts.vault, tenantId).stored,
        })
        .execute();
    await any
      .insertInto('stationChargeConfig')
      .values({ tenantId, stationSn: STATION, effectiveFrom: since, ...PRICE })
      .execute();
  });
  const maker = makerFor(parts, context, person);
  for (const [place, { suffix }] of CHARGERS.entries())
    for (const deal of dealsOf(place, site.zone, now))
      await maker.make('chargeDeal', { deviceSn: `${STATION}-${suffix}`, ...deal });
}
