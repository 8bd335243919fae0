/** The working calendar of a new tenant, which the tenant can change. The tenant adds the days of later years. */
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { TenantContent } from '../identity/seed.ts';

type Kind = 'holiday' | 'rest' | 'work';
/** A span with its first and last day. */
type Span = readonly [name: string, kind: Kind, from: string, to?: string];

/**
 * The official days off in China by year, and the working days that compensate for them. Some days of each holiday are
 * public holidays by law. The others are days off that were moved.
 */
const SPANS: Readonly<Record<string, readonly Span[]>> = {
  '2024': [
    ['元旦', 'holiday', '01-01'],
    ['春节调休', 'work', '02-04'],
    ['春节', 'holiday', '02-10', '02-12'],
    ['春节', 'rest', '02-13', '02-17'],
    ['春节调休', 'work', '02-18'],
    ['清明节', 'holiday', '04-04'],
    ['清明节', 'rest', '04-05', '04-06'],
    ['清明节调休', 'work', '04-07'],
    ['劳动节调休', 'work', '04-28'],
    ['劳动节', 'holiday', '05-01'],
    ['劳动节', 'rest', '05-02', '05-05'],
    ['劳动节调休', 'work', '05-11'],
    ['端午节', 'rest', '06-08', '06-09'],
    ['端午节', 'holiday', '06-10'],
    ['中秋节调休', 'work', '09-14'],
    ['中秋节', 'rest', '09-15', '09-16'],
    ['中秋节', 'holiday', '09-17'],
    ['国庆节调休', 'work', '09-29'],
    ['国庆节', 'holiday', '10-01', '10-03'],
    ['国庆节', 'rest', '10-04', '10-07'],
    ['国庆节调休', 'work', '10-12'],
  ],
  '2025': [
    ['元旦', 'holiday', '01-01'],
    ['春节调休', 'work', '01-26'],
    ['春节', 'holiday', '01-28', '01-31'],
    ['春节', 'rest', '02-01', '02-04'],
    ['春节调休', 'work', '02-08'],
    ['清明节', 'holiday', '04-04'],
    ['清明节', 'rest', '04-05', '04-06'],
    ['劳动节调休', 'work', '04-27'],
    ['劳动节', 'holiday', '05-01', '05-02'],
    ['劳动节', 'rest', '05-03', '05-05'],
    ['端午节', 'holiday', '05-31'],
    ['端午节', 'rest', '06-01', '06-02'],
    ['国庆节调休', 'work', '09-28'],
    ['国庆节', 'holiday', '10-01', '10-03'],
    ['国庆节', 'rest', '10-04', '10-05'],
    ['中秋节', 'holiday', '10-06'],
    ['国庆节', 'rest', '10-07', '10-08'],
    ['国庆节调休', 'work', '10-11'],
  ],
  '2026': [
    ['元旦', 'holiday', '01-01'],
    ['元旦', 'rest', '01-02', '01-03'],
    ['元旦调休', 'work', '01-04'],
    ['春节调休', 'work', '02-14'],
    ['春节', 'rest', '02-15'],
    ['春节', 'holiday', '02-16', '02-19'],
    ['春节', 'rest', '02-20', '02-23'],
    ['春节调休', 'work', '02-28'],
    ['清明节', 'rest', '04-04'],
    ['清明节', 'holiday', '04-05'],
    ['清明节', 'rest', '04-06'],
    ['劳动节', 'holiday', '05-01', '05-02'],
    ['劳动节', 'rest', '05-03', '05-05'],
    ['劳动节调休', 'work', '05-09'],
    ['端午节', 'holiday', '06-19'],
    ['端午节', 'rest', '06-20', '06-21'],
    ['国庆节调休', 'work', '09-20'],
    ['中秋节', 'holiday', '09-25'],
    ['中秋节', 'rest', '09-26', '09-27'],
    ['国庆节', 'holiday', '10-01', '10-03'],
    ['国庆节', 'rest', '10-04', '10-07'],
    ['国庆节调休', 'work', '10-10'],
  ],
};
const DAY_MS = 86_400_000;

function daysOf(year: string, [name, kind, from, to = from]: Span) {
  const [first, last] = [from, to].map((day) => Date.parse(`${year}-${day}T00:00:00Z`)) as [number, number];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, at) => ({
    ...{ name, kind },
    day: new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  }));
}

/** Returns the special days of the built-in calendar. */
export const standardDays = (): { name: string; kind: Kind; day: string }[] =>
  Object.entries(SPANS).flatMap(([year, spans]) => spans.flatMap((span) => daysOf(year, span)));

async function seedCalendar(trx: Trx, tenantId: number, lang: Lang): Promise<void> {
  const isChinese = nearLang(lang) === 'zh';
  const days = isChinese ? standardDays() : [];
  const { id } = await trx
    .insertInto('workCalendar')
    .values({
      ...{ tenantId, name: isChinese ? '标准工作日历' : 'Standard week', inUse: true },
      ...{ zone: isChinese ? 'Asia/Shanghai' : 'UTC', weekend: JSON.stringify([6, 7]) },
      ...{ quietFrom: '22:00', quietUntil: '06:00' },
      knownUntil: days.at(-1)?.day ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (days.length === 0) return;
  await trx
    .insertInto('workCalendarDay')
    .values(days.map((one) => ({ ...one, tenantId, calendarId: id })))
    .execute();
}

export const calendarContent: TenantContent = {
  seed: seedCalendar,
  /** Existing tenants are unchanged. Without a calendar, Saturdays and Sundays are days off. */
  async follow() {},
};
