/** C244–C253: the figures of the fleet board, over the stations that the asker may list. */
import type { Data } from '../../../generated/calls.ts';
import { decimalText, NONE, sumDecimals } from '../../../runtime/core/decimal.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { moneyText } from '../../../runtime/core/money.ts';
import {
  type Bucket,
  DAY_MS,
  type PeriodType,
  parseTime,
  periodAround,
} from '../../../runtime/core/timeWindow.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { readFleet } from '../overview/fleet.ts';
import { devicesBrief, devicesExpected, ONLINE } from '../overview/status.ts';
import { checkTime } from '../telemetry/read/needs.ts';
import { amountOf, PROFIT_ROLES } from './bands.ts';
import { readEnergies, sumByKey, type WindowOf } from './energies.ts';
import { type CurrencyProfit, readCourse, sumProfits } from './keptProfit.ts';
import { createOnce } from './once.ts';
import { countBands, type PricedMeters, pricedMeters, type StationBands, stationTariffs } from './profit.ts';
import { rankStations } from './ranking.ts';
import {
  ENERGY_ROLES,
  type EnergyRole,
  type FleetChoice,
  type FleetContext,
  type FleetMeter,
  type FleetStation,
  fleetMeters,
  fleetStations,
  sumExact,
} from './stations.ts';

const PERCENT = 100;
const LEVELS = ['critical', 'major', 'minor', 'info'] as const;
const NOON = '12:00:00';

const stationsOnce = createOnce<FleetStation[]>();
const metersOnce = createOnce<FleetMeter[]>();
const alarmsOnce = createOnce<OpenAlarms[]>();
const pricedOnce = createOnce<PricedMeters[]>();
const todayOnce = createOnce<StationBands[]>();
const keyOf = ({ ids, dept }: FleetChoice): string => JSON.stringify([ids, dept]);

const stationsOf = (ctx: FleetContext, choice: FleetChoice): Promise<FleetStation[]> =>
  stationsOnce(ctx.request, keyOf(choice), () =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => fleetStations(trx, ctx.session, choice)),
  );

/** The meters of the stations that have one of these roles. */
async function metersOf(
  ctx: FleetContext,
  choice: FleetChoice,
  roles: readonly EnergyRole[],
): Promise<FleetMeter[]> {
  const all = await metersOnce(ctx.request, keyOf(choice), async () =>
    fleetMeters(ctx, await stationsOf(ctx, choice), ENERGY_ROLES),
  );
  return all.filter(({ role }) => roles.includes(role));
}

/** The running day, month or year of each station, as a whole or in parts. */
const running =
  (type: PeriodType, bucket: Bucket, now = Date.now()): WindowOf =>
  (zone) => ({ ...periodAround(now, type, zone), bucket });

/** The month or year that holds a date, on the clock of each station; without one the running one. */
const periodOf =
  (date: string | undefined, type: 'MONTH' | 'YEAR', bucket: Bucket): WindowOf =>
  (zone) => {
    const moment = date === undefined ? Date.now() : checkTime(parseTime(`${date} ${NOON}`, zone));
    return { ...periodAround(moment, type, zone), bucket };
  };

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : sumExact([(part / whole) * PERCENT]);

interface OpenAlarms {
  stationSn: string;
  level: string;
  amount: number;
}

const openAlarmsOf = (ctx: FleetContext, choice: FleetChoice): Promise<OpenAlarms[]> =>
  alarmsOnce(ctx.request, keyOf(choice), async () => readOpenAlarms(ctx, await stationsOf(ctx, choice)));

async function readOpenAlarms(ctx: FleetContext, stations: readonly FleetStation[]): Promise<OpenAlarms[]> {
  const where = siteWhere(
    entityOf('alarm'),
    stations.map(({ sn }) => sn),
  );
  return ctx.db.tenant(ctx.session.tenantId, (trx) =>
    trx
      .selectFrom(recordsWhere(trx, 'alarm', where!).as('a'))
      .select(['a.stationSn', 'a.level', ({ fn }) => fn.countAll<number>().as('amount')])
      .where('a.status', '=', ALARM_OPEN)
      .groupBy(['a.stationSn', 'a.level'])
      .execute(),
  );
}

async function energyTotals(ctx: FleetContext, choice: FleetChoice, role: EnergyRole, type: PeriodType) {
  const meters = await metersOf(ctx, choice, [role]);
  const energies = await readEnergies(ctx, meters, running(type, 'total'));
  return sumExact([...energies.values()].map(({ values }) => values[0] ?? null));
}

