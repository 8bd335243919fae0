/** Reads the stored points of a run, each quantity in the unit of its figures. */
import { sql } from 'kysely';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { Services } from '../../engine/context.ts';
import { ENERGY_UNIT } from '../energy/electricity.ts';
import { isMeter } from '../energy/meters.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import type { Point, Points } from './evaluate.ts';
import { type Part, TAIL_MS } from './procedure.ts';
import type { RunRow } from './store.ts';

type Parts = Pick<Services, 'db' | 'telemetry'>;

/** Time in ms before and after the run for which points are read, so that counters have a reading on both sides. */
const AROUND_MS = 2 * TAIL_MS;
/** Maximum number of points: two days with a point per second. */
const MOST_POINTS = 200_000;

/** Measured quantities with the code of their variable and their unit. */
const GAUGES = [
  ['power', 'power', 'kW'],
  ['auxiliary', 'auxiliaryPower', 'kW'],
  ['cellVoltageMax', 'cellVoltageMax', 'V'],
  ['cellVoltageMin', 'cellVoltageMin', 'V'],
  ['cellTemperatureMax', 'cellTemperatureMax', '°C'],
  ['cellTemperatureMin', 'cellTemperatureMin', '°C'],
] as const;
const OF_CONVERTER: readonly string[] = ['power', 'auxiliaryPower'];
const CODES = GAUGES.map(([, code]) => code);

/** The devices that measure a run. */
type Measuring = Pick<RunRow, 'tenantId' | 'deviceSn' | 'batterySn'>;

interface Found {
  sn: string;
  code: string;
  deviceSn: string;
  energyRole: string | null;
}

const findVariables = ({ db }: Parts, { tenantId, deviceSn, batterySn }: Measuring): Promise<Found[]> =>
  db.tenant(tenantId, async (trx) => {
    const { rows } = await sql<Found>`
      select sn, code, device_sn, energy_role from device_variable
       where device_sn in (${deviceSn}, ${batterySn}) and enabled is not false
         and (code = any(${CODES}::text[]) or code in ('chargeEnergy', 'dischargeEnergy')
              or energy_role in ('charge', 'discharge'))
       order by sn`.execute(trx);
    return rows;
  });

async function readSeries(
  { telemetry }: Parts,
  variable: TelemetryVariable | undefined,
  unit: string,
  [from, to]: readonly [number, number],
): Promise<Point[]> {
  if (!variable) return [];
  const { tenantId } = variable;
  const [series] = await telemetry.measured({
    ...{ tenantId, variables: [variable], from, to, maxPoints: MOST_POINTS },
  });
  const factor = unitFactor(variable.unit, unit) ?? 1;
  return (series?.points ?? []).map(([ts, value]) => [ts, convertUnit(value, factor)]);
}

/** Reads the points of a run, including some time before its first part and after its last part. */
export async function readPoints(parts: Parts, row: Measuring, course: readonly Part[]): Promise<Points> {
  const found = await findVariables(parts, row);
  const variables = await parts.telemetry.variables(
    row.tenantId,
    found.map(({ sn }) => sn),
  );
  const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
  const times = course.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to ?? from)]);
  const window = [Math.min(...times) - AROUND_MS, Math.max(...times) + AROUND_MS] as const;
  const counter = (role: string): TelemetryVariable | undefined =>
    found
      .filter(({ deviceSn }) => deviceSn === row.deviceSn)
      .filter(({ energyRole, code }) => energyRole === role || code === `${role}Energy`)
      .flatMap(({ sn }) => bySn.get(sn) ?? [])
      .find((variable) => isMeter(variable, ENERGY_UNIT));
  const gauge = (code: string): TelemetryVariable | undefined => {
    const device = OF_CONVERTER.includes(code) ? row.deviceSn : row.batterySn;
    return bySn.get(found.find((one) => one.code === code && one.deviceSn === device)?.sn ?? '');
  };
  const points: Points = {
    ...{ power: [], auxiliary: [], cellVoltageMax: [], cellVoltageMin: [] },
    ...{ cellTemperatureMax: [], cellTemperatureMin: [] },
    charge: await readSeries(parts, counter('charge'), ENERGY_UNIT, window),
    discharge: await readSeries(parts, counter('discharge'), ENERGY_UNIT, window),
  };
  for (const [name, code, unit] of GAUGES) points[name] = await readSeries(parts, gauge(code), unit, window);
  return points;
}
