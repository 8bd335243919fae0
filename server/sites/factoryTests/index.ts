/**
 * Each run of a factory test is controlled by one process. Another process takes over when that process ends or
 * crashes.
 */
import { every, type RepeatedWork } from '../../platform/timers/every.ts';
import { createLeaseSet } from '../../platform/timers/leaseSet.ts';
import { steerTests, type TestParts } from './steer.ts';

const EVERY_MS = 5_000;
const WATCHED: readonly string[] = ['factoryTestRecord', 'chargeDischargeRecord'];

export function startFactoryTests(parts: TestParts): Pick<RepeatedWork, 'close'> {
  const { db, hub, log } = parts;
  const leases = createLeaseSet(db, 'factory test', () => work.wake());
  const work = every(log, 'factory tests', EVERY_MS, () => steerTests(parts, Date.now(), leases.take));
  // Starts and stops take effect immediately, before the next cycle.
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'entity' && WATCHED.includes(event.entity) && !event.steered) work.wake();
  });
  return {
    async close() {
      unsubscribe();
      await work.close();
      await leases.close();
    },
  };
}