/** The meters that earn money, with their prices. */
const pricedOf = (ctx: FleetContext, choice: FleetChoice): Promise<PricedMeters[]> =>
  pricedOnce(ctx.request, keyOf(choice), async () => {
    const stations = await stationsOf(ctx, choice);
    const tariffs = await stationTariffs(
      ctx,
      stations.map(({ sn }) => sn),
    );
    return pricedMeters(stations, await metersOf(ctx, choice, PROFIT_ROLES), tariffs);
  });

/** Counts the profit since the day began at each station. */
const todayOf = (ctx: FleetContext, choice: FleetChoice): Promise<StationBands[]> =>
  todayOnce(ctx.request, keyOf(choice), async () =>
    countBands(ctx, await pricedOf(ctx, choice), running('DAY', 'day')),
  );

const totalOf = ({ amounts }: CurrencyProfit): string => moneyText(sumDecimals([...amounts.values()]));

export async function readHeadline(ctx: FleetContext, choice: FleetChoice): Promise<Data<'fleetHeadline'>> {
  const stations = await stationsOf(ctx, choice);
  const shown = new Set(stations.map(({ sn }) => sn));
  const [{ stations: read }, today, energyMonth] = await Promise.all([
    readFleet(ctx, 'pv'),
    todayOf(ctx, choice),
    energyTotals(ctx, choice, 'pv', 'MONTH'),
  ]);
  const fleet = read.filter(({ sn }) => shown.has(sn));
  const profits = sumProfits(today);
  const withDevices = fleet.filter(({ communicationStatus }) => communicationStatus !== null);
  const all = await stationsOf(ctx, {});
  return {
    depts: [...new Set(all.flatMap(({ dept }) => dept || []))].sort(),
    sites: stations.length,
    noData: fleet.filter(({ lastHeard }) => lastHeard === null).length,
    capacity: sumExact(stations.map(({ capacity }) => capacity)),
    ratedPower: sumExact(stations.map(({ ratedPower }) => ratedPower)),
    power: sumExact(fleet.map(({ power }) => power)),
    energyToday: sumExact(fleet.map(({ energyToday }) => energyToday)),
    energyMonth,
    income: profits.map((profit) => ({ currency: profit.currency, amount: totalOf(profit) })),
    uptime: share(
      withDevices.filter(({ communicationStatus }) => communicationStatus === ONLINE).length,
      withDevices.length,
    ),
  };
}

/** The devices of the stations that are expected to report, by station. */
async function readExpected({ db, session }: FleetContext, stations: readonly FleetStation[]) {
  const where = siteWhere(
    entityOf('device'),
    stations.map(({ sn }) => sn),
  );
  const devices = await db.tenant(session.tenantId, (trx) =>
    devicesBrief(trx, session, recordsWhere(trx, 'device', where!)),
  );
  return Map.groupBy(devicesExpected(devices), ({ stationSn }) => stationSn);
}

export async function readOperation(ctx: FleetContext, choice: FleetChoice): Promise<Data<'fleetOperation'>> {
  const stations = await stationsOf(ctx, choice);
  const [devices, alarms, charged, discharged] = await Promise.all([
    readExpected(ctx, stations),
    openAlarmsOf(ctx, choice),
    energyTotals(ctx, choice, 'charge', 'MONTH'),
    energyTotals(ctx, choice, 'discharge', 'MONTH'),
  ]);
  const all = [...devices.values()].flat();
  const begun = stations.flatMap(({ initialTime }) => (initialTime === null ? [] : Date.parse(initialTime)));
  const first = begun.length === 0 ? null : Math.min(...begun);
  return {
    availability: share(all.filter(({ status }) => status === ONLINE).length, all.length),
    efficiency: charged === null || discharged === null ? null : share(discharged, charged),
    faults: alarms.reduce(
      (sum, { level, amount }) => sum + (level === 'critical' || level === 'major' ? Number(amount) : 0),
      0,
    ),
    days: first === null ? null : Math.max(0, Math.floor((Date.now() - first) / DAY_MS)),
    noData: stations.filter(({ sn }) => !devices.get(sn)?.some(({ lastTime }) => lastTime !== null)).length,
  };
}

export async function readWorkOrders(
  ctx: FleetContext,
  choice: FleetChoice,
): Promise<Data<'fleetWorkOrders'>> {
  const { db, session } = ctx;
  const stations = await stationsOf(ctx, choice);
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'siteWorksheet').as('w'))
      .select(['w.status', ({ fn }) => fn.countAll<number>().as('amount')])
      .where('w.stationSn', 'in', ['', ...stations.map(({ sn }) => sn)])
      .groupBy('w.status')
      .orderBy('w.status')
      .execute(),
  );
  const states = rows.flatMap(({ status, amount }) =>
    status === null ? [] : [{ state: status, amount: Number(amount) }],
  );
  return { total: states.reduce((sum, { amount }) => sum + amount, 0), states };
}

