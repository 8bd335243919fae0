/** Lists devices with their variables and current values, for lists and pickers. */
import { seen } from '../../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../../engine/context.ts';
import { addLastReceived, NOTED_AT, VARIABLE_IDS } from '../intake/lastSeen.ts';
import { variablesSeen } from '../variableAccess.ts';

export interface VariableBrief {
  sn: string;
  name: string;
  code: string;
  unit: string;
  dataType: string;
  kind: string;
  decimals: number;
}

export interface DeviceVariables {
  deviceSn: string;
  deviceName: string;
  variables: VariableBrief[];
}

export interface DeviceChoice {
  stationSn?: string;
  deviceSns?: string[];
}

export interface DeviceRow {
  sn: string;
  name: string;
  stationSn: string;
  type: string;
  /** Time of its newest data. */
  lastTime: string | null;
}

/** Maximum number of devices in one response. A paged call exists for more devices. */
const MAX_DEVICES = 1_000;
const DEFAULT_DECIMALS = 2;

type Reader = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

/** Returns the variables of devices. Null means all devices that the caller may list. */
export async function variablesOfDevices(
  { db, session }: Pick<Reader, 'db' | 'session'>,
  sns: readonly string[] | null,
): Promise<DeviceVariables[]> {
  if (sns?.length === 0) return [];
  const rows = await db.tenant(session.tenantId, (trx) => {
    let query = trx
      .selectFrom(seen(trx, session, 'device').as('device'))
      .leftJoin(
        seen(trx, session, 'deviceVariable').as('deviceVariable'),
        'deviceVariable.deviceSn',
        'device.sn',
      )
      .select(['device.sn as deviceSn', 'device.name as deviceName'])
      .select(['deviceVariable.sn', 'deviceVariable.name', 'deviceVariable.code', 'deviceVariable.unit'])
      .select(['deviceVariable.dataType', 'deviceVariable.kind', 'deviceVariable.decimals'])
      .orderBy('device.name')
      .orderBy('device.sn')
      .orderBy('deviceVariable.id');
    if (sns) query = query.where('device.sn', 'in', [...sns]);
    return query.execute();
  });
  const devices = new Map<string, DeviceVariables>();
  for (const { deviceSn, deviceName, ...own } of rows) {
    const device = devices.get(deviceSn) ?? { deviceSn, deviceName, variables: [] };
    devices.set(deviceSn, device);
    const { sn, name, code, dataType, kind } = own;
    if (sn === null || name === null || code === null || dataType === null || kind === null) continue;
    const decimals = own.decimals ?? DEFAULT_DECIMALS;
    device.variables.push({ sn, name, code, unit: own.unit ?? '', dataType, kind, decimals });
  }
  return [...devices.values()];
}

/** Returns each telemetry key once, with the description of its first variable. */
export function variablesCodes(
  devices: readonly DeviceVariables[],
): Omit<VariableBrief, 'sn' | 'decimals'>[] {
  const codes = new Map<string, Omit<VariableBrief, 'sn' | 'decimals'>>();
  for (const { variables } of devices) {
    for (const { code, name, unit, dataType, kind } of variables) {
      if (!codes.has(code)) codes.set(code, { code, name, unit, dataType, kind });
    }
  }
  return [...codes.values()].sort((a, b) => a.code.localeCompare(b.code));
}

export async function chooseDevices(
  { db, session }: Pick<Reader, 'db' | 'session'>,
  { stationSn, deviceSns }: DeviceChoice,
  page?: { current: number; size: number },
): Promise<DeviceRow[]> {
  if (deviceSns?.length === 0) return [];
  return db.tenant(session.tenantId, async (trx) => {
    let query = trx
      .selectFrom(seen(trx, session, 'device').as('d'))
      .select(['sn', 'name', 'stationSn', 'type', NOTED_AT.as('notedAt'), VARIABLE_IDS.as('variableIds')])
      .orderBy('name')
      .orderBy('sn');
    if (stationSn) query = query.where('stationSn', '=', stationSn);
    if (deviceSns) query = query.where('sn', 'in', deviceSns);
    const { current, size } = page ?? { current: 1, size: MAX_DEVICES };
    const rows = await query
      .limit(size)
      .offset((current - 1) * size)
      .execute();
    return addLastReceived(trx, session.tenantId, rows);
  });
}

export async function countDevices(
  { db, session }: Pick<Reader, 'db' | 'session'>,
  { stationSn, deviceSns }: DeviceChoice,
): Promise<number> {
  if (deviceSns?.length === 0) return 0;
  return db.tenant(session.tenantId, async (trx) => {
    let query = trx
      .selectFrom(seen(trx, session, 'device').as('d'))
      .select((eb) => eb.fn.countAll<number>().as('total'));
    if (stationSn) query = query.where('stationSn', '=', stationSn);
    if (deviceSns) query = query.where('sn', 'in', deviceSns);
    return Number((await query.executeTakeFirstOrThrow()).total);
  });
}

export async function realtimeOfDevices(ctx: Reader, devices: readonly DeviceRow[]) {
  const pageDevices = await variablesOfDevices(
    ctx,
    devices.map(({ sn }) => sn),
  );
  const briefs = new Map(pageDevices.map(({ deviceSn, variables }) => [deviceSn, variables]));
  const sns = pageDevices.flatMap(({ variables }) => variables.map(({ sn }) => sn));
  const readings = new Map(
    ctx.telemetry.latest(await variablesSeen(ctx, sns)).map((reading) => [reading.sn, reading]),
  );
  return devices.map(({ sn, name, stationSn, type, lastTime }) => {
    const variables = (briefs.get(sn) ?? []).map(({ sn: variableSn, code, name: label, unit, decimals }) => {
      const { data = null, ts = null, stale = true } = readings.get(variableSn) ?? {};
      return { sn: variableSn, code, name: label, unit, decimals, data, ts, stale };
    });
    return { deviceSn: sn, deviceName: name, stationSn, type, lastTime, variables };
  });
}
