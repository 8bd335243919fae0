import type { Calls } from '../../generated/calls.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { control_switch } from '../control/commands.ts';
import { audit_write } from '../entities/audit.ts';
import { columns_of } from '../entities/columns.ts';
import { token_generate } from '../entities/hooks.ts';
import { trx_any } from '../entities/query.ts';
import { file_import } from '../excel/import/whole.ts';
import { AppError } from '../http/errors.ts';
import { station_require } from '../stations/details.ts';
import { devices_brief } from '../stations/status.ts';

/** A device as its reader may see it: the token only with the right to change devices. */
async function device_read({ db, session }: CallContext, key: 'sn' | 'id', value: string | number) {
  const columns = [...columns_of(entity_of('device'), session).keys()];
  const row = await db.tenant(session.tenantId, (trx) =>
    trx_any(trx).selectFrom('device').select(columns).where(key, '=', value).executeTakeFirst(),
  );
  if (!row) throw new AppError('device.notFound');
  // Read by the definition; its type is that of the description.
  return row as never;
}

export const deviceCalls = {
  async stationDevices({ path: { stationSn } }, { db, session }) {
    return db.tenant(session.tenantId, async (trx) => {
      await station_require(trx, stationSn);
      return devices_brief(trx, { stationSn });
    });
  },

  allDevices: (_input, { db, session }) => db.tenant(session.tenantId, (trx) => devices_brief(trx)),

  deviceBySn: ({ path: { sn } }, ctx) => device_read(ctx, 'sn', sn),

  async deviceTokenRenew({ path: { id } }, ctx) {
    const { db, hub, session } = ctx;
    const { tenantId, userId } = session;
    await db.tenant(tenantId, async (trx) => {
      const changed = await trx
        .updateTable('device')
        .set(({ eb }) => ({
          token: token_generate(),
          version: eb('version', '+', 1),
          updatedBy: userId,
          updatedAt: new Date().toISOString(),
        }))
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw new AppError('device.notFound');
      await audit_write(trx, {
        tenantId,
        userId,
        entity: 'device',
        id,
        action: 'update',
        diff: { token: ['***', '***'] },
      });
    });
    hub.publish({ type: 'entity', entity: 'device', tenantId, id, do: 'update' });
    return device_read(ctx, 'id', id);
  },

  deviceImport: ({ files, query }, ctx) =>
    file_import(ctx, entity_of('device'), files[0], query.dryRun ?? false),

  deviceVariableImport: ({ files, query }, ctx) =>
    file_import(ctx, entity_of('deviceVariable'), files[0], query.dryRun ?? false),

  airConditionerOpen: ({ body: { deviceSn } }, ctx) => control_switch(ctx, deviceSn, true),

  airConditionerClose: ({ body: { deviceSn } }, ctx) => control_switch(ctx, deviceSn, false),
} satisfies Partial<Calls<CallContext>>;
