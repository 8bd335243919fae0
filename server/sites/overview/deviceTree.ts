/** The devices of a tenant as a tree with lazily loaded levels: station, kind, device (C137). */

import type { components } from '../../../generated/api.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { requireStation } from '../stations/open.ts';
import { deviceCards } from './deviceCards.ts';
import { type DeviceBrief, devicesBrief, ONLINE } from './status.ts';

type Node = components['schemas']['EmsDeviceNode'];
type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'lang'>;

interface TreeQuery {
  stationSn?: string;
  parent?: string;
  current?: number;
  size?: number;
}

const DEFAULT_SIZE = 200;

const counted = (devices: readonly DeviceBrief[]) => ({
  devices: devices.length,
  online: devices.filter(({ status }) => status === ONLINE).length,
  state: null,
});

/** Groups nodes by kind, in the order of the dictionary, which follows the path of the energy. */
function groupNodes(devices: readonly DeviceBrief[], stationSn: string, lang: Context['lang']): Node[] {
  const { entries } = dictionaries.deviceType;
  const byType = Map.groupBy(devices, ({ type }) => type);
  return entries.flatMap(({ value, title }): Node[] => {
    const own = byType.get(String(value));
    return own
      ? [{ kind: 'group', key: String(value), name: pickText(title, lang), stationSn, ...counted(own) }]
      : [];
  });
}

const stationNodes = (devices: readonly DeviceBrief[]): Node[] =>
  [...Map.groupBy(devices, ({ stationSn }) => stationSn)].map(([stationSn, own]) => ({
    ...{ kind: 'station' as const, key: stationSn, name: own[0]?.stationName ?? '', stationSn },
    ...counted(own),
  }));

/** Reads the devices of a station, of all stations, or of one type. */
export const readDevices = (ctx: Context, { stationSn, type }: { stationSn?: string; type?: string }) =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const { session } = ctx;
    if (stationSn !== undefined) await requireStation(trx, session, { sn: stationSn });
    return devicesBrief(trx, session, seen(trx, session, 'device'), { stationSn, type });
  });

export const pageOfDevices = (devices: readonly DeviceBrief[], current: number, size: number) =>
  devices.slice((current - 1) * size, current * size);

async function deviceNodes(
  ctx: Context,
  devices: readonly DeviceBrief[],
  stationSn: string,
): Promise<Node[]> {
  const cards = await deviceCards(ctx, devices);
  return cards.map(({ id, sn, name, status, state }) => ({
    ...{ kind: 'device', key: sn, name, stationSn, id, devices: 1, online: status, state },
  }));
}

export async function readDeviceTree(ctx: Context, query: TreeQuery): Promise<Node[]> {
  const { stationSn, parent, current = 1, size = DEFAULT_SIZE } = query;
  const devices = await readDevices(ctx, { stationSn, type: parent });
  if (stationSn === undefined) return stationNodes(devices);
  if (parent === undefined) return groupNodes(devices, stationSn, ctx.lang);
  return deviceNodes(ctx, pageOfDevices(devices, current, size), stationSn);
}
