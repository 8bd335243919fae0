/** The working calendar that a tenant begins with; it changes it, and adds the days of the next year. */
import type { Lang } from '../../../runtime/core/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { TenantContent } from '../identity/seed.ts';

type Kind = 'holiday' | 'rest' | 'work';
/** The first and the last day. */
type Span = readonly [name: string, kind: Kind, from: string, to?: string];

/** The holidays of 2026 in China, with the days on which people work in their place. */
const DAYS_2026: readonly Span[] = [
  ['元旦', 'holiday', '01-01', '01-03'],
  ['元旦调休', 'work', '01-04'],
  ['春节调休', 'work', '02-14'],
  ['春节', 'holiday', '02-15', '02-23'],
  ['春节调休', 'work', '02-28'],
  ['清明节', 'holiday', '04-04', '04-06'],
  ['劳动节', 'holiday', '05-01', '05-05'],
  ['劳动节调休', 'work', '05-09'],
  ['端午节', 'holiday', '06-19', '06-21'],
  ['国庆节调休', 'work', '09-20'],
  ['中秋节', 'holiday', '09-25', '09-27'],
  ['国庆节', 'holiday', '10-01', '10-07'],
  ['国庆节调休', 'work', '10-10'],
];
const DAY_MS = 86_400_000;

function daysOf([name, kind, from, to = from]: Span) {
  const [first, last] = [from, to].map((day) => Date.parse(`2026-${day}T00:00:00Z`)) as [number, number];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, at) => ({
    ...{ name, kind },
    day: new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  }));
}

/** Each special day of the calendar that comes with the platform. */
export const standardDays = (): { name: string; kind: Kind; day: string }[] => DAYS_2026.flatMap(daysOf);

async function seedCalendar(trx: Trx, tenantId: number, lang: Lang): Promise<void> {
  const isChinese = lang === 'zh';
  const { id } = await trx
    .insertInto('workCalendar')
    .values({
      ...{ tenantId, name: isChinese ? '标准工作日历' : 'Standard week', inUse: true },
      ...{ zone: isChinese ? 'Asia/Shanghai' : 'UTC', weekend: JSON.stringify([6, 7]) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isChinese) return;
  await trx
    .insertInto('workCalendarDay')
    .values(standardDays().map((one) => ({ ...one, tenantId, calendarId: id })))
    .execute();
}

export const calendarContent: TenantContent = {
  seed: seedCalendar,
  /** Tenants that were made before have Saturdays and Sundays off until they make a calendar. */
  async follow() {},
};
