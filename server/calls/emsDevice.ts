/** Devices in the administration of stations: as a tree, as a grid, and with the source of their data. */
import type { Calls } from '../../generated/calls.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { deviceCards } from '../sites/overview/deviceCards.ts';
import { pageOfDevices, readDevices, readDeviceTree } from '../sites/overview/deviceTree.ts';
import { devicesBrief } from '../sites/overview/status.ts';

const DEFAULT_SIZE = 200;

/** Reads the device's address from its connection parameters. Null if they contain none. */
function addressOf(parameters: unknown): string | null {
  if (typeof parameters !== 'object' || parameters === null) return null;
  const address: unknown = Reflect.get(parameters, 'address') ?? Reflect.get(parameters, 'host');
  return typeof address === 'string' || typeof address === 'number' ? String(address) : null;
}

export const emsDeviceCalls = {
  emsDeviceTree: ({ query }, ctx) => readDeviceTree(ctx, query),

  async emsDeviceGrid({ query }, ctx) {
    const { stationSn, type, current = query.pageNum ?? 1, size = query.pageSize ?? DEFAULT_SIZE } = query;
    const devices = await readDevices(ctx, { stationSn, type });
    const records = await deviceCards(ctx, pageOfDevices(devices, current, size));
    return { records, total: devices.length, current, size };
  },

  emsDeviceChannel: ({ path: { sn } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const devices = seen(trx, session, 'device', 'get');
      const [device] = await devicesBrief(trx, session, devices, { deviceSns: [sn] });
      const row = await trx
        .selectFrom(devices.as('d'))
        .select(['d.parameters', 'd.collectorSn', 'd.channelSn'])
        .where('d.sn', '=', sn)
        .executeTakeFirst();
      if (!device || !row) throw new AppError('device.notFound');
      const collector = await trx
        .selectFrom(seen(trx, session, 'collectorDevice').as('c'))
        .select(['c.sn', 'c.name'])
        .where('c.sn', '=', row.collectorSn)
        .executeTakeFirst();
      const channel = await trx
        .selectFrom(seen(trx, session, 'channel').as('c'))
        .select(['c.sn', 'c.name', 'c.protocol', 'c.state', 'c.lastHeard', 'c.pointsPerMinute'])
        .where('c.sn', '=', row.channelSn)
        .executeTakeFirst();
      return {
        ...{ deviceSn: sn, deviceName: device.name, address: addressOf(row.parameters) },
        ...{ lastMessage: device.lastTime, status: device.status },
        ...{ collector: collector ?? null, channel: channel ?? null },
      };
    }),
} satisfies Partial<Calls<HandlerContext>>;
