/** C244–C253: the figures of the fleet board for the stations that the caller may list. */
import type { Data } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { decimalText, sumDecimals } from '../../../runtime/core/numbers/decimal.ts';
import { moneyText } from '../../../runtime/core/numbers/money.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { type Bucket, DAY_MS, parseTime, periodAround } from '../../../runtime/core/time/timeWindow.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import { readFleetNow } from '../overview/fleet.ts';
import { devicesBrief, listExpectedDevices, ONLINE } from '../overview/status.ts';
import { checkTime } from '../telemetry/read/needs.ts';
import { readEnergies, type StationEnergy, sumByKey, type WindowOf } from './energies.ts';
import { type CurrencyProfit, readCourse } from './keptProfit.ts';
import { keyAt } from './profit.ts';
import { rankStations } from './ranking.ts';
import {
  countOnce,
  earnedOf,
  metersOf,
  monthOf,
  openAlarmsOf,
  pricedOf,
  stationsOf,
  todayOf,
} from './sources.ts';
import type { FleetChoice, FleetContext, FleetStation } from './stations.ts';

const PERCENT = 100;
const LEVELS = ['critical', 'major', 'minor', 'info'] as const;
const NOON = '12:00:00';

/** Returns the month or year of a date in the local time of each station. The default is the current one. */
const periodOf =
  (date: string | undefined, type: 'MONTH' | 'YEAR', bucket: Bucket): WindowOf =>
  (zone) => {
    const moment = date === undefined ? Date.now() : checkTime(parseTime(`${date} ${NOON}`, zone));
    return { ...periodAround(moment, type, zone), bucket };
  };

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : sumExact([(part / whole) * PERCENT]);

type Energies = ReadonlyMap<string, StationEnergy>;

const totalEnergy = (energies: Energies): number | null =>
  sumExact([...energies.values()].flatMap(({ values }) => values));

/** Returns the energy of a station on its current local day. Null if unknown. */
function energyToday(energies: Energies, { sn, zone }: FleetStation): number | null {
  const energy = energies.get(sn);
  return energy?.values[energy.keys.indexOf(keyAt(Date.now(), zone))] ?? null;
}

const totalOf = ({ amounts }: CurrencyProfit): string => moneyText(sumDecimals([...amounts.values()]));

async function countHeadline(ctx: FleetContext, choice: FleetChoice) {
  const stations = await stationsOf(ctx, choice);
  const shown = new Set(stations.map(({ sn }) => sn));
  const [read, earned, energies] = await Promise.all([
    readFleetNow(ctx, 'pv'),
    earnedOf(ctx, choice),
    monthOf(ctx, choice, 'pv'),
  ]);
  const fleet = read.filter(({ sn }) => shown.has(sn));
  const known = earned.filter(({ amount }) => amount !== null);
  const withDevices = fleet.filter(({ communicationStatus }) => communicationStatus !== null);
  return {
    noData: fleet.filter(({ lastHeard }) => lastHeard === null).length,
    power: sumExact(fleet.map(({ power }) => power)),
    energyToday: sumExact(stations.map((station) => energyToday(energies, station))),
    energyMonth: totalEnergy(energies),
    income: [...Map.groupBy(known, ({ currency }) => currency)]
      .sort(([one, some], [other, others]) => others.length - some.length || (one < other ? -1 : 1))
      .map(([currency, own]) => ({
        currency,
        amount: moneyText(sumDecimals(own.flatMap(({ amount }) => amount ?? []))),
      })),
    uptime: share(
      withDevices.filter(({ communicationStatus }) => communicationStatus === ONLINE).length,
      withDevices.length,
    ),
  };
}

export async function readHeadline(ctx: FleetContext, choice: FleetChoice): Promise<Data<'fleetHeadline'>> {
  const stations = await stationsOf(ctx, choice);
  const all = await stationsOf(ctx, {});
  const counted = await countOnce(ctx, choice, 'headline', () => countHeadline(ctx, choice));
  return {
    depts: [...new Set(all.flatMap(({ dept }) => dept || []))].sort(),
    sites: stations.length,
    capacity: sumExact(stations.map(({ capacity }) => capacity)),
    ratedPower: sumExact(stations.map(({ ratedPower }) => ratedPower)),
    ...counted,
  };
}

/** Reads the devices that should report, by station. */
async function readExpected({ db, session }: FleetContext, stations: readonly FleetStation[]) {
  const where = siteWhere(
    entityOf('device'),
    stations.map(({ sn }) => sn),
  );
  const devices = await db.tenant(session.tenantId, (trx) =>
    devicesBrief(trx, session, recordsWhere(trx, 'device', where!)),
  );
  return Map.groupBy(listExpectedDevices(devices), ({ stationSn }) => stationSn);
}

