/**
 * Creates two demo applications for long leave, for which the applicant chooses a substitute. One is
 * submitted, the other is a draft.
 */
import type { Text } from '../../generated/definition.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { dayAfter, nextWorkDay } from '../../runtime/core/time/workDays.ts';
import { askedOf, findClash, measure } from '../../server/business/leave/judge.ts';
import { agreeRequest } from '../../server/engine/approvals/decide.ts';
import { submitRequest } from '../../server/engine/approvals/submit.ts';
import { createRecordIn } from '../../server/engine/entities/write/write.ts';
import { readCalendar } from '../../server/engine/time/calendar.ts';
import { platformStep, type TimeParts } from '../../server/engine/time/platformStep.ts';
import type { Database, Trx } from '../../server/platform/db/index.ts';
import { DAY_MS } from '../maker.ts';
import { DEPUTY_STEP } from './flows.ts';

interface LongLeave {
  applicant: string;
  subject: Text;
  reason: Text;
  /** The first approver, and the substitute whom the applicant chose. Absent for a draft. */
  sent?: { manager: string; deputy: string };
}

const text = (zh: string, en: string): Text => ({ zh, en });

const LONG: readonly LongLeave[] = [
  {
    applicant: 'zhang.lei',
    subject: text('膝关节手术休养', 'Recovery after a knee operation'),
    reason: text(
      '术后休养，现场调试由运维部同事接手',
      'A colleague of operations takes over the commissioning on site',
    ),
    sent: { manager: 'engineer', deputy: 'operator' },
  },
  {
    applicant: 'operator',
    subject: text('腰椎康复治疗', 'Treatment of the back'),
    reason: text('医生建议连续治疗', 'The physician recommends continuous treatment'),
  },
];

/** Longer than ten working days, whatever holidays it includes. */
const LENGTH_DAYS = 28;
/** Possible first days, counted from now. The first one without a conflict is used. */
const STARTS = [27, 48, 69, 90];

type Parts = Omit<TimeParts, 'db'> & { db: Database };

/** Returns the ids of these accounts in the tenant. */
async function findAccounts(trx: Trx, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('userAccount as a')
    .innerJoin('user as u', 'u.id', 'a.id')
    .select(['a.username', 'a.id'])
    .where('a.username', 'in', names)
    .execute();
  return new Map(rows.map(({ username, id }) => [username, id]));
}

/**
 * Finds the first and last day of a leave without a conflict. Null if every possible start has a conflict.
 */
async function findDates(trx: Trx, userId: number, now: number) {
  const calendar = await readCalendar(trx);
  for (const start of STARTS) {
    const startDate = nextWorkDay(calendar, new Date(now + start * DAY_MS).toISOString().slice(0, 10));
    if (startDate === null) return null;
    const dates = { startDate, endDate: dayAfter(startDate, LENGTH_DAYS - 1) };
    const request = askedOf({ type: 'sick', ...dates }, userId, null);
    const { halves } = await measure(trx, request);
    if (!(await findClash(trx, request, halves))) return dates;
  }
  return null;
}

/** Returns the context of a write that a demo user would make in the browser. */
function stepAs(parts: Parts, tenantId: number, lang: SourceLang, zone: string, userId: number) {
  const step = platformStep(parts, tenantId, zone);
  return { ...step, lang, session: { ...step.session, userId, lang } };
}

async function seedLong(
  parts: Parts,
  { tenantId, lang, now }: { tenantId: number; lang: SourceLang; now: number },
  { applicant, subject, reason, sent }: LongLeave,
): Promise<void> {
  const names = [applicant, ...(sent ? Object.values(sent) : [])];
  const made = await parts.db.tenant(tenantId, async (trx) => {
    const people = await findAccounts(trx, names);
    const userId = people.get(applicant);
    // The demo's other tenant has other accounts.
    if (userId === undefined || people.size < names.length) return null;
    const dates = await findDates(trx, userId, now);
    if (!dates) return null;
    const { zone } = await readCalendar(trx);
    const as = (username: string) => stepAs(parts, tenantId, lang, zone, people.get(username)!);
    const leave = { type: 'sick', subject: subject[lang], reason: reason[lang], ...dates };
    const { id } = await createRecordIn(trx, as(applicant), entityOf('leave'), leave);
    return { id: Number(id), as, people };
  });
  if (!made || !sent) return;
  const { id, as, people } = made;
  const chosen = { [DEPUTY_STEP]: [people.get(sent.deputy)!] };
  const request = await submitRequest(as(applicant), 'leave', id, { version: null, chosen });
  await agreeRequest(as(sent.manager), request, { version: null });
}

export async function seedLongLeave(
  parts: Parts,
  tenantId: number,
  lang: SourceLang,
  now: number,
): Promise<void> {
  for (const leave of LONG) await seedLong(parts, { tenantId, lang, now }, leave);
}
