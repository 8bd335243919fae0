import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { named, type Records, seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import { stateAt } from '../../engine/states/stateHistory.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { alarmsAt } from '../alarms/query.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { type OpenStation, ofStation } from '../stations/open.ts';
import { DEFAULT_OFFLINE_AFTER } from '../telemetry/catalog/variableRows.ts';
import { addLastReceived, IS_RECENT, NOTED_AT, VARIABLE_IDS } from '../telemetry/intake/lastSeen.ts';

export type StationStatus = components['schemas']['StationStatus'];
export type DeviceBrief = components['schemas']['DeviceBrief'];

/** V028: 1 means online and normal. The alarm status (V027) is the opposite, hence the names. */
export const ONLINE = 1;
export const OFFLINE = 0;

const TASK_OPEN = 1;

/**
 * Returns whether a device is online. Its last message must be within its own limit. Do not use it for disabled
 * devices, which should not send.
 */
export function onlineStatus(lastSeen: string | null, offlineAfterS: number, now: number): 0 | 1 {
  return lastSeen !== null && now - Date.parse(lastSeen) <= offlineAfterS * 1000 ? ONLINE : OFFLINE;
}

export interface DeviceFilter {
  stationSn?: string;
  deviceSns?: readonly string[];
  type?: string;
}

/** Reads the matching devices with their station and online status, sorted by station and name. */
export async function devicesBrief(
  trx: ScopedTrx,
  caller: Session,
  devices: Records<'device'>,
  filter: DeviceFilter = {},
  now = Date.now(),
): Promise<DeviceBrief[]> {
  const { stationSn, deviceSns, type } = filter;
  const rows = await trx
    .selectFrom(devices.as('d'))
    .innerJoin(named(trx, caller, 'station').as('s'), (join) =>
      join.onRef('s.tenantId', '=', 'd.tenantId').onRef('s.sn', '=', 'd.stationSn'),
    )
    .select([
      'd.id',
      'd.sn',
      'd.name',
      'd.type',
      'd.stationSn',
      's.name as stationName',
      'd.enabled',
      'd.simulated',
      'd.offlineAfter',
    ])
    .select([NOTED_AT.as('notedAt'), VARIABLE_IDS.as('variableIds'), IS_RECENT.as('isHeard')])
    .$if(stationSn !== undefined, (query) => query.where('d.stationSn', '=', stationSn as string))
    .$if(deviceSns !== undefined, (query) => query.where(sql<boolean>`d.sn = any(${deviceSns}::text[])`))
    .$if(type !== undefined, (query) => query.where('d.type', '=', type as string))
    .orderBy('d.stationSn')
    .orderBy('d.name')
    .execute();
  const devicesSeen = await addLastReceived(trx, caller.tenantId, rows);
  return devicesSeen.map(({ offlineAfter, enabled, simulated, ...row }) => ({
    ...row,
    status: onlineStatus(row.lastTime, offlineAfter ?? DEFAULT_OFFLINE_AFTER, now),
    enabled: enabled ?? true,
    simulated: simulated ?? false,
  }));
}

/** V027, V033: counts alarms and tasks that are open now, or were open at a time. */
async function openCounts(trx: ScopedTrx, station: OpenStation, moment?: string) {
  const alarms = await alarmsAt(trx, ofStation(trx, station, 'alarm'), moment)
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where('a.status', '=', ALARM_OPEN)
    .executeTakeFirstOrThrow();
  const tasks = await trx
    .selectFrom(ofStation(trx, station, 'alarmTask').as('t'))
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where(({ eb, and }) =>
      moment === undefined
        ? eb('t.status', '=', TASK_OPEN)
        : and([
            eb('t.createdAt', '<=', moment),
            eb(stateAt('alarmTask', 't', moment), '=', String(TASK_OPEN)),
          ]),
    )
    .executeTakeFirstOrThrow();
  return { unclosedAlarmAmount: alarms.amount, unclosedTaskAmount: tasks.amount };
}

/** Returns the devices that should send: enabled, and with measured variables. */
export const listExpectedDevices = (devices: readonly DeviceBrief[]): DeviceBrief[] =>
  devices.filter(({ enabled, isHeard }) => enabled && isHeard);

/** C001: reads the status of a station, now or at a time. The online status of devices in the past is unknown. */
export async function readStationStatus(
  trx: ScopedTrx,
  caller: Session,
  station: OpenStation,
  moment?: string,
): Promise<StationStatus> {
  const counts = await openCounts(trx, station, moment);
  if (moment !== undefined) return { ...counts, communicationStatus: null, communicationStatusDetail: [] };
  const devices = listExpectedDevices(await devicesBrief(trx, caller, ofStation(trx, station, 'device')));
  const normal = devices.length > 0 && devices.every(({ status }) => status === ONLINE);
  // The state belongs to the station. Single devices are only shown to users who may list them.
  const listed = await devicesBrief(trx, caller, seen(trx, caller, 'device'), { stationSn: station.sn });
  return {
    ...counts,
    communicationStatus: normal ? ONLINE : OFFLINE,
    communicationStatusDetail: listExpectedDevices(listed).map(({ sn, name, status, lastTime }) => ({
      deviceSn: sn,
      deviceName: name,
      status,
      lastTime,
    })),
  };
}
