/** Leave of the demo's people: agreed, waiting for their manager, and rejected, with what each was told. */
import type { Text } from '../../generated/definition.ts';
import type { Lang } from '../../runtime/core/lang.ts';
import { trxAny } from '../platform/db/anyTable.ts';
import type { Trx } from '../platform/db/index.ts';

const DAY_MS = 86_400_000;
const HOURS = 48;
const STEP = { zh: '部门负责人审批', en: 'Department manager' };

type State = 'agreed' | 'pending' | 'rejected';

interface LeaveSeed {
  subject: Text;
  type: string;
  /** Days from now to the first of them, and their number. */
  from: number;
  days: number;
  state: State;
  comment?: Text;
}

/** The applicants take them in turn. */
const SEEDS: readonly LeaveSeed[] = [
  {
    subject: { zh: '年假：陪家人出行', en: 'Annual leave with the family' },
    type: 'annual',
    from: 12,
    days: 3,
    state: 'pending',
  },
  {
    subject: { zh: '体检', en: 'Medical check' },
    type: 'sick',
    from: 4,
    days: 1,
    state: 'pending',
  },
  {
    subject: { zh: '年假', en: 'Annual leave' },
    type: 'annual',
    from: -20,
    days: 2,
    state: 'agreed',
    comment: { zh: '同意，工作已交接。', en: 'Agreed, the work is handed over.' },
  },
  {
    subject: { zh: '事假：搬家', en: 'Moving house' },
    type: 'personal',
    from: 6,
    days: 2,
    state: 'rejected',
    comment: {
      zh: '当天有并网验收，请改期。',
      en: 'The grid acceptance is on that day: please choose another.',
    },
  },
];

interface Pair {
  applicantId: number;
  applicant: string;
  managerId: number;
}

/** Everybody with the one who decides: who runs a department asks the one who runs the department above. */
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

async function seedOne(
  trx: Trx,
  { tenantId, lang, now }: { tenantId: number; lang: Lang; now: number },
  { applicantId, applicant, managerId }: Pair,
  { subject, type, from, days, state, comment }: LeaveSeed,
): Promise<void> {
  const anyTrx = trxAny(trx);
  const isOver = state !== 'pending';
  const submittedAt = now - (isOver ? 25 : 1) * DAY_MS;
  const ended = isOver ? timeOf(submittedAt + DAY_MS) : null;
  const title = subject[lang];
  const leave = await anyTrx
    .insertInto('leave')
    .values({
      ...{ tenantId, subject: title, type, days, status: state, startHalf: false, endHalf: false },
      startDate: dayOf(now + from * DAY_MS),
      endDate: dayOf(now + (from + days - 1) * DAY_MS),
      ...{ createdBy: applicantId, updatedBy: isOver ? managerId : applicantId },
      ...{ createdAt: timeOf(submittedAt), updatedAt: ended ?? timeOf(submittedAt) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const request = await anyTrx
    .insertInto('approvalRequest')
    .values({
      ...{ tenantId, entity: 'leave', recordId: leave.id, recordLabel: title, round: 1, state, plan: '[1]' },
      ...{ initiatorId: applicantId, submittedAt: timeOf(submittedAt), endedAt: ended },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const on = { tenantId, requestId: request.id };
  await anyTrx
    .insertInto('approvalStep')
    .values({
      ...on,
      ...{ no: 1, name: 'manager', title: JSON.stringify(STEP), mode: 'any', hours: HOURS, late: 'remind' },
      ...{ state: isOver ? state : 'active', startedAt: timeOf(submittedAt), endedAt: ended },
      dueAt: timeOf(submittedAt + HOURS * 3_600_000),
    })
    .execute();
  await anyTrx
    .insertInto('approvalAssignee')
    .values({
      ...{ ...on, no: 1, userId: managerId, asked: !isOver },
      ...{ decision: isOver ? state : null, decidedAt: ended },
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
  const decided = {
    ...on,
    ...{ no: 1, at: ended, userId: managerId, action: state === 'agreed' ? 'agree' : 'reject' },
    comment: comment?.[lang] ?? null,
  };
  await anyTrx
    .insertInto('approvalAction')
    .values(isOver ? [submitted, decided] : [submitted])
    .execute();
  const link = `/main/apply?request=${request.id}`;
  const notice = isOver
    ? { userId: applicantId, text: outcomeText(title, state === 'agreed'), createdAt: ended }
    : { userId: managerId, text: waitingText(title, applicant), createdAt: timeOf(submittedAt) };
  await anyTrx
    .insertInto('notice')
    .values({ ...notice, tenantId, kind: 'approval', text: JSON.stringify(notice.text), link })
    .execute();
}

const waitingText = (title: string, name: string): Text => ({
  zh: `${name} 的请假申请“${title}”等待您审批`,
  en: `${name} asks for leave: “${title}” waits for your decision`,
});

const outcomeText = (title: string, isAgreed: boolean): Text => ({
  zh: `您的请假申请“${title}”已${isAgreed ? '通过' : '被驳回'}`,
  en: `Your leave “${title}” was ${isAgreed ? 'agreed' : 'rejected'}`,
});

/** Each manager of the demo finds one application, and everybody who asked an answer or the way to it. */
export async function seedLeave(trx: Trx, tenantId: number, lang: Lang, now: number): Promise<void> {
  const pairs = await findPairs(trx, tenantId);
  for (const [index, pair] of pairs.entries())
    await seedOne(trx, { tenantId, lang, now }, pair, SEEDS[index % SEEDS.length]!);
}
