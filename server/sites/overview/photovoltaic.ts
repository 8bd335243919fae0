import type { components } from '../../../generated/api.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { isoLocal, type PeriodType, parseTime, periodAround } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { dayIn } from '../stations/details.ts';
import { type OpenStation, ofStation, openStation } from '../stations/open.ts';
import type { Telemetry, TelemetryVariable } from '../telemetry/index.ts';
import { historyOfVariables, statisticOfVariables } from '../telemetry/read/needs.ts';
import { stationVariables, variablesSeen } from '../telemetry/variableAccess.ts';
import { type DeviceBrief, devicesBrief, ONLINE } from './status.ts';

export type PhotovoltaicKeyData = components['schemas']['PhotovoltaicKeyData'];
export type DeviceFigures = components['schemas']['DeviceFigures'];
export type PowerTrend = components['schemas']['PowerTrend'];

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission'>;

const TREND_POINTS = 1000;
/** Noon of the requested date. Noon exists in every zone, even on a day with a clock change. */
const NOON = 'T12:00:00';

/** Reads the sn of the station's variables with the role, in the order of their codes. */
async function roleVariables(trx: ScopedTrx, station: OpenStation, role: string): Promise<string[]> {
  const rows = await trx
    .selectFrom(ofStation(trx, station, 'deviceVariable').as('v'))
    .select('v.sn')
    .where('v.enabled', 'is not', false)
    .where('v.energyRole', '=', role)
    .orderBy('v.code')
    .execute();
  return rows.flatMap(({ sn }) => sn ?? []);
}

const isPower = ({ kind, dataType }: TelemetryVariable): boolean => kind === 'gauge' && dataType === 'number';
/** Returns the statistic for an energy: the difference of a counter, or the sum of amounts per interval. */
const energyMethod = (kind: TelemetryVariable['kind']): 'DIFF' | 'SUM' =>
  kind === 'counter' ? 'DIFF' : 'SUM';

/**
 * Returns the unit of the first variable, and the variables with this unit. The unit is null without
 * variables.
 */
export function unitCommon<T extends { unit: string }>(
  variables: readonly T[],
): { unit: string | null; same: T[] } {
  const unit = variables[0]?.unit ?? null;
  return { unit, same: variables.filter((variable) => variable.unit === unit) };
}

async function energyOf(
  telemetry: Pick<Telemetry, 'statistic'>,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  zone: string,
  type: PeriodType,
): Promise<number | null> {
  const { from, to } = periodAround(Date.now(), type, zone);
  const window = { from: isoLocal(from, zone), to: isoLocal(to, zone), bucket: 'total' as const };
  const figures = await Promise.all(
    [...Map.groupBy(variables, ({ kind }) => energyMethod(kind))].map(([method, group]) =>
      statisticOfVariables(group, { method, ...window }, tenantId, telemetry),
    ),
  );
  return sumExact(figures.flat().map(({ value }) => value));
}

/**
 * C012: reads the variables with the energy role PV. Power comes from instantaneous variables, energy from counters and
 * interval variables.
 */
export async function readPhotovoltaicKeyData(ctx: Context, stationSn: string): Promise<PhotovoltaicKeyData> {
  const { db, session, telemetry } = ctx;
  const { tenantId } = session;
  const { station, sns, inverters } = await db.tenant(tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    return {
      station: opened,
      sns: await roleVariables(trx, opened, 'pv'),
      inverters: await devicesBrief(trx, session, ofStation(trx, opened, 'device'), { type: 'inverter' }),
    };
  });
  const variables = await stationVariables(ctx, station, sns);
  const power = unitCommon(variables.filter(isPower));
  const energy = unitCommon(variables.filter(({ kind }) => kind !== 'gauge'));
  const now = telemetry.latest(power.same).filter(({ stale }) => !stale);
  const [todayEnergy, monthEnergy, yearEnergy] = await Promise.all(
    (['DAY', 'MONTH', 'YEAR'] as const).map((type) =>
      energyOf(telemetry, tenantId, energy.same, station.timeZone, type),
    ),
  );
  return {
    power: sumExact(now.map(({ data }) => (typeof data === 'number' ? data : null))),
    powerUnit: power.unit,
    todayEnergy: todayEnergy ?? null,
    monthEnergy: monthEnergy ?? null,
    yearEnergy: yearEnergy ?? null,
    energyUnit: energy.unit,
    inverterAmount: inverters.length,
    onlineInverterAmount: inverters.filter(({ status }) => status === ONLINE).length,
  };
}

/**
 * C013, C014: reads the station's devices of a type, with all variables that the caller may see and their latest
 * values.
 */
export async function deviceFigures(ctx: Context, stationSn: string, type: string): Promise<DeviceFigures[]> {
  const { db, session, telemetry } = ctx;
  const { devices, own } = await db.tenant(session.tenantId, async (trx) => {
    await openStation(trx, ctx, { sn: stationSn });
    const inverters = await devicesBrief(trx, session, seen(trx, session, 'device'), { stationSn, type });
    const rows = await trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .select(['v.sn', 'v.deviceSn'])
      .where('v.deviceSn', 'in', ['', ...inverters.map(({ sn }) => sn)])
      .where('v.enabled', 'is not', false)
      .orderBy('v.code')
      .execute();
    return { devices: inverters, own: rows };
  });
  const sns = own.flatMap(({ sn }) => sn ?? []);
  const readings = telemetry.latest(await variablesSeen(ctx, sns));
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

/** C015: returns the PV power of the station over a day. */
export async function photovoltaicTrend(ctx: Context, stationSn: string, date?: string): Promise<PowerTrend> {
  const { db, session, telemetry } = ctx;
  const { tenantId } = session;
  const { station, sns } = await db.tenant(tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    return { station: opened, sns: await roleVariables(trx, opened, 'pv') };
  });
  const zone = station.timeZone;
  const noon = date === undefined ? Date.now() : (parseTime(`${date}${NOON}`, zone) ?? Date.now());
  const { from, to } = periodAround(noon, 'DAY', zone);
  const variables = (await stationVariables(ctx, station, sns)).filter(isPower);
  const window = { from: isoLocal(from, zone), to: isoLocal(to, zone), maxPoints: TREND_POINTS };
  const series = await historyOfVariables(variables, window, tenantId, telemetry);
  return { date: dayIn(zone, from), timeZone: zone, series };
}
