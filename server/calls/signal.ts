import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../context.ts';
import { station_require } from '../stations/details.ts';
import { changes_read, signals_find } from '../telemetry/changes.ts';
import { window_check } from '../telemetry/needs.ts';
import { ids_settle } from '../telemetry/tails.ts';

export const signalCalls = {
  async signalChanges({ query }, { db, session: { tenantId } }) {
    const { stationSn, size = 100 } = query;
    const { from, to } = window_check(Date.parse(query.from), Date.parse(query.to));
    const sns = query.sns?.split(',').filter(Boolean) ?? null;
    const found = await db.tenant(tenantId, async (trx) => {
      await station_require(trx, stationSn);
      return signals_find(trx, stationSn, sns);
    });
    await ids_settle(
      db,
      tenantId,
      found.map(({ id }) => id),
      to,
    );
    const window = { tenantId, from: new Date(from), to: new Date(to), size };
    const { changes, more } = await db.tenant(tenantId, (trx) => changes_read(trx, found, window));
    return { signals: found.map(({ id: _, ...signal }) => signal), changes, more };
  },
} satisfies Partial<Calls<CallContext>>;
