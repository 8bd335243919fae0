/** The table of a reader's stations: current power and today's energy of each, and the sums. */
import type { components } from '../../../generated/api.ts';
import { findRole, findRoleAll, type StationVariable } from '../../../runtime/core/access/presetRoles.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { moveBoundary, periodAround } from '../../../runtime/core/time/timeWindow.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { statisticsByZone } from '../telemetry/read/needs.ts';
import type { TelemetryVariable } from '../telemetry/types.ts';
import { stationsVariables } from '../telemetry/variableAccess.ts';
import { type StationPlace, stationsOverview } from './overview.ts';
import { ONLINE } from './status.ts';

export type Fleet = components['schemas']['Fleet'];
type FleetOf = components['schemas']['FleetOf'];

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

interface Row extends StationVariable {
  stationSn: string;
  energyRole: string | null;
}

/** The variables of each choice. The power is found by its preset role, the energy by the role of its counters. */
const MEANINGS: Readonly<Record<FleetOf, { power: string; energy: string; single?: true }>> = {
  pv: { power: 'pvPower', energy: 'pv' },
  battery: { power: 'batteryPower', energy: 'discharge' },
  // Only the first meter counts. Further meters are behind the first one, and adding them would count energy twice.
  grid: { power: 'gridPower', energy: 'gridImport', single: true },
  load: { power: 'loadPower', energy: 'load' },
};

/**
 * Selects the test bench of device `d`. A bench measures cabinets before shipping, so its values are not part of the
 * station.
 */
const isAtBench = (trx: ScopedTrx) =>
  recordsWhere(trx, 'factoryTestDevice', (eb) =>
    eb.or([eb('deviceSn', '=', eb.ref('d.sn')), eb('batterySn', '=', eb.ref('d.sn'))]),
  );

