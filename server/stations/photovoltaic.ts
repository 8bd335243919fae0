import type { components } from '../../generated/api.ts';
import { iso_local, type PeriodType, period_around, time_parse } from '../../runtime/core/timeWindow.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import type { Telemetry, TelemetryVariable } from '../telemetry/index.ts';
import { need_history, need_statistic } from '../telemetry/needs.ts';
import { day_in, station_require } from './details.ts';
import { type DeviceBrief, devices_brief, ONLINE } from './status.ts';

export type PhotovoltaicKeyData = components['schemas']['PhotovoltaicKeyData'];
export type DeviceFigures = components['schemas']['DeviceFigures'];
export type PowerTrend = components['schemas']['PowerTrend'];

type Context = Pick<CallContext, 'db' | 'session' | 'telemetry'>;

const TREND_POINTS = 1000;
/** The day that was asked for, somewhere in its middle: unambiguous in every zone. */
const NOON = 'T12:00:00';

async function variable_sns(
  trx: Trx,
  stationSn: string,
  role?: string,
): Promise<{ sn: string; deviceSn: string }[]> {
  const rows = await trx
    .selectFrom('deviceVariable as v')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select(['v.sn', 'v.deviceSn'])
    .where('d.stationSn', '=', stationSn)
    .where('v.enabled', 'is not', false)
    .$if(role !== undefined, (query) => query.where('v.energyRole', '=', role as string))
    .orderBy('v.code')
    .execute();
  return rows.flatMap(({ sn, deviceSn }) => (sn === null ? [] : [{ sn, deviceSn }]));
}

const is_power = ({ kind, dataType }: TelemetryVariable): boolean =>
  kind === 'gauge' && dataType === 'number';
/** Statistics of a counter are differences, of amounts per interval sums. */
const energy_method = (kind: TelemetryVariable['kind']): 'DIFF' | 'SUM' =>
  kind === 'counter' ? 'DIFF' : 'SUM';

/** Known values added up; null when none is known. Only values of one unit can be added. */
export function values_sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The unit of the first, and the variables that share it. */
export function unit_common<T extends { unit: string }>(
  variables: readonly T[],
): { unit: string | null; same: T[] } {
  const unit = variables[0]?.unit ?? null;
  return { unit, same: variables.filter((one) => one.unit === unit) };
}

async function energy_of(
  telemetry: Telemetry,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  zone: string,
  type: PeriodType,
): Promise<number | null> {
  const { from, to } = period_around(Date.now(), type, zone);
  const window = { from: iso_local(from, zone), to: iso_local(to, zone), bucket: 'total' as const };
  const figures = await Promise.all(
    [...Map.groupBy(variables, ({ kind }) => energy_method(kind))].map(([method, own]) =>
      need_statistic({ sns: own.map(({ sn }) => sn), method, ...window }, tenantId, telemetry),
    ),
  );
  return values_sum(figures.flat().map(({ value }) => value));
}

/** C012: from the variables whose energy role is PV – power from instantaneous ones, energy from counters and amounts. */
export async function photovoltaic_keyData(
  { db, session, telemetry }: Context,
  stationSn: string,
): Promise<PhotovoltaicKeyData> {
  const { tenantId } = session;
  const { zone, sns, inverters } = await db.tenant(tenantId, async (trx) => ({
    zone: (await station_require(trx, stationSn)).timeZone,
    sns: await variable_sns(trx, stationSn, 'pv'),
    inverters: await devices_brief(trx, { stationSn, type: 'inverter' }),
  }));
  const variables = await telemetry.variables(
    tenantId,
    sns.map(({ sn }) => sn),
  );
  const power = unit_common(variables.filter(is_power));
  const energy = unit_common(variables.filter(({ kind }) => kind !== 'gauge'));
  const now = telemetry.latest(power.same).filter(({ stale }) => !stale);
  const [todayEnergy, monthEnergy, yearEnergy] = await Promise.all(
    (['DAY', 'MONTH', 'YEAR'] as const).map((type) =>
      energy_of(telemetry, tenantId, energy.same, zone, type),
    ),
  );
  return {
    power: values_sum(now.map(({ data }) => (typeof data === 'number' ? data : null))),
    powerUnit: power.unit,
    todayEnergy: todayEnergy ?? null,
    monthEnergy: monthEnergy ?? null,
    yearEnergy: yearEnergy ?? null,
    energyUnit: energy.unit,
    inverterAmount: inverters.length,
    onlineInverterAmount: inverters.filter(({ status }) => status === ONLINE).length,
  };
}

/** C013, C014: every variable of the station's devices of a type with its latest value. */
export async function device_figures(
  { db, session, telemetry }: Context,
  stationSn: string,
  type: string,
): Promise<DeviceFigures[]> {
  const { tenantId } = session;
  const { devices, sns } = await db.tenant(tenantId, async (trx) => {
    await station_require(trx, stationSn);
    return {
      devices: await devices_brief(trx, { stationSn, type }),
      sns: await variable_sns(trx, stationSn),
    };
  });
  const wanted = new Set(devices.map(({ sn }) => sn));
  const own = sns.filter(({ deviceSn }) => wanted.has(deviceSn));
  const readings = telemetry.latest(
    await telemetry.variables(
      tenantId,
      own.map(({ sn }) => sn),
    ),
  );
  const deviceOf = new Map(own.map(({ sn, deviceSn }) => [sn, deviceSn]));
  const figures = Map.groupBy(readings, ({ sn }) => deviceOf.get(sn));
  return devices.map(({ sn, name, status, lastTime }: DeviceBrief) => ({
    deviceSn: sn,
    deviceName: name,
    status,
    lastTime,
    figures: figures.get(sn) ?? [],
  }));
}

/** C015 */
export async function photovoltaic_trend(
  { db, session, telemetry }: Context,
  stationSn: string,
  date?: string,
): Promise<PowerTrend> {
  const { tenantId } = session;
  const { zone, sns } = await db.tenant(tenantId, async (trx) => ({
    zone: (await station_require(trx, stationSn)).timeZone,
    sns: await variable_sns(trx, stationSn, 'pv'),
  }));
  const noon = date === undefined ? Date.now() : (time_parse(`${date}${NOON}`, zone) ?? Date.now());
  const { from, to } = period_around(noon, 'DAY', zone);
  const variables = (
    await telemetry.variables(
      tenantId,
      sns.map(({ sn }) => sn),
    )
  ).filter(is_power);
  const window = { from: iso_local(from, zone), to: iso_local(to, zone), maxPoints: TREND_POINTS };
  const series = await need_history({ sns: variables.map(({ sn }) => sn), ...window }, tenantId, telemetry);
  return { date: day_in(zone, from), timeZone: zone, series };
}
