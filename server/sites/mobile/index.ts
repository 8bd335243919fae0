/** Mobile storage units: their position, their activity, and the cost of their uses. One process handles all units. */
import type { Service } from '../../engine/context.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type CountParts, countSessions } from './count.ts';
import { followUnits } from './follow.ts';

const EVERY_MS = 5_000;

export function startMobile(parts: CountParts): Pick<Service, 'close'> {
  const { db, hub, log } = parts;
  const work = leaseEvery(db, log, 'mobile units', EVERY_MS, async (signal) => {
    await followUnits(parts);
    await countSessions(parts, signal);
  });
  // The end of a use is handled immediately, before the next round.
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'entity' && event.entity === 'mobileSession') work.wake();
  });
  return {
    async close() {
      unsubscribe();
      await work.close();
    },
  };
}
