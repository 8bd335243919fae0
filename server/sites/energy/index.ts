/** Starts storing the demand of past months, in a single process. */
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type DemandParts, storeDemands } from './keepDemand.ts';

const EVERY_MS = 60 * 60_000;

export function startDemands(parts: DemandParts): RepeatedWork {
  return leaseEvery(parts.db, parts.log, 'demand', EVERY_MS, async (signal) => {
    await storeDemands(parts, { signal });
  });
}
