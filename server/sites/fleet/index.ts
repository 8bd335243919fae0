/** Starts storing the profit of stations, in a single process. */
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type ProfitParts, storeProfits } from './keepProfit.ts';

const EVERY_MS = 60_000;

export function startProfits(parts: ProfitParts): RepeatedWork {
  const seen = new Map<string, string>();
  return leaseEvery(parts.db, parts.log, 'profits', EVERY_MS, async (signal) => {
    await storeProfits(parts, { signal, seen });
  });
}