export async function readAlarms(ctx: FleetContext, choice: FleetChoice): Promise<Data<'fleetAlarms'>> {
  const stations = await stationsOf(ctx, choice);
  const rows = Map.groupBy(await openAlarmsOf(ctx, choice), ({ stationSn }) => stationSn);
  const counted = stations.map(({ id, sn, name }) => {
    const own = rows.get(sn) ?? [];
    const [critical = 0, major = 0, minor = 0, info = 0] = LEVELS.map((level) =>
      own.reduce((sum, row) => sum + (row.level === level ? Number(row.amount) : 0), 0),
    );
    const total = own.reduce((sum, { amount }) => sum + Number(amount), 0);
    return { id, sn, name, critical, major, minor, info, total };
  });
  return counted
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.critical - a.critical || b.major - a.major || b.total - a.total);
}

async function readCharge(
  ctx: FleetContext,
  choice: FleetChoice,
  windowOf: WindowOf,
): Promise<Data<'fleetChargeDays'>> {
  const meters = await metersOf(ctx, choice, ['charge', 'discharge']);
  const [charges, discharges] = await Promise.all(
    (['charge', 'discharge'] as const).map((role) =>
      readEnergies(
        ctx,
        meters.filter((meter) => meter.role === role),
        windowOf,
      ),
    ),
  );
  const all = [...charges!.values(), ...discharges!.values()];
  const keys = [...new Set(all.flatMap((one) => one.keys))].sort();
  const charge = sumByKey(charges!.values(), keys);
  const discharge = sumByKey(discharges!.values(), keys);
  return {
    ...{ time_keys: keys, charge, discharge },
    ...{ charged: sumExact(charge), discharged: sumExact(discharge) },
  };
}

export const readChargeDays = (ctx: FleetContext, choice: FleetChoice, month?: string) =>
  readCharge(ctx, choice, periodOf(month && `${month}-15`, 'MONTH', 'day'));

export const readChargeMonths = (ctx: FleetContext, choice: FleetChoice, year?: string) =>
  readCharge(ctx, choice, periodOf(year && `${year}-06-15`, 'YEAR', 'month'));

/** Reads the values that the stations are ranked by, each with its unit. */
async function rankedValues(ctx: FleetContext, choice: FleetChoice, by: string) {
  const stations = await stationsOf(ctx, choice);
  if (by === 'availability') {
    const devices = await readExpected(ctx, stations);
    const availabilityOf = (sn: string) => {
      const own = devices.get(sn) ?? [];
      return share(own.filter(({ status }) => status === ONLINE).length, own.length);
    };
    return stations.map((station) => ({ ...station, value: availabilityOf(station.sn), unit: '%' }));
  }
  if (by === 'income') {
    const profits = await todayOf(ctx, choice);
    const earned = profits.map(({ stationSn, currency, buckets }) => ({
      ...{ sn: stationSn, unit: currency },
      value: Number(decimalText(amountOf([...buckets.values()].flat()) ?? NONE)),
    }));
    const bySn = Map.groupBy(earned, ({ sn }) => sn);
    return stations.flatMap((station) =>
      (bySn.get(station.sn) ?? [{ value: null, unit: null }]).map(({ value, unit }) => ({
        ...station,
        value,
        unit,
      })),
    );
  }
  const energies = await readEnergies(ctx, await metersOf(ctx, choice, ['pv']), running('DAY', 'total'));
  return stations.map((station) => ({
    ...station,
    ...{ value: energies.get(station.sn)?.values[0] ?? null, unit: 'kWh' },
  }));
}

export async function readRanking(
  ctx: FleetContext,
  choice: FleetChoice,
  by: string,
): Promise<Data<'fleetRanking'>> {
  return rankStations(await rankedValues(ctx, choice, by));
}

export async function readProfit(
  ctx: FleetContext,
  choice: FleetChoice,
  by: 'day' | 'month',
  period?: string,
): Promise<Data<'fleetProfit'>> {
  const windowOf =
    by === 'day'
      ? periodOf(period && `${period.length === 4 ? `${period}-01` : period}-15`, 'MONTH', 'day')
      : periodOf(period && `${period.slice(0, 4)}-06-15`, 'YEAR', 'month');
  const profits = await readCourse(ctx, await pricedOf(ctx, choice), windowOf, () => todayOf(ctx, choice));
  const keys = [...new Set(profits.flatMap(({ amounts }) => [...amounts.keys()]))].sort();
  return {
    time_keys: keys,
    currencies: profits.map((profit) => ({
      ...{ currency: profit.currency, stations: profit.stations.size, total: totalOf(profit) },
      amounts: keys.map((key) => {
        const amount = profit.amounts.get(key);
        return amount ? moneyText(amount) : null;
      }),
    })),
  };
}