async function readVariables(trx: ScopedTrx, stationSns: readonly string[]): Promise<Row[]> {
  const rows = await trx
    .selectFrom(
      recordsWhere(trx, 'deviceVariable', siteWhere(entityOf('deviceVariable'), stationSns)!).as('v'),
    )
    .innerJoin(recordsWhere(trx, 'device', siteWhere(entityOf('device'), stationSns)!).as('d'), (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select(['v.sn', 'v.code', 'v.unit', 'v.deviceSn', 'v.energyRole', 'd.type as deviceType', 'd.stationSn'])
    .where('v.enabled', 'is not', false)
    .where(({ not, exists }) => not(exists(isAtBench(trx))))
    .orderBy('v.id')
    .execute();
  return rows.flatMap(({ sn, unit, ...row }) => (sn === null ? [] : [{ ...row, sn, unit: unit ?? '' }]));
}

interface Chosen {
  power: Row[];
  soc: Row[];
  energy: Row[];
}

const NOTHING: Chosen = { power: [], soc: [], energy: [] };

function chooseVariables(rows: readonly Row[], of: FleetOf): Chosen {
  const { power, energy, single } = MEANINGS[of];
  const first = single && findRole(power, rows);
  return {
    power: single ? rows.filter((row) => row === first) : findRoleAll(power, rows),
    soc: findRoleAll('soc', rows),
    energy: rows.filter(({ energyRole }) => energyRole === energy),
  };
}

/** Converts a figure to another unit of its kind. Null if the units are incompatible. */
function inUnit(value: number | string | null | undefined, from: string, to: string): number | null {
  const factor = unitFactor(from, to);
  return typeof value === 'number' && factor !== null ? convertUnit(value, factor) : null;
}

function mean(values: readonly (number | null)[]): number | null {
  const sum = sumExact(values);
  return sum === null ? null : sum / values.filter((value) => value !== null).length;
}

/** Reads the energy of each variable since the start of the station's local day, by sn, in kWh. */
async function readEnergy(
  { session, telemetry }: Context,
  variables: readonly TelemetryVariable[],
): Promise<Map<string, number | null>> {
  const now = Date.now();
  const groups = [...Map.groupBy(variables, ({ kind }) => (kind === 'counter' ? 'DIFF' : 'SUM'))];
  const answered = await Promise.all(
    groups.map(([method, groupVariables]) =>
      statisticsByZone(telemetry, session.tenantId, groupVariables, method, ({ zone, stationZone }) => {
        const { from, to } = periodAround(now, 'DAY', stationZone);
        return {
          from: moveBoundary(from, stationZone, zone),
          to: moveBoundary(to, stationZone, zone),
          bucket: 'total',
        };
      }),
    ),
  );
  return new Map(
    answered.flat().map(({ variable: { sn, unit }, series }) => [sn, inUnit(series.value, unit, 'kWh')]),
  );
}

function sumFleet(stations: Fleet['stations']): Fleet['totals'] {
  return {
    stations: stations.length,
    normal: stations.filter(
      ({ openAlarms, communicationStatus }) => openAlarms === 0 && communicationStatus === ONLINE,
    ).length,
    power: sumExact(stations.map(({ power }) => power)),
    soc: mean(stations.map(({ soc }) => soc)),
    energyToday: sumExact(stations.map(({ energyToday }) => energyToday)),
    openAlarms: stations.reduce((sum, { openAlarms }) => sum + openAlarms, 0),
  };
}

interface StationNow
  extends Pick<StationPlace, 'sn' | 'name' | 'openAlarms' | 'communicationStatus' | 'lastHeard'> {
  /** Power in kW, state of charge in percent. */
  power: number | null;
  soc: number | null;
  /** The meters that measure the energy. */
  meters: TelemetryVariable[];
}

/** Returns the stations that the caller may list, each with its current power. Old values are left out. */
export async function readFleetNow(ctx: Context, of: FleetOf, dept?: string): Promise<StationNow[]> {
  const { db, session, telemetry } = ctx;
  const { places, rows } = await db.tenant(session.tenantId, async (trx) => {
    const stations = await stationsOverview(trx, session, { dept });
    const sns = stations.map(({ sn }) => sn);
    return { places: stations, rows: await readVariables(trx, sns) };
  });
  const byStation = Map.groupBy(rows, ({ stationSn }) => stationSn);
  const chosen = new Map([...byStation].map(([sn, stationRows]) => [sn, chooseVariables(stationRows, of)]));
  const chosenRows = [...chosen.values()].flatMap(({ power, soc, energy }) => [...power, ...soc, ...energy]);
  const shown = new Set(places.map(({ sn }) => sn));
  const variables = await stationsVariables(ctx, shown, [...new Set(chosenRows.map(({ sn }) => sn))]);
  const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
  const fresh = telemetry.latest(variables).filter(({ stale }) => !stale);
  const values = new Map(fresh.map(({ sn, data }) => [sn, data]));
  return places.map(({ sn, name, openAlarms, communicationStatus, lastHeard }) => {
    const { power, soc, energy } = chosen.get(sn) ?? NOTHING;
    return {
      ...{ sn, name, openAlarms, communicationStatus, lastHeard },
      power: sumExact(power.map((row) => inUnit(values.get(row.sn), row.unit, 'kW'))),
      soc: mean(soc.map((row) => inUnit(values.get(row.sn), '%', '%'))),
      meters: energy.flatMap((row) => bySn.get(row.sn) ?? []),
    };
  });
}

/** Returns the stations like `readFleetNow`, with today's energy. */
export async function readFleet(ctx: Context, of: FleetOf, dept?: string): Promise<Fleet> {
  const found = await readFleetNow(ctx, of, dept);
  const energies = await readEnergy(
    ctx,
    found.flatMap(({ meters }) => meters),
  );
  const stations = found.map(({ meters, ...station }) => ({
    ...station,
    energyToday: sumExact(meters.map(({ sn }) => energies.get(sn) ?? null)),
  }));
  return { totals: sumFleet(stations), stations };
}
