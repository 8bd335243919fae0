/** Starts creating the reports of the past day, month or year, in a single process. */
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type ReportParts, storeReports } from './keep.ts';

const EVERY_MS = 60_000;

export const startReports = (parts: ReportParts): RepeatedWork =>
  leaseEvery(parts.db, parts.log, 'reports', EVERY_MS, async (signal) => {
    await storeReports(parts, { signal });
  });
