/** The working calendar of a tenant, as it stands in its records. */
import {
  PLAIN_HOURS,
  PLAIN_WEEK,
  type WorkCalendar,
  type WorkHours,
} from '../../../runtime/core/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';

export interface TenantCalendar extends WorkCalendar {
  /** The zone in which the days of the tenant begin. */
  zone: string;
  /** The hours of a working day, as `08:30`. */
  hours: WorkHours;
  /** Says when it is another one. */
  meaning: string;
}

const NONE: TenantCalendar = { ...PLAIN_WEEK, zone: 'UTC', hours: PLAIN_HOURS, meaning: '' };

/** Reads the calendar that holds: the oldest in use. Without one, Saturdays and Sundays are days off. */
export async function readCalendar(trx: Trx): Promise<TenantCalendar> {
  const found = await trx
    .selectFrom('workCalendar')
    .select(['id', 'zone', 'weekend', 'morningFrom', 'morningUntil', 'afternoonFrom', 'afternoonUntil'])
    .where('inUse', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!found) return NONE;
  const days = await trx
    .selectFrom('workCalendarDay')
    .select(['day', 'kind'])
    .where('calendarId', '=', found.id)
    .orderBy('day')
    .execute();
  const weekend = (found.weekend as number[] | null) ?? [];
  const special = days.map(({ day, kind }) => [day, kind as 'holiday' | 'rest' | 'work'] as const);
  const { morningFrom, morningUntil, afternoonFrom, afternoonUntil } = found;
  return {
    hours: {
      morningFrom: morningFrom ?? PLAIN_HOURS.morningFrom,
      morningUntil: morningUntil ?? PLAIN_HOURS.morningUntil,
      afternoonFrom: afternoonFrom ?? PLAIN_HOURS.afternoonFrom,
      afternoonUntil: afternoonUntil ?? PLAIN_HOURS.afternoonUntil,
    },
    zone: found.zone,
    weekend,
    days: new Map(special),
    meaning: JSON.stringify([found.zone, weekend, special]),
  };
}
