/** Makes the demo's mobile units with their stations and devices, rents them out, and moves them. */
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { DAY_MS, startDay } from '../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../server/engine/context.ts';
import type { ScopedTrx } from '../../server/platform/db/index.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import type { Vault } from '../../server/platform/secrets/vault.ts';
import { holdLease, type LeasedWork } from '../../server/platform/timers/lease.ts';
import { wait } from '../../server/platform/timers/wait.ts';
import { makeToken } from '../../server/sites/telemetry/catalog/deviceToken.ts';
import { seedUnitBoard } from '../board.ts';
import { findPeople } from '../business/sellers.ts';
import { SIMULATED_CHANNEL } from '../links.ts';
import { type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { DELIVERS, UNIT_CODES, type UnitSpec, unitAt } from '../simulator/mobile.ts';
import type { PastSeries } from '../simulator/past.ts';
import { fillSeries } from './fillSeries.ts';
import { type DemoUnit, demoUnits, RENTALS, type Reached, type RentalSeed, TERMS } from './mobileSeeds.ts';

const HOUR_MS = 3_600_000;
const DEVICE = { zh: '车载控制器', en: 'Controller on board' };
const VARIABLES = {
  soc: { zh: '电量', en: 'State of charge', unit: '%', decimals: 1 },
  power: { zh: '功率', en: 'Power', unit: 'kW', decimals: 1 },
  longitude: { zh: '经度', en: 'Longitude', unit: '°', decimals: 6 },
  latitude: { zh: '纬度', en: 'Latitude', unit: '°', decimals: 6 },
  chargeEnergy: { zh: '累计充电量', en: 'Energy charged', unit: 'kWh', decimals: 2, energyRole: 'charge' },
  dischargeEnergy: {
    zh: '累计放电量',
    en: 'Energy delivered',
    unit: 'kWh',
    decimals: 2,
    energyRole: 'discharge',
  },
} as const;
const DEVICE_TYPE = 'battery';
const OFFLINE_AFTER_S = 180;

const deviceSn = ({ sn }: Pick<UnitSpec, 'sn'>): string => `${sn}-UNIT`;

/** Creates the station, the device, the variables and the board of a unit. */
async function seedUnit(scoped: ScopedTrx, vault: Vault, unit: DemoUnit, lang: SourceLang): Promise<void> {
  const trx = trxAny(scoped);
  const { tenantId, spec, name } = unit;
  const { sn, zone: timeZone, capacity, power } = spec;
  await trx
    .insertInto('station')
    .values({
      ...{ tenantId, sn, name: name[lang], kind: 'mobile', timeZone, companyId: tenantId, simulated: true },
      ...{ capacity, ratedPower: power },
    })
    .execute();
  await trx
    .insertInto('device')
    .values({
      ...{
        tenantId,
        sn: deviceSn(spec),
        name: DEVICE[lang],
        type: DEVICE_TYPE,
        model: 'MES-430',
        stationSn: sn,
      },
      ...{
        autoVariables: false,
        simulated: true,
        offlineAfter: OFFLINE_AFTER_S,
        channelSn: SIMULATED_CHANNEL,
      },
      ...makeToken(vault, tenantId).stored,
    })
    .execute();
  for (const code of UNIT_CODES) {
    const { unit: shown, decimals, ...words } = VARIABLES[code];
    const energyRole = 'energyRole' in words ? words.energyRole : null;
    await trx
      .insertInto('deviceVariable')
      .values({
        ...{ tenantId, sn: `${deviceSn(spec)}-${code}`, deviceSn: deviceSn(spec), code, name: words[lang] },
        ...{ unit: shown, decimals, energyRole, dataType: 'number', kind: energyRole ? 'counter' : 'gauge' },
      })
      .execute();
  }
  const variables = UNIT_CODES.map((code) => ({
    ...{ sn: `${deviceSn(spec)}-${code}`, code, unit: VARIABLES[code].unit },
    ...{ deviceSn: deviceSn(spec), deviceType: DEVICE_TYPE },
  }));
  await seedUnitBoard(scoped, { tenantId, stationSn: sn }, variables);
}

const ofTenant = (tenantId: number) => demoUnits.filter((unit) => unit.tenantId === tenantId);

/** Transitions that lead to the state of a rental. */
const MOVES: Readonly<Record<Reached, readonly string[]>> = {
  booked: [],
  onSite: ['arrive'],
  returned: ['arrive', 'leave'],
  settled: ['arrive', 'leave', 'settle'],
  canceled: ['cancel'],
};

interface RentalContext {
  maker: Maker;
  now: number;
  lang: SourceLang;
  counted(rentalId: unknown): Promise<void>;
}

const timeOf = ({ now }: RentalContext, spec: UnitSpec, day: number, hour: number): string =>
  new Date(startDay(now + day * DAY_MS, spec.zone) + hour * HOUR_MS).toISOString();

/** Adds the uses of each past day. */
async function addUses(
  context: RentalContext,
  spec: UnitSpec,
  seed: RentalSeed,
  rentalId: unknown,
): Promise<void> {
  const { maker, now } = context;
  for (let day = seed.from; day <= Math.min(seed.to, 0); day += 1)
    for (const [from, to] of DELIVERS) {
      const [startsAt, endsAt] = [timeOf(context, spec, day, from), timeOf(context, spec, day, to)];
      if (Date.parse(endsAt) > now) continue;
      const { id } = await maker.make('mobileSession', { rentalId, startsAt });
      await maker.move('mobileSession', id, 'finish', { endsAt });
    }
}

const ARRIVES = 8;
const LEAVES = 18;

async function letUnit(
  context: RentalContext,
  { spec }: DemoUnit,
  seed: RentalSeed,
  [unitId, customerId]: [unknown, unknown],
): Promise<void> {
  const { maker, lang } = context;
  const [startsAt, endsAt] = [
    timeOf(context, spec, seed.from, ARRIVES),
    timeOf(context, spec, seed.to, LEAVES),
  ];
  const { id } = await maker.make('mobileRental', {
    ...{ unitId, customerId, startsAt, endsAt, currency: TERMS.currency, address: seed.address[lang] },
  });
  const forms: Readonly<Record<string, object>> = {
    arrive: { arrivedAt: startsAt },
    leave: { returnedAt: endsAt },
    cancel: { reason: lang === 'zh' ? '客户检修提前完成' : 'The repair of the customer ended early' },
  };
  for (const move of MOVES[seed.reached]) {
    // A unit is returned once its uses are counted.
    if (move === 'leave') await context.counted(id);
    await maker.move('mobileRental', id, move, { ...forms[move] });
    if (move === 'arrive') await addUses(context, spec, seed, id);
  }
}

const LOOK_MS = 1_000;

/** Creates the units of one tenant and their renters. Creates none without a user who may create them. */
export async function seedMobile(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId, lang, now, signal } = context;
  const units = ofTenant(tenantId);
  if (units.length === 0) return;
  const { person, customers } = await parts.db.tenant(tenantId, async (trx) => ({
    person: (await findPeople(trx, tenantId, 'administrator'))[0],
    customers: await trx.selectFrom('customer').select('id').orderBy('id').limit(5).execute(),
  }));
  if (!person || customers.length === 0) return;
  const maker = makerFor(parts, context, person);
  const counted = async (rentalId: unknown) => {
    const isOpen = () =>
      parts.db.tenant(tenantId, (trx) =>
        trxAny(trx)
          .selectFrom('mobileSession')
          .select('id')
          .where('rentalId', '=', rentalId)
          .where('state', '!=', 'counted')
          .executeTakeFirst(),
      );
    while (!signal.aborted && (await isOpen())) await wait(LOOK_MS, signal);
  };
  for (const unit of units) {
    const { spec, name, plate, driver } = unit;
    await parts.db.tenant(tenantId, (trx) => seedUnit(trx, parts.vault, unit, lang));
    const { id: unitId } = await maker.make('mobileUnit', {
      ...{ name: name[lang], plate, stationSn: spec.sn, deviceSn: deviceSn(spec), capacity: spec.capacity },
      ...{ ratedPower: 100, driverName: driver.name[lang], driverPhone: driver.phone, ...TERMS },
    });
    for (const seed of RENTALS.filter((one) => one.unit === spec.sn)) {
      const customer = customers[seed.customer % customers.length]!;
      await letUnit({ maker, now, lang, counted }, unit, seed, [unitId, customer.id]);
    }
  }
}

