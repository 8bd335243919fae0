/** Starts storing the means of power quality, in a single process. */
import { HOUR_MS } from '../../../runtime/core/time/timeWindow.ts';
import type { RepeatedWork } from '../../platform/timers/every.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { type MeansParts, storeQualityMeans } from './storeRowMeans.ts';

/** Number of days to check at the start. Later rounds check fewer days, because the others are stored by then. */
const FIRST_DAYS = 31;
const LATER_DAYS = 2;

export function startQuality(parts: MeansParts): RepeatedWork {
  let days = FIRST_DAYS;
  return leaseEvery(parts.db, parts.log, 'power quality', HOUR_MS, async (signal) => {
    await storeQualityMeans(parts, { days, signal });
    days = LATER_DAYS;
  });
}