async function countOperation(ctx: FleetContext, choice: FleetChoice) {
  const stations = await stationsOf(ctx, choice);
  const [devices, ...energies] = await Promise.all([
    readExpected(ctx, stations),
    monthOf(ctx, choice, 'charge'),
    monthOf(ctx, choice, 'discharge'),
  ]);
  const all = [...devices.values()].flat();
  const [charged = null, discharged = null] = energies.map(totalEnergy);
  return {
    availability: share(all.filter(({ status }) => status === ONLINE).length, all.length),
    efficiency: charged === null || discharged === null ? null : share(discharged, charged),
    noData: stations.filter(({ sn }) => !devices.get(sn)?.some(({ lastTime }) => lastTime !== null)).length,
  };
}

export async function readOperation(ctx: FleetContext, choice: FleetChoice): Promise<Data<'fleetOperation'>> {
  const stations = await stationsOf(ctx, choice);
  const [alarms, counted] = await Promise.all([
    openAlarmsOf(ctx, choice),
    countOnce(ctx, choice, 'operation', () => countOperation(ctx, choice)),
  ]);
  const begun = stations.flatMap(({ initialTime }) => (initialTime === null ? [] : Date.parse(initialTime)));
  const first = begun.length === 0 ? null : Math.min(...begun);
  return {
    ...counted,
    faults: alarms.reduce(
      (sum, { level, amount }) => sum + (level === 'critical' || level === 'major' ? Number(amount) : 0),
      0,
    ),
    days: first === null ? null : Math.max(0, Math.floor((Date.now() - first) / DAY_MS)),
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

/** Sums the stations by the days or months of their local calendars. */
function chargeCourse(charges: Energies, discharges: Energies): Data<'fleetChargeDays'> {
  const all = [...charges.values(), ...discharges.values()];
  const keys = [...new Set(all.flatMap((one) => one.keys))].sort();
  const charge = sumByKey(charges.values(), keys);
  const discharge = sumByKey(discharges.values(), keys);
  return {
    ...{ time_keys: keys, charge, discharge },
    ...{ charged: sumExact(charge), discharged: sumExact(discharge) },
  };
}

async function countCharge(energiesOf: (role: 'charge' | 'discharge') => Promise<Energies>) {
  const [charges, discharges] = await Promise.all([energiesOf('charge'), energiesOf('discharge')]);
  return chargeCourse(charges, discharges);
}

const readRole =
  (ctx: FleetContext, choice: FleetChoice, windowOf: WindowOf) =>
  async (role: 'charge' | 'discharge'): Promise<Energies> =>
    readEnergies(ctx, await metersOf(ctx, choice, [role]), windowOf);

export const readChargeDays = (ctx: FleetContext, choice: FleetChoice, month?: string) =>
  countOnce(ctx, choice, `chargeDays ${month}`, () =>
    countCharge(
      month === undefined
        ? (role) => monthOf(ctx, choice, role)
        : readRole(ctx, choice, periodOf(`${month}-15`, 'MONTH', 'day')),
    ),
  );

export const readChargeMonths = (ctx: FleetContext, choice: FleetChoice, year?: string) =>
  countOnce(ctx, choice, `chargeMonths ${year}`, () =>
    countCharge(readRole(ctx, choice, periodOf(year && `${year}-06-15`, 'YEAR', 'month'))),
  );

/** Reads the values for ranking the stations, each with its unit. */
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
    const earned = (await earnedOf(ctx, choice)).map(({ stationSn, currency, amount }) => ({
      ...{ sn: stationSn, unit: currency },
      value: amount && Number(decimalText(amount)),
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
  const energies = await monthOf(ctx, choice, 'pv');
  return stations.map((station) => ({ ...station, value: energyToday(energies, station), unit: 'kWh' }));
}

export const readRanking = (
  ctx: FleetContext,
  choice: FleetChoice,
  by: string,
): Promise<Data<'fleetRanking'>> =>
  countOnce(ctx, choice, `ranking ${by}`, async () => rankStations(await rankedValues(ctx, choice, by)));

export const readProfit = (
  ctx: FleetContext,
  choice: FleetChoice,
  by: 'day' | 'month',
  period?: string,
): Promise<Data<'fleetProfit'>> =>
  countOnce(ctx, choice, `profit ${by} ${period}`, () => countProfit(ctx, choice, by, period));

async function countProfit(
  ctx: FleetContext,
  choice: FleetChoice,
  by: 'day' | 'month',
  period: string | undefined,
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
