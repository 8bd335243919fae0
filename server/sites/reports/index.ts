/** Reports of the day, the month or the year that has ended are made in one process of all. */
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type KeepParts, keepReports } from './keep.ts';

const EVERY_MS = 60_000;

export const startReports = (parts: KeepParts): RepeatedWork =>
  leaseEvery(parts.db, parts.log, 'reports', EVERY_MS, async (signal) => {
    await keepReports(parts, { signal });
  });
