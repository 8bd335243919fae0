/**
 * Updates half days, balances and the substitute after a change of an application. Days are reserved while it is
 * pending, and taken after its approval.
 */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { WrittenStep } from '../../engine/hooks.ts';
import { readCalendar } from '../../engine/time/calendar.ts';
import { instantOf } from '../../engine/time/series.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import {
  askedOf,
  type LeaveRequest,
  type Measured,
  measure,
  readReserved,
  refuseByPolicy,
  refuseClash,
  requireShares,
} from './judge.ts';
import { notifyOverload } from './overWork.ts';
import { returnShares, type Share } from './shares.ts';
import { addMovement, lockLots, readShares } from './store.ts';

const RESERVED = ['reserved', 'released'];
const USED = ['taken', 'returned'];

interface Settling {
  step: WrittenStep;
  leave: Row;
  asked: LeaveRequest;
  measured: Measured;
}

/**
 * Writes a movement for each share. The cause identifies the application and its version, so a movement is never
 * written twice.
 */
async function move(
  { step, leave }: Settling,
  kind: string,
  sign: 1 | -1,
  shares: readonly Share[],
): Promise<void> {
  for (const { lotId, amount, day } of shares)
    await addMovement(step.trx, step, {
      ...{ userVacationId: lotId, kind, day, amount: sign * amount, leaveId: Number(leave.id) },
      cause: `leave:${leave.id}:${leave.version}`,
    });
}

/** Locks the user, so that the second of two simultaneous applications sees the first. */
const lockPerson = (trx: Trx, userId: number) =>
  trx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();

async function reserveDays(
  { step, leave, asked, measured }: Settling,
  state: 'pending' | 'agreed',
): Promise<void> {
  const { trx, session } = step;
  const { tenantId } = session;
  const leaveId = Number(leave.id);
  const substituteId = leave.substituteId === null ? null : Number(leave.substituteId);
  await freeDays(trx, tenantId, leaveId);
  if (measured.halves.length === 0) return;
  const { userId, type } = asked;
  await trx
    .insertInto('leaveDay')
    .values(measured.halves.map((one) => ({ ...one, tenantId, leaveId, userId, type, state, substituteId })))
    // If a day between two applications became a working day, it belongs to the first application.
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId', 'day', 'half']).doNothing())
    .execute();
}

async function freeDays(trx: Trx, tenantId: number, leaveId: number): Promise<void> {
  await trx.deleteFrom('leaveDay').where('leaveId', '=', leaveId).execute();
  publishOnCommit(trx, { type: 'entity', entity: 'leaveDay', tenantId, id: 0, do: 'update' });
}

/** Reserves the required amount in the balances until the decision. */
async function reserve(settling: Settling): Promise<void> {
  const { step, asked, measured } = settling;
  await lockPerson(step.trx, asked.userId);
  await refuseByPolicy(step.trx, asked, measured);
  await refuseClash(step.trx, asked, measured);
  await move(settling, 'reserved', -1, await requireShares(step.trx, asked, measured));
}

async function release(settling: Settling): Promise<void> {
  const { step, leave, asked } = settling;
  await lockLots(step.trx, asked.userId, asked.type);
  await move(settling, 'released', 1, await readShares(step.trx, Number(leave.id), RESERVED));
}

async function bookUse(settling: Settling): Promise<void> {
  const { step, leave, asked } = settling;
  await lockLots(step.trx, asked.userId, asked.type);
  const shares = await readShares(step.trx, Number(leave.id), RESERVED);
  await move(settling, 'released', 1, shares);
  await move(settling, 'taken', -1, shares);
}

/** Gives the amount that an application no longer needs back to its balances. */
async function returnRest(settling: Settling, needed: number): Promise<void> {
  const { step, leave, asked } = settling;
  await lockLots(step.trx, asked.userId, asked.type);
  const isAgreed = leave.status !== 'pending';
  const current = await readShares(step.trx, Number(leave.id), isAgreed ? USED : RESERVED);
  const sum = current.reduce((total, { amount }) => total + amount, 0);
  const day = dayAfter(asked.endDate);
  const isWhole = needed === 0;
  const shares = returnShares(current, sum - needed).map((share) => ({
    ...share,
    day: isWhole ? share.day : day,
  }));
  await move(settling, isAgreed ? 'returned' : 'released', 1, shares);
}

/** Makes the substitute decide for the user from the first day of the leave to its last. */
async function followSubstitute({ step, leave, asked }: Settling, isAway: boolean): Promise<void> {
  const { trx, session } = step;
  await trx.deleteFrom('substitute').where('leaveId', '=', Number(leave.id)).execute();
  if (!isAway || leave.substituteId === null || leave.substituteId === undefined) return;
  const { zone } = await readCalendar(trx);
  await trx
    .insertInto('substitute')
    .values({
      ...{ tenantId: session.tenantId, userId: asked.userId, substituteId: Number(leave.substituteId) },
      startsAt: instantOf(asked.startDate, '00:00', zone),
      endsAt: instantOf(dayAfter(asked.endDate), '00:00', zone),
      ...{ reason: String(leave.subject), leaveId: Number(leave.id), createdBy: asked.userId },
    })
    .execute();
  publishOnCommit(trx, {
    type: 'entity',
    entity: 'substitute',
    tenantId: session.tenantId,
    id: 0,
    do: 'update',
  });
}

/** Notifies the department's head of the pending work. */
async function notifyOfWork({ step, leave, asked }: Settling): Promise<void> {
  const { trx, session } = step;
  const { userId, startDate, endDate } = asked;
  const away = { leaveId: Number(leave.id), tenantId: session.tenantId, userId, startDate, endDate };
  await notifyOverload(trx, away, await readCalendar(trx));
}

const RESERVING: readonly unknown[] = ['pending', 'agreed'];

/** Applies the effects of a change of an application. */
export async function settleLeave(before: Row, after: Row, step: WrittenStep): Promise<void> {
  const [was, is] = [before.status, after.status];
  if (!RESERVING.includes(was) && !RESERVING.includes(is)) return;
  const asked = askedOf(after, Number(after.createdBy), Number(after.id));
  const reserved = RESERVING.includes(was) ? await readReserved(step.trx, asked.leaveId!) : null;
  const settling = { step, leave: after, asked, measured: await measure(step.trx, asked, reserved) };
  if (!RESERVING.includes(is)) {
    if (was === 'pending') await release(settling);
    else await returnRest(settling, 0);
    await freeDays(step.trx, step.session.tenantId, Number(after.id));
    await followSubstitute(settling, false);
    return;
  }
  if (!RESERVING.includes(was)) await reserve(settling);
  if (is === 'agreed' && was !== 'agreed') {
    await bookUse(settling);
    await notifyOfWork(settling);
  }
  if (was === is) await returnRest(settling, settling.measured.amount);
  await reserveDays(settling, is as 'pending' | 'agreed');
  await followSubstitute(settling, is === 'agreed');
}

/** Adds the manually granted amount when a balance is created. */
export async function grantFirst(lot: Row, step: WrittenStep): Promise<void> {
  const amount = Number(lot.granted ?? 0);
  if (amount === 0) return;
  if (Number(lot.userId) === step.session.userId)
    throw new AppError('leave.ownBalance', {}, { field: '/userId' });
  await addMovement(step.trx, step, {
    ...{ userVacationId: Number(lot.id), kind: 'granted', amount, day: String(lot.from), cause: 'granted' },
    ...(typeof lot.reason === 'string' ? { reason: lot.reason } : {}),
  });
}
