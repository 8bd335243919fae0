/** Values that the needs of one request share, such as the needs of a board's widgets in one round. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { PROFIT_ROLES } from './bands.ts';
import { readEnergies, running, type StationEnergy } from './energies.ts';
import { type EarnedToday, readToday } from './keptProfit.ts';
import { MANY_STATIONS, nameFleet, readLately } from './lately.ts';
import { createOnce } from './once.ts';
import {
  countBands,
  type PricedMeters,
  pricedMeters,
  type StationBands,
  type StationTariff,
  stationTariffs,
} from './profit.ts';
import {
  ENERGY_ROLES,
  type EnergyRole,
  type FleetChoice,
  type FleetContext,
  type FleetMeter,
  type FleetStation,
  fleetMeters,
  fleetStations,
} from './stations.ts';

const stationsOnce = createOnce<FleetStation[]>();
const metersOnce = createOnce<FleetMeter[]>();
const alarmsOnce = createOnce<OpenAlarms[]>();
const tariffsOnce = createOnce<StationTariff[]>();
const nameOnce = createOnce<string>();
const pricedOnce = createOnce<PricedMeters[]>();
const todayOnce = createOnce<StationBands[]>();
const earnedOnce = createOnce<EarnedToday[]>();
const monthOnce = createOnce<Map<string, StationEnergy>>();
const keyOf = ({ ids, dept }: FleetChoice): string => JSON.stringify([ids, dept]);

export const stationsOf = (ctx: FleetContext, choice: FleetChoice): Promise<FleetStation[]> =>
  stationsOnce(ctx.request, keyOf(choice), () =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => fleetStations(trx, ctx.session, choice)),
  );

const tariffsOf = (ctx: FleetContext, choice: FleetChoice): Promise<StationTariff[]> =>
  tariffsOnce(ctx.request, keyOf(choice), async () =>
    stationTariffs(
      ctx,
      (await stationsOf(ctx, choice)).map(({ sn }) => sn),
    ),
  );

const nameOf = (ctx: FleetContext, choice: FleetChoice): Promise<string> =>
  nameOnce(ctx.request, keyOf(choice), async () =>
    nameFleet(ctx, await stationsOf(ctx, choice), await tariffsOf(ctx, choice)),
  );

/**
 * Computes the figures of a small fleet immediately. Figures of many stations are shared by all users with the same
 * stations and prices.
 */
export async function countOnce<T>(
  ctx: FleetContext,
  choice: FleetChoice,
  what: string,
  read: () => Promise<T>,
): Promise<T> {
  const stations = await stationsOf(ctx, choice);
  if (stations.length < MANY_STATIONS) return read();
  return readLately(ctx.db, `${await nameOf(ctx, choice)} ${what}`, read);
}

/** Reads the stations' meters with one of these roles. */
export async function metersOf(
  ctx: FleetContext,
  choice: FleetChoice,
  roles: readonly EnergyRole[],
): Promise<FleetMeter[]> {
  const all = await metersOnce(ctx.request, keyOf(choice), async () =>
    fleetMeters(ctx, await stationsOf(ctx, choice), ENERGY_ROLES),
  );
  return all.filter(({ role }) => roles.includes(role));
}

/**
 * Reads the consumption of a role's meters per day of the current month. The month's total and today's value are
 * computed from it.
 */
export const monthOf = (
  ctx: FleetContext,
  choice: FleetChoice,
  role: EnergyRole,
): Promise<Map<string, StationEnergy>> =>
  monthOnce(ctx.request, `${keyOf(choice)} ${role}`, async () =>
    readEnergies(ctx, await metersOf(ctx, choice, [role]), running('MONTH', 'day')),
  );

interface OpenAlarms {
  stationSn: string;
  level: string;
  amount: number;
}

export const openAlarmsOf = (ctx: FleetContext, choice: FleetChoice): Promise<OpenAlarms[]> =>
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

/** Reads the meters that earn or cost money, with their prices. */
export const pricedOf = (ctx: FleetContext, choice: FleetChoice): Promise<PricedMeters[]> =>
  pricedOnce(ctx.request, keyOf(choice), async () => {
    const stations = await stationsOf(ctx, choice);
    return pricedMeters(stations, await metersOf(ctx, choice, PROFIT_ROLES), await tariffsOf(ctx, choice));
  });

/** Reads the profit of each station since the start of its local day. */
export const todayOf = (ctx: FleetContext, choice: FleetChoice): Promise<StationBands[]> =>
  todayOnce(ctx.request, keyOf(choice), async () =>
    countBands(ctx, await pricedOf(ctx, choice), running('DAY', 'day')),
  );

/** Reads today's profit of each station. */
export const earnedOf = (ctx: FleetContext, choice: FleetChoice): Promise<EarnedToday[]> =>
  earnedOnce(ctx.request, keyOf(choice), async () =>
    readToday(ctx, await pricedOf(ctx, choice), () => todayOf(ctx, choice)),
  );
