/** Reads the working calendar of a tenant from its records. */
import {
  PLAIN_HOURS,
  PLAIN_WEEK,
  type WorkCalendar,
  type WorkHours,
} from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';

export interface TenantCalendar extends WorkCalendar {
  /** The time zone that determines the days of the tenant. */
  zone: string;
  /** The hours of a working day, as `08:30`. */
  hours: WorkHours;
  /** The hours without notifications, such as `22:00`. Null if there are none. */
  quiet: { from: string; until: string } | null;
  /** Changes whenever the calendar changes. */
  meaning: string;
}

const NONE: TenantCalendar = { ...PLAIN_WEEK, zone: 'UTC', hours: PLAIN_HOURS, quiet: null, meaning: '' };

type DayKind = 'holiday' | 'rest' | 'work';

/** Finds the current calendar, which is the oldest calendar in use. */
const findCalendar = (trx: Trx) =>
  trx
    .selectFrom('workCalendar')
    .select(['id', 'zone', 'weekend', 'morningFrom', 'morningUntil', 'afternoonFrom', 'afternoonUntil'])
    .select(['quietFrom', 'quietUntil'])
    .where('inUse', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Reads the current calendar. Without one, Saturdays and Sundays are days off. */
export async function readCalendar(trx: Trx): Promise<TenantCalendar> {
  const found = await findCalendar(trx);
  if (!found) return NONE;
  const days = await trx
    .selectFrom('workCalendarDay')
    .select(['day', 'kind'])
    .where('calendarId', '=', found.id)
    .orderBy('day')
    .execute();
  const weekend = (found.weekend as number[] | null) ?? [];
  const special = days.map(({ day, kind }) => [day, kind as DayKind] as const);
  const { morningFrom, morningUntil, afternoonFrom, afternoonUntil, quietFrom, quietUntil } = found;
  return {
    quiet: quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null,
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

/** Returns the days off of a week, and the exceptional days of a span with their names. */
export async function readWorkDays(
  trx: Trx,
  { from, to }: { from: string; to: string },
): Promise<{ weekend: number[]; days: { day: string; kind: DayKind; name: string }[] }> {
  const found = await findCalendar(trx);
  if (!found) return { weekend: [...NONE.weekend], days: [] };
  const days = await trx
    .selectFrom('workCalendarDay')
    .select(['day', 'kind', 'name'])
    .where('calendarId', '=', found.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
  return {
    weekend: (found.weekend as number[] | null) ?? [],
    days: days.map(({ day, kind, name }) => ({ day, kind: kind as DayKind, name: name ?? '' })),
  };
}
