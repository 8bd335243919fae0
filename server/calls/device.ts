import type { Calls, Data } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readRecord } from '../engine/entities/list/actions.ts';
import { setRecords } from '../engine/entities/write/updateWhere.ts';
import { requireRecord } from '../engine/entities/write/write.ts';
import { AppError } from '../platform/errors/errors.ts';
import { switchControl } from '../sites/control/request.ts';
import { devicesBrief } from '../sites/overview/status.ts';
import { requireStation } from '../sites/stations/open.ts';
import { generateToken } from '../sites/telemetry/catalog/deviceToken.ts';

const DEVICE = entityOf('device');

/** Returns a device as the caller may see it. The token is included only with the permission to change the device. */
async function readDevice(ctx: HandlerContext, id: number) {
  const row = await readRecord(DEVICE, id, engineContext(ctx));
  if (!row) throw new AppError('device.notFound');
  const { _actions, _readonly, ...device } = row;
  // The record is read by its definition, so its shape matches the API description.
  return device as Data<'deviceBySn'>;
}

export const deviceCalls = {
  async stationDevices({ path: { stationSn } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      await requireStation(trx, session, { sn: stationSn });
      return devicesBrief(trx, session, seen(trx, session, 'device'), { stationSn });
    });
  },

  allDevices: (_input, { db, session }) =>
    db.tenant(session.tenantId, (trx) => devicesBrief(trx, session, seen(trx, session, 'device'))),

  async deviceTokenRenew({ path: { id } }, ctx) {
    const { db, hub, session } = ctx;
    const { tenantId } = session;
    const [changed] = await db.tenant(tenantId, async (trx) => {
      await requireRecord(trx, session, DEVICE, id, 'update', true);
      return setRecords(trx, ctx, DEVICE, {
        key: 'device:update',
        where: (eb) => eb('id', '=', id),
        values: { token: generateToken() },
      });
    });
    if (!changed) throw new AppError('device.notFound');
    hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'update' });
    return readDevice(ctx, id);
  },

  airConditionerOpen: ({ body: { deviceSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => switchControl(ctx, trx, { deviceSn, on: true })),

  airConditionerClose: ({ body: { deviceSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => switchControl(ctx, trx, { deviceSn, on: false })),
} satisfies Partial<Calls<HandlerContext>>;
