/** Holidays of an English demo. The platform itself contains the holidays of China for a Chinese one. */
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Trx } from '../../server/platform/db/index.ts';

const HOLIDAYS = [
  { date: '01-01', name: 'New Year’s Day' },
  { date: '05-01', name: 'Labour Day' },
  { date: '12-25', name: 'Christmas Day' },
  { date: '12-26', name: 'Boxing Day' },
] as const;
/** Years around the current one. */
const AROUND = [-1, 0, 1] as const;

export async function seedHolidays(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
  if (lang !== 'en') return;
  const { id } = await trx
    .selectFrom('workCalendar')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('inUse', '=', true)
    .executeTakeFirstOrThrow();
  const year = new Date(now).getUTCFullYear();
  const days = AROUND.flatMap((away) =>
    HOLIDAYS.map(({ date, name }) => ({ day: `${year + away}-${date}`, name })),
  );
  await trx
    .insertInto('workCalendarDay')
    .values(days.map((one) => ({ ...one, tenantId, calendarId: id, kind: 'holiday' })))
    .execute();
}
