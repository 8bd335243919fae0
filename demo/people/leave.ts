/** Creates three years of leave of the demo's people: entitlements, applications, leave taken and notices. */
import type { Text } from '../../generated/definition.ts';
import { type Entity, entityOf } from '../../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { dayAfter, nextWorkDay } from '../../runtime/core/time/workDays.ts';
import { monthEndLater } from '../../server/business/leave/accrual.ts';
import { followPerson, type Step } from '../../server/business/leave/balances.ts';
import { askedOf, findClash, measure, weigh } from '../../server/business/leave/judge.ts';
import { inProductionCenter } from '../../server/business/leave/productionCenter.ts';
import { settleLeave } from '../../server/business/leave/settle.ts';
import { findLots } from '../../server/business/leave/store.ts';
import { createRecordIn } from '../../server/engine/entities/write/write.ts';
import { readCalendar, type TenantCalendar } from '../../server/engine/time/calendar.ts';
import { platformStep, type TimeParts } from '../../server/engine/time/platformStep.ts';
import type { Database, Trx } from '../../server/platform/db/index.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { type LeaveSeed, PAST, RECENT } from './leaveSeeds.ts';

const DAY_MS = 86_400_000;
const YEARS = 3;
const HOURS = 48;
const STEP = { zh: '部门负责人审批', en: 'Department manager' };

/** The departments that operate sites. */
const PRODUCTION = ['运维部', 'Operations'];

interface Pair {
  applicantId: number;
  applicant: string;
  managerId: number;
}

/**
 * Returns all users with their approver. The head of a department has the head of the parent department as approver.
 */
