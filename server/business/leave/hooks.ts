/** Hooks of leave applications, which change days and balances in ways that their definition cannot express. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { recordScope } from '../../engine/access/recordScope.ts';
import type { EntityHooks, HookStep } from '../../engine/hooks.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { dayAt } from '../../engine/time/series.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { halfKey, type LeaveHalf } from './amounts.ts';
import { askedOf, measure, refuseByPolicy, refuseClash, requireShares } from './judge.ts';
import { grantFirst, settleLeave } from './settle.ts';

/** Number of days within which the proof that a policy requires must be submitted. */
const PROOF_DAYS = 15;

const filesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Checks an application, and adds its days and hours. A draft is checked in the same way, so that users see
 * mistakes early.
 */
async function withAmount(
  values: Values,
  { trx }: HookStep,
  userId: number,
  leaveId: number | null,
): Promise<Values> {
  const request = askedOf(values, userId, leaveId);
  const measured = await measure(trx, request);
  await refuseByPolicy(trx, request, measured);
  await refuseClash(trx, request, measured);
  await requireShares(trx, request, measured);
  const isProofMissing = Boolean(measured.policy?.proof) && filesOf(values.proof).length === 0;
  const proofBy = isProofMissing ? dayAfter(request.startDate, PROOF_DAYS) : null;
  return { ...values, proofBy, days: measured.days, hours: measured.hours };
}

const keysOf = (halves: readonly LeaveHalf[]) => new Set(halves.map(halfKey));

/**
 * Checks a change of approved leave, which can only be shortened. For past days a leave administrator is
 * required.
 */
async function shortened(values: Values, before: Row, { trx, session }: HookStep): Promise<Values> {
  const [userId, id] = [Number(before.createdBy), Number(before.id)];
  const was = await measure(trx, askedOf(before, userId, id));
  const isCanceled = values.status === 'canceled';
  const now = await measure(trx, askedOf(values, userId, id));
  if (!isCanceled && now.halves.length === 0) throw new AppError('leave.noWork', {}, { field: '/endDate' });
  const [wasKeys, nowKeys] = [keysOf(was.halves), keysOf(isCanceled ? [] : now.halves)];
  if ([...nowKeys].some((key) => !wasKeys.has(key)) || nowKeys.size === wasKeys.size)
    throw new AppError('leave.onlyShorter', {}, { field: '/endDate' });
  const today = dayAt(Date.now(), (await readCalendar(trx)).zone);
  const isPast = was.halves.some((half) => half.day < today && !nowKeys.has(halfKey(half)));
  if (isPast && recordScope(session, entityOf('userVacation'), 'correct') === null)
    throw new AppError('leave.past', {}, { field: '/endDate' });
  return isCanceled ? values : { ...values, days: now.days, hours: now.hours };
}

const SPAN = [
  'type',
  'startDate',
  'endDate',
  'startHalf',
  'endHalf',
  'startTime',
  'endTime',
  'status',
] as const;

const leaveHooks: EntityHooks = {
  beforeCreate: (values, step) => withAmount(values, step, step.session.userId, null),
  async beforeUpdate(values, before, step) {
    const isMoved = SPAN.some((name) => (values[name] ?? null) !== (before[name] ?? null));
    const isProved = filesOf(values.proof).length > 0 !== filesOf(before.proof).length > 0;
    const isReserved = before.status === 'pending' || before.status === 'agreed';
    if (!isMoved && (isReserved || !isProved)) return values;
    if (before.status === 'agreed') return shortened(values, before, step);
    return withAmount(values, step, Number(before.createdBy), Number(before.id));
  },
  async written(changes, step) {
    for (const { before, after } of changes) await settleLeave(before, after, step);
  },
};

const userVacationHooks: EntityHooks = {
  /** A partly used balance is kept. */
  async beforeDelete(before, { trx }) {
    const movement = await trx
      .selectFrom('userVacationDetail as m')
      .leftJoin('leave as l', 'l.id', 'm.leaveId')
      .select(['m.kind', 'l.subject'])
      .where('m.userVacationId', '=', Number(before.id))
      .orderBy('m.id')
      .offset(1)
      .limit(1)
      .executeTakeFirst();
    if (!movement) return;
    throw movement.subject === null
      ? new AppError('leave.balanceMoved')
      : new AppError('leave.balanceTaken', { subject: movement.subject });
  },
  /** The first movement is the amount granted manually. */
  async written(changes, step) {
    for (const { before, after } of changes) if (before.id === undefined) await grantFirst(after, step);
  },
};

export const leaveEntityHooks = { leave: leaveHooks, userVacation: userVacationHooks };
