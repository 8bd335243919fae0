import type { components } from '../../generated/api.ts';
import { DAY_MS, iso_local } from '../../runtime/core/timeWindow.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';

export type StationDetails = components['schemas']['StationDetails'];

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The calendar day that it is somewhere at a moment, as YYYY-MM-DD. */
export const day_in = (zone: string, ts: number): string => iso_local(ts, zone).slice(0, DAY_LENGTH);

/** V026: whole days from the first day of operation to today, in the station's zone; null before that day. */
export function operating_days(initialTime: string | null, today: string): number | null {
  if (initialTime === null) return null;
  const days = Math.round(
    (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${initialTime}T00:00:00Z`)) / DAY_MS,
  );
  return days < 0 ? null : days;
}

/** C002 */
export async function station_details(trx: Trx, sn: string, now = Date.now()): Promise<StationDetails> {
  const row = await trx
    .selectFrom('station')
    .select([
      'sn',
      'name',
      'address',
      'fixLineTelephone',
      'capacity',
      'powerSupplyType',
      'voltageClass',
      'initialTime',
      'operatingDays',
      'timeZone',
      'ratedPower',
      'longitude',
      'latitude',
      'simulated',
    ])
    .where('sn', '=', sn)
    .executeTakeFirst();
  if (!row) throw new AppError('station.notFound');
  return {
    ...row,
    operatingDays: row.operatingDays ?? operating_days(row.initialTime, day_in(row.timeZone, now)),
    simulated: row.simulated ?? false,
  };
}

/** Throws 404 unless the tenant has this station. */
export async function station_require(
  trx: Trx,
  sn: string,
): Promise<{ id: number; sn: string; timeZone: string }> {
  const station = await trx
    .selectFrom('station')
    .select(['id', 'sn', 'timeZone'])
    .where('sn', '=', sn)
    .executeTakeFirst();
  if (!station) throw new AppError('station.notFound');
  return station;
}
