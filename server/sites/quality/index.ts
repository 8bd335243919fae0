/** The means of power quality are kept by one process of all. */
import { HOUR_MS } from '../../../runtime/core/time/timeWindow.ts';
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type KeepParts, keepQualityMeans } from './keepMeans.ts';

/** So many days are looked after when the process begins, and in each hour that follows: others are kept by then. */
const FIRST_DAYS = 31;
const LATER_DAYS = 2;

export function startQuality(parts: KeepParts): RepeatedWork {
  let days = FIRST_DAYS;
  return leaseEvery(parts.db, parts.log, 'power quality', HOUR_MS, async (signal) => {
    await keepQualityMeans(parts, { days, signal });
    days = LATER_DAYS;
  });
}
