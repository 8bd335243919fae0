import type { Calls } from '../../generated/calls.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { requireStation } from '../sites/stations/open.ts';
import { findSignals, readChanges } from '../sites/telemetry/catalog/changes.ts';
import { checkWindow } from '../sites/telemetry/read/needs.ts';
import { settleIds } from '../sites/telemetry/write/rollups/pendingRollups.ts';

export const signalCalls = {
  async signalChanges({ query }, ctx) {
    const { db, session } = ctx;
    const { tenantId } = session;
    const { stationSn, size = 100 } = query;
    const { from, to } = checkWindow(Date.parse(query.from), Date.parse(query.to));
    const sns = query.sns?.split(',').filter(Boolean) ?? null;
    const devices = await db.tenant(tenantId, async (trx) => {
      await requireStation(trx, session, { sn: stationSn });
      return findSignals(trx, session, stationSn, sns);
    });
    await settleIds(
      engineContext(ctx).db,
      tenantId,
      devices.map(({ id }) => id),
      to,
    );
    const window = { tenantId, from: new Date(from), to: new Date(to), size };
    const { changes, more } = await db.tenant(tenantId, (trx) => readChanges(trx, devices, window));
    return { signals: devices.map(({ id: _, ...signal }) => signal), changes, more };
  },
} satisfies Partial<Calls<HandlerContext>>;