async function findPairs(trx: Trx, tenantId: number): Promise<Pair[]> {
  const rows = await trx
    .selectFrom('user as u')
    .innerJoin('userDepartment as l', (join) =>
      join.onRef('l.tenantId', '=', 'u.tenantId').onRef('l.userId', '=', 'u.id'),
    )
    .innerJoin('dept as d', (join) =>
      join.onRef('d.tenantId', '=', 'l.tenantId').onRef('d.id', '=', 'l.deptId'),
    )
    .leftJoin('dept as a', (join) =>
      join.onRef('a.tenantId', '=', 'd.tenantId').onRef('a.id', '=', 'd.parentId'),
    )
    .where('u.tenantId', '=', tenantId)
    .select(['u.id', 'u.name', 'd.managerId', 'a.managerId as above'])
    .orderBy('u.id')
    .execute();
  return rows.flatMap(({ id, name, managerId, above }) => {
    const decides = managerId === id ? above : managerId;
    return decides === null || decides === id
      ? []
      : [{ applicantId: id, applicant: name, managerId: Number(decides) }];
  });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (time: number): string => new Date(time).toISOString();

interface LeaveContext {
  tenantId: number;
  lang: SourceLang;
  now: number;
  calendar: TenantCalendar;
  step: Step;
}

/** Returns the first and the last day. The first day is a working day. */
function datesOf(seed: LeaveSeed, place: number, { now, calendar }: LeaveContext): [string, string] | null {
  const year = Number(dayOf(now).slice(0, 4));
  const target =
    'day' in seed.at
      ? dayAfter(`${year - seed.at.yearsAgo}-${seed.at.day}`, (place * 5) % 28)
      : dayOf(now + seed.at.offset * DAY_MS);
  const startDate = nextWorkDay(calendar, target);
  return startDate === null ? null : [startDate, dayAfter(startDate, seed.days - 1)];
}

const OVER = ['agreed', 'rejected', 'canceled'];

/** Adds applications. Skips impossible ones: too long, on days off, or overlapping. */
async function insertLeave(
  trx: Trx,
  { tenantId, lang, now }: LeaveContext,
  { applicantId, managerId }: Pair,
  seed: LeaveSeed,
  dates: readonly [string, string],
): Promise<Row | null> {
  const [startDate, endDate] = dates;
  const values = { type: seed.type, startDate, endDate, startHalf: false, endHalf: seed.endHalf === true };
  const request = askedOf(values, applicantId, null);
  const measured = await measure(trx, request);
  if (measured.halves.length === 0 || (await findClash(trx, request, measured.halves))) return null;
  if (((await weigh(trx, request, measured, findLots))?.missing ?? 0) > 0) return null;
  const made = Math.min(now, Date.parse(`${startDate}T02:00:00Z`)) - 6 * DAY_MS;
  return trxAny(trx)
    .insertInto('leave')
    .values({
      ...{ ...values, tenantId, subject: seed.subject[lang], reason: seed.reason?.[lang] ?? null },
      ...{ days: measured.days, hours: measured.hours, status: seed.state },
      substituteId: seed.substitute ? managerId : null,
      ...{ createdBy: applicantId, updatedBy: applicantId, createdAt: timeOf(made), updatedAt: timeOf(made) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds the approval request of an application, with its approvers and their decisions. */
async function insertRequest(
  trx: Trx,
  { tenantId, lang }: LeaveContext,
  { applicantId, managerId }: Pair,
  { state, comment }: LeaveSeed,
  leave: Row,
): Promise<number> {
  const anyTrx = trxAny(trx);
  const isOver = OVER.includes(state);
  const submittedAt = Date.parse(String(leave.createdAt));
  const ended = isOver ? timeOf(submittedAt + DAY_MS) : null;
  const request = await anyTrx
    .insertInto('approvalRequest')
    .values({
      ...{ tenantId, entity: 'leave', recordId: leave.id, recordLabel: leave.subject, round: 1, state },
      ...{ plan: '[1]', initiatorId: applicantId, submittedAt: timeOf(submittedAt), endedAt: ended },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const on = { tenantId, requestId: request.id };
  const decision = state === 'canceled' ? null : state;
  await anyTrx
    .insertInto('approvalStep')
    .values({
      ...{
        ...on,
        no: 1,
        name: 'manager',
        title: JSON.stringify(STEP),
        mode: 'any',
        hours: HOURS,
        late: 'remind',
      },
      ...{
        state: isOver ? (decision ?? 'skipped') : 'active',
        startedAt: timeOf(submittedAt),
        endedAt: ended,
      },
      dueAt: timeOf(submittedAt + HOURS * 3_600_000),
    })
    .execute();
  await anyTrx
    .insertInto('approvalAssignee')
    .values({
      ...{ ...on, no: 1, userId: managerId, asked: !isOver },
      ...{ decision: isOver ? decision : null, decidedAt: decision === null ? null : ended },
    })
    .execute();
  const submitted = {
    ...on,
    no: null,
    at: timeOf(submittedAt),
    userId: applicantId,
    action: 'submit',
    comment: null,
  };
  const action = { agreed: 'agree', rejected: 'reject', canceled: 'cancel' }[state as 'agreed'];
  const who = state === 'canceled' ? applicantId : managerId;
  const decided = { ...on, no: state === 'canceled' ? null : 1, at: ended, userId: who, action };
  await anyTrx
    .insertInto('approvalAction')
    .values(isOver ? [submitted, { ...decided, comment: comment?.[lang] ?? null }] : [submitted])
    .execute();
  return Number(request.id);
}

/** Adds a notice for approvers and applicants. */
async function insertNotice(
  trx: Trx,
  { tenantId }: LeaveContext,
  pair: Pair,
  { state }: LeaveSeed,
  leave: Row,
  id: number,
) {
  const title = String(leave.subject);
  const notice =
    state === 'pending'
      ? { userId: pair.managerId, text: waitingText(title, pair.applicant) }
      : { userId: pair.applicantId, text: outcomeText(title, state === 'agreed') };
  await trxAny(trx)
    .insertInto('notice')
    .values({
      ...{ tenantId, kind: 'approval', userId: notice.userId, text: JSON.stringify(notice.text) },
      ...{ link: `/main/apply?request=${id}`, createdAt: leave.createdAt },
    })
    .execute();
}

async function seedOne(
  trx: Trx,
  context: LeaveContext,
  pair: Pair,
  seed: LeaveSeed,
  dates: [string, string],
): Promise<void> {
  const leave = await insertLeave(trx, context, pair, seed, dates);
  if (!leave || seed.state === 'draft') return;
  const id = await insertRequest(trx, context, pair, seed, leave);
  if ('offset' in seed.at && seed.state !== 'canceled')
    await insertNotice(trx, context, pair, seed, leave, id);
  const step = { ...context.step, trx };
  await settleLeave({ ...leave, status: 'draft' }, leave, step);
  if (!seed.shortenedBy) return;
  const endDate = dayAfter(dates[1], -seed.shortenedBy);
  const { days } = await measure(trx, askedOf({ ...leave, endDate }, pair.applicantId, Number(leave.id)));
  const after = { ...leave, endDate, days, version: Number(leave.version) + 1 };
  await trxAny(trx)
    .updateTable('leave')
    .set({ endDate, days, version: after.version })
    .where('id', '=', Number(leave.id))
    .execute();
  await settleLeave(leave, after, step);
}

/** Simulates three years of a user: entitlements are granted each year and partly taken. */
async function seedPerson(trx: Trx, context: LeaveContext, pair: Pair, place: number): Promise<void> {
  const { joinDate } = await trx
    .selectFrom('user')
    .select('joinDate')
    .where('id', '=', pair.applicantId)
    .executeTakeFirstOrThrow();
  const today = dayOf(context.now);
  const seeds = [...PAST, ...RECENT.filter((_, at) => at % RECENT.length === place % RECENT.length)];
  const wishes = seeds
    .map((seed) => ({ seed, dates: datesOf(seed, place, context) }))
    .toSorted((one, other) => ((one.dates?.[0] ?? '') < (other.dates?.[0] ?? '') ? -1 : 1));
  const year = Number(today.slice(0, 4));
  let followed = '';
  const follow = async (to: string) => {
    if (to <= followed || (joinDate !== null && to < joinDate) || to > today) return;
    followed = to;
    await followPerson(trx, context.step, pair.applicantId, to);
  };
  for (let ago = YEARS - 1; ago >= 0; ago--) {
    await follow(`${year - ago}-01-01`);
    if (joinDate?.startsWith(`${year - ago}`)) await follow(joinDate);
    const ofYear = wishes.filter(({ dates }) => dates && Number(dates[0].slice(0, 4)) === year - ago);
    for (const { seed, dates } of ofYear) {
      if (dates && dates[0] > `${year - ago}-04-01`) await follow(`${year - ago}-04-01`);
      if (dates && dates[0] > (joinDate ?? '')) await seedOne(trx, context, pair, seed, dates);
    }
  }
  await follow(today);
}

/** Adds the rule version with which the company begins to grant more than the law requires. */
async function seedVersion(trx: Trx, { tenantId, lang, now }: LeaveContext): Promise<void> {
  const year = dayOf(now).slice(0, 4);
  const { id } = await trx
    .insertInto('vacation')
    .values({
      ...{ tenantId, name: lang === 'zh' ? `年假 ${year}` : `Annual leave ${year}`, type: 'annual' },
      ...{ from: `${year}-01-01`, status: 'inForce', given: 'yearly', afterMonths: 12, step: 1 },
      ...{
        carry: 5,
        carryMonths: 3,
        lapse: 'paid',
        source: lang === 'zh' ? '公司制度' : 'The company’s own rule',
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tiers = [
    [0, 6],
    [10, 12],
    [20, 15],
  ] as const;
  await trx
    .insertInto('vacationTier')
    .values(tiers.map(([years, amount]) => ({ tenantId, vacationId: id, years, amount })))
    .execute();
}

/** Grants overtime to the operators and a day of child care, as manual entries. */
async function seedGrants(
  trx: Trx,
  { tenantId, lang, now, step }: LeaveContext,
  pairs: readonly Pair[],
): Promise<void> {
  const userVacation: Entity = entityOf('userVacation');
  const grant = async (pair: Pair, type: string, granted: number, months: number, reason: Text) => {
    const { id } = await trx
      .selectFrom('vacation')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('type', '=', type)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const from = dayOf(now - 40 * DAY_MS);
    const until = type === 'compensatory' ? from : monthEndLater(from, months);
    await createRecordIn(
      trx,
      step,
      userVacation,
      {
        ...{ userId: pair.applicantId, type, from, until, vacationId: id },
        ...{ expiresAt: monthEndLater(from, months), granted, reason: reason[lang] },
      },
      { byDefinition: true },
    );
  };
  for (const [place, pair] of pairs.entries()) {
    if (await inProductionCenter(trx, pair.applicantId))
      await grant(pair, 'compensatory', 8, 6, { zh: '周末抢修加班', en: 'Repairs at the weekend' });
    if (place % 4 === 1)
      await grant(pair, 'parental', 10, 1, { zh: '子女未满三周岁', en: 'A child below three' });
  }
}

const waitingText = (title: string, name: string): Text => ({
  zh: `${name} 的请假申请“${title}”等待您审批`,
  en: `The leave application “${title}” of ${name} is waiting for your decision`,
});

const outcomeText = (title: string, isAgreed: boolean): Text => ({
  zh: `您的请假申请“${title}”已${isAgreed ? '通过' : '被驳回'}`,
  en: `Your leave “${title}” was ${isAgreed ? 'agreed' : 'rejected'}`,
});

/**
 * Sets the first day of work. Users without a date started some years ago. Operators belong to the production centre.
 */
async function seedWork(trx: Trx, { tenantId, now }: LeaveContext, pairs: readonly Pair[]): Promise<void> {
  for (const [place, { applicantId }] of pairs.entries()) {
    const { joinDate } = await trx
      .selectFrom('user')
      .select('joinDate')
      .where('id', '=', applicantId)
      .executeTakeFirstOrThrow();
    const joined = joinDate ?? dayOf(now - (3 + (place % 4)) * 365 * DAY_MS);
    const worked = Date.parse(`${joined}T00:00:00Z`) - (1 + ((place * 7) % 12)) * 365 * DAY_MS;
    await trx
      .updateTable('user')
      .set({ joinDate: joined, firstWorkDate: dayOf(worked) })
      .where('id', '=', applicantId)
      .execute();
  }
  await trx
    .updateTable('dept')
    .set({ productionCenter: true })
    .where('tenantId', '=', tenantId)
    .where('name', 'in', PRODUCTION)
    .execute();
}

/**
 * Creates the leave. Each manager of the demo gets applications. Each applicant gets an answer or a link to the
 * application.
 */
export async function seedLeave(
  parts: Omit<TimeParts, 'db'> & { db: Database },
  tenantId: number,
  lang: SourceLang,
  now: number,
): Promise<void> {
  await parts.db.tenant(tenantId, async (trx) => {
    const calendar = await readCalendar(trx);
    const step = { ...platformStep(parts, tenantId, calendar.zone), lang };
    const context = { tenantId, lang, now, calendar, step };
    const pairs = await findPairs(trx, tenantId);
    await seedWork(trx, context, pairs);
    await seedVersion(trx, context);
    await seedGrants(trx, context, pairs);
    for (const [place, pair] of pairs.entries()) await seedPerson(trx, context, pair, place);
  });
}
