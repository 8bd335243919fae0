import type { components } from '../../../generated/api.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import { siteWhere } from '../../engine/access/site.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { type DeviceBrief, devicesBrief, listExpectedDevices, OFFLINE, ONLINE } from './status.ts';

export type StationPlace = components['schemas']['StationPlace'];

/** Returns the time of the newest data of these devices. Null if none has sent data. */
const lastOf = (devices: readonly DeviceBrief[]): string | null =>
  devices.reduce<string | null>(
    (last, { lastTime }) =>
      lastTime !== null && (last === null || Date.parse(lastTime) > Date.parse(last)) ? lastTime : last,
    null,
  );

/**
 * Reads the stations that the caller may list, or some of them, with their states. Uses three queries for any number of
 * stations.
 */
export async function stationsOverview(
  trx: ScopedTrx,
  caller: Session,
  only: { sn?: string | undefined; dept?: string | undefined } = {},
): Promise<StationPlace[]> {
  const stations = await trx
    .selectFrom(seen(trx, caller, 'station').as('s'))
    .select(['sn', 'name', 'address', 'longitude', 'latitude', 'simulated'])
    .$if(only.sn !== undefined, (query) => query.where('sn', '=', only.sn as string))
    .$if(only.dept !== undefined, (query) => query.where('dept', '=', only.dept as string))
    .orderBy(inWordOrder('name'))
    .execute();
  const ofThese = <N extends 'alarm' | 'device'>(entity: N) =>
    recordsWhere(
      trx,
      entity,
      siteWhere(
        entityOf(entity),
        stations.map(({ sn }) => sn),
      )!,
    );
  const alarms = await trx
    .selectFrom(ofThese('alarm').as('a'))
    .select(['stationSn', ({ fn }) => fn.countAll<number>().as('amount')])
    .where('status', '=', ALARM_OPEN)
    .groupBy('stationSn')
    .execute();
  const open = new Map(alarms.map(({ stationSn, amount }) => [stationSn, Number(amount)]));
  const devices = Map.groupBy(
    listExpectedDevices(await devicesBrief(trx, caller, ofThese('device'))),
    ({ stationSn }) => stationSn,
  );
  return stations.map(({ simulated, ...station }) => {
    const stationDevices = devices.get(station.sn);
    const normal = stationDevices?.every(({ status }) => status === ONLINE);
    return {
      ...station,
      simulated: simulated ?? false,
      openAlarms: open.get(station.sn) ?? 0,
      communicationStatus: stationDevices === undefined ? null : normal ? ONLINE : OFFLINE,
      lastHeard: lastOf(stationDevices ?? []),
    };
  });
}
