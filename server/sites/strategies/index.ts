/**
 * Each station's strategies are executed by one process. Another process takes over when that process ends or crashes.
 */
import { every, type RepeatedWork } from '../../platform/timers/every.ts';
import { createLeaseSet } from '../../platform/timers/leaseSet.ts';
import { CYCLE_S } from '../control/setPoint.ts';
import { type SteerParts, steerStations } from './steer.ts';

const EVERY_MS = CYCLE_S * 1000;
/** Delay in ms that combines changes into one wake-up, because a cycle reports each changed station. */
const WAKE_MS = 500;

export function startStrategies(parts: SteerParts): Pick<RepeatedWork, 'close'> {
  const { db, hub, log } = parts;
  const leases = createLeaseSet(db, 'strategy', () => work.wake());
  const work = every(log, 'strategies', EVERY_MS, () => steerStations(parts, Date.now(), leases.take));
  // Issuing, suspending or stopping a strategy takes effect immediately, before the next cycle.
  let waking: NodeJS.Timeout | null = null;
  const unsubscribe = hub.subscribe((event) => {
    if (event.type !== 'entity' || event.entity !== 'strategyConfig' || event.steered) return;
    waking ??= setTimeout(() => {
      waking = null;
      work.wake();
    }, WAKE_MS);
  });
  return {
    async close() {
      unsubscribe();
      if (waking) clearTimeout(waking);
      await work.close();
      await leases.close();
    },
  };
}