const PAST_MS = 8 * DAY_MS;
const MINUTE_MS = 60_000;
const LIVE_MS = 10_000;
/** Number of moments that are stored at once: a quarter of a day. */
const MOMENTS = 360;

/** Returns the past days of a unit that has not reported yet, by the numbers of its variables. */
function pastOf({ spec }: DemoUnit, from: number, to: number): Map<string, PastSeries> {
  const moments = Array.from({ length: (to - from) / MINUTE_MS }, (_, at) => from + at * MINUTE_MS);
  const readings = moments.map((moment) => unitAt(spec, moment));
  const series = UNIT_CODES.map((code) => {
    const reported = moments.filter((_, at) => readings[at]![code] !== undefined);
    const values = readings.flatMap((reading) => reading[code] ?? []);
    const points = { times: Float64Array.from(reported), values: Float64Array.from(values) };
    return [`${deviceSn(spec)}-${code}`, points] as const;
  });
  return new Map(series);
}

/** Reports what the units measured since the last stored moment, then every ten seconds. */
export function startUnits(parts: Pick<Services, 'db' | 'log' | 'hub' | 'telemetry'>): LeasedWork {
  const { db, log, telemetry } = parts;
  const fill = fillSeries(parts);

  /** Writes the values of a unit. Skips a deleted unit. */
  async function feed(unit: DemoUnit, signal: AbortSignal): Promise<void> {
    const { tenantId, spec } = unit;
    const sns = UNIT_CODES.map((code) => `${deviceSn(spec)}-${code}`);
    const variables = await telemetry.variables(tenantId, sns);
    if (variables.length === 0) return;
    const now = Date.now();
    const reported = telemetry.latest(variables).flatMap(({ ts }) => (ts === null ? [] : Date.parse(ts)));
    let ts = Math.max(now - PAST_MS, ...reported);
    if (reported.length === 0) {
      const today = Math.floor(now / DAY_MS) * DAY_MS;
      await fill(tenantId, pastOf(unit, Math.ceil(ts / MINUTE_MS) * MINUTE_MS, today));
      ts = today - 1;
    }
    while (ts < now && !signal.aborted) {
      const moments: number[] = [];
      while (ts < now && moments.length < MOMENTS) {
        ts = Math.min(now, (Math.floor(ts / MINUTE_MS) + 1) * MINUTE_MS);
        moments.push(ts);
      }
      const known = new Set(variables.map(({ sn }) => sn));
      await telemetry.ingest(
        moments.flatMap((moment) =>
          Object.entries(unitAt(spec, moment)).flatMap(([code, value]) => {
            const sn = `${deviceSn(spec)}-${code}`;
            return known.has(sn) ? [{ tenantId, sn, ts: moment, value }] : [];
          }),
        ),
      );
    }
  }
  return holdLease(db, log, 'simulated mobile units', async (signal) => {
    while (!signal.aborted) {
      for (const unit of demoUnits)
        await feed(unit, signal).catch((error: unknown) => {
          if (!signal.aborted)
            log.warn('a simulated mobile unit could not be fed', { unit: unit.spec.sn, error });
        });
      await wait(LIVE_MS, signal);
    }
  });
}
