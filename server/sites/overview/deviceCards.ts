/** Device cards with the state and the most important value of each device. */
import type { components } from '../../../generated/api.ts';
import { findRole, type StationVariable } from '../../../runtime/core/access/presetRoles.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext, Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import { deviceStateAt } from './deviceState.ts';
import type { DeviceBrief } from './status.ts';

export type DeviceCard = components['schemas']['EmsDeviceCard'];
type Figure = NonNullable<DeviceCard['main']>;

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

/** The most important role by device type. Devices of other types show a power, or else their first figure. */
const MAIN_ROLES: Readonly<Record<string, string>> = {
  meter: 'gridPower',
  inverter: 'pvPower',
  battery: 'soc',
  pcs: 'batteryPower',
  weather: 'irradiance',
  load: 'loadPower',
};
const FAULTS = ['critical', 'major'];

const isPower = ({ unit }: { unit: string | null }): boolean => unitFactor(unit ?? '', 'kW') !== null;

function mainVariable(type: string, variables: readonly StationVariable[]): StationVariable | undefined {
  const role = MAIN_ROLES[type];
  return (
    (role === undefined ? null : findRole(role, variables)) ??
    variables.find(isPower) ??
    variables.find(({ unit }) => unit !== '')
  );
}

async function readGauges(
  trx: ScopedTrx,
  session: Session,
  devices: readonly DeviceBrief[],
): Promise<Map<string, StationVariable[]>> {
  const types = new Map(devices.map(({ sn, type }) => [sn, type]));
  const rows = await trx
    .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
    .select(['v.sn', 'v.code', 'v.unit', 'v.deviceSn'])
    .where('v.deviceSn', 'in', [...types.keys()])
    .where('v.enabled', 'is not', false)
    .where('v.kind', '=', 'gauge')
    .where('v.dataType', '=', 'number')
    .orderBy('v.id')
    .execute();
  const variables = rows.flatMap(({ sn, code, unit, deviceSn }) =>
    sn === null || code === null
      ? []
      : [{ sn, code, unit: unit ?? '', deviceSn, deviceType: types.get(deviceSn) ?? '' }],
  );
  return Map.groupBy(variables, ({ deviceSn }) => deviceSn);
}

interface Troubles {
  alarms: number;
  hasFault: boolean;
}

async function readTroubles(
  trx: ScopedTrx,
  session: Session,
  sns: readonly string[],
): Promise<Map<string, Troubles>> {
  const rows = await trx
    .selectFrom(seen(trx, session, 'alarm').as('a'))
    .select(['a.deviceSn', 'a.level', ({ fn }) => fn.countAll<number>().as('amount')])
    .where('a.status', '=', ALARM_OPEN)
    .where('a.deviceSn', 'in', [...sns])
    .groupBy(['a.deviceSn', 'a.level'])
    .execute();
  const troubles = new Map<string, Troubles>();
  for (const { deviceSn, level, amount } of rows) {
    if (deviceSn === null) continue;
    const { alarms, hasFault } = troubles.get(deviceSn) ?? { alarms: 0, hasFault: false };
    troubles.set(deviceSn, {
      alarms: alarms + Number(amount),
      hasFault: hasFault || FAULTS.includes(level ?? ''),
    });
  }
  return troubles;
}

async function readRepairs(trx: ScopedTrx, session: Session, sns: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom(seen(trx, session, 'asset').as('a'))
    .select('a.deviceSn')
    .where('a.state', '=', 'repair')
    .where('a.deviceSn', 'in', [...sns])
    .execute();
  return new Set(rows.flatMap(({ deviceSn }) => deviceSn ?? []));
}

function powerOf({ data, unit, stale }: Figure): number | null {
  const factor = unitFactor(unit ?? '', 'kW');
  return stale || typeof data !== 'number' || factor === null ? null : convertUnit(data, factor);
}

/** Returns devices with their states and main values. Uses four queries for any number of devices. */
export async function deviceCards(ctx: Context, devices: readonly DeviceBrief[]): Promise<DeviceCard[]> {
  const { db, session, telemetry } = ctx;
  if (devices.length === 0) return [];
  const sns = devices.map(({ sn }) => sn);
  const { gauges, troubles, repairs } = await db.tenant(session.tenantId, async (trx) => ({
    gauges: await readGauges(trx, session, devices),
    troubles: await readTroubles(trx, session, sns),
    repairs: await readRepairs(trx, session, sns),
  }));
  const chosen = devices.map(({ sn, type }) => {
    const variables = gauges.get(sn) ?? [];
    return { main: mainVariable(type, variables)?.sn, power: variables.find(isPower)?.sn };
  });
  const requested = [...new Set(chosen.flatMap(({ main, power }) => [main ?? [], power ?? []].flat()))];
  const figures = new Map(
    telemetry.latest(await variablesSeen(ctx, requested)).map((figure) => [figure.sn, figure]),
  );
  return devices.map((device, at) => {
    const { id, sn, name, type, status, lastTime } = device;
    const { main, power } = chosen[at]!;
    const { alarms: openAlarms, hasFault } = troubles.get(sn) ?? { alarms: 0, hasFault: false };
    const powerFigure = figures.get(power ?? '');
    const state = deviceStateAt({
      ...device,
      ...{ hasFault, inRepair: repairs.has(sn) },
      power: powerFigure ? powerOf(powerFigure) : null,
    });
    return {
      ...{ id, sn, name, type, status, state, lastTime, openAlarms },
      main: figures.get(main ?? '') ?? null,
    };
  });
}
