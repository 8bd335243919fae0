import type { components } from '../../generated/api.ts';
import { ALARM_OPEN } from '../alarms/status.ts';
import type { Trx } from '../db/index.ts';
import { devices_brief, devices_expected, OFFLINE, ONLINE } from './status.ts';

export type StationPlace = components['schemas']['StationPlace'];

/** Every station of the tenant, or one, with its state, in three questions however many there are. */
export async function stations_overview(trx: Trx, only?: string): Promise<StationPlace[]> {
  const stations = await trx
    .selectFrom('station')
    .select(['sn', 'name', 'address', 'longitude', 'latitude', 'simulated'])
    .$if(only !== undefined, (query) => query.where('sn', '=', only as string))
    .orderBy('name')
    .execute();
  const alarms = await trx
    .selectFrom('alarm')
    .select(['stationSn', ({ fn }) => fn.countAll<number>().as('amount')])
    .where('status', '=', ALARM_OPEN)
    .$if(only !== undefined, (query) => query.where('stationSn', '=', only as string))
    .groupBy('stationSn')
    .execute();
  const open = new Map(alarms.map(({ stationSn, amount }) => [stationSn, Number(amount)]));
  const devices = Map.groupBy(
    devices_expected(await devices_brief(trx, only === undefined ? {} : { stationSn: only })),
    ({ stationSn }) => stationSn,
  );
  return stations.map(({ simulated, ...station }) => {
    const own = devices.get(station.sn);
    const normal = own?.every(({ status }) => status === ONLINE);
    return {
      ...station,
      simulated: simulated ?? false,
      openAlarms: open.get(station.sn) ?? 0,
      communicationStatus: own === undefined ? null : normal ? ONLINE : OFFLINE,
    };
  });
}
