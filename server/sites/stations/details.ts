import type { components } from '../../../generated/api.ts';
import { DAY_MS, isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { seenWhere } from '../../engine/access/scopedRecords.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { openStation, openWhere, type StationCaller } from './open.ts';

export type StationDetails = components['schemas']['StationDetails'];

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the calendar day of a time in a zone, as YYYY-MM-DD. */
export const dayIn = (zone: string, ts: number): string => isoLocal(ts, zone).slice(0, DAY_LENGTH);

/**
 * V026: returns the number of days from the first day of operation to today, in the station's time zone. Null before
 * that day.
 */
export function countOperatingDays(initialTime: string | null, today: string): number | null {
  if (initialTime === null) return null;
  const days = Math.round(
    (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${initialTime}T00:00:00Z`)) / DAY_MS,
  );
  return days < 0 ? null : days;
}

/** C002: reads the fields of the station that the caller may see. Fields hidden by a rule are null. */
export async function readStationDetails(
  trx: ScopedTrx,
  ctx: StationCaller,
  sn: string,
  now = Date.now(),
): Promise<StationDetails> {
  const { timeZone } = await openStation(trx, ctx, { sn });
  const row = await trx
    .selectFrom(seenWhere(trx, ctx.session, 'station', openWhere(ctx)).as('s'))
    .select([
      's.sn',
      's.name',
      's.address',
      's.fixLineTelephone',
      's.capacity',
      's.powerSupplyType',
      's.voltageClass',
      's.initialTime',
      's.operatingDays',
      's.ratedPower',
      's.longitude',
      's.latitude',
      's.simulated',
    ])
    .where('s.sn', '=', sn)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    timeZone,
    operatingDays: row.operatingDays ?? countOperatingDays(row.initialTime, dayIn(timeZone, now)),
    simulated: row.simulated ?? false,
  };
}
