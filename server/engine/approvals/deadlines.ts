/** Enforces time limits: reminds late approvers, or applies the default decision of the flow. */
import type { Trx } from '../../platform/db/index.ts';
import type { Services } from '../context.ts';
import { managerOf } from '../states/people.ts';
import { type Chain, expireChain, handStep, waitingIn } from './chain.ts';
import { announceRequest } from './decide.ts';
import { notifyProgress, tellRemind } from './notifications.ts';
import { listInterested, markRecord } from './record.ts';
import {
  addAction,
  dueAfter,
  findRequest,
  type StoredRequest,
  type StoredStep,
  storeRequest,
} from './store.ts';

const BATCH = 200;

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

/** Returns whether a reminder is due: at the limit, and again after each further period of the same length. */
export function remindDue({ dueAt, remindAt }: Pick<StoredStep, 'dueAt' | 'remindAt'>, now: Date): boolean {
  const isOver = (moment: string) => Date.parse(moment) <= now.getTime();
  return dueAt !== null && isOver(dueAt) && (remindAt === null || isOver(remindAt));
}

async function remind(trx: Trx, request: StoredRequest, step: StoredStep, now: Date): Promise<void> {
  await trx
    .updateTable('approvalStep')
    .set({ remindAt: await dueAfter(trx, step, now) })
    .where('requestId', '=', request.id)
    .where('no', '=', step.no)
    .execute();
  await addAction(trx, request, { action: 'remind', userId: null, no: step.no });
  await tellRemind(trx, request, waitingIn(request, step.no));
}

/** Asks the managers of late approvers instead. Null if no late approver has a manager. */
async function passOn(trx: Trx, request: StoredRequest, step: StoredStep, now: Date): Promise<Chain | null> {
  const interested = await listInterested(trx, request);
  let chain: Chain = request;
  for (const late of waitingIn(request, step.no)) {
    const managers = await managerOf(trx, late, interested);
    for (const manager of managers.slice(0, 1)) {
      const handed = handStep(chain, step.no, late, manager);
      if (!handed) continue;
      chain = handed;
      const passed = { action: 'pass' as const, userId: null, no: step.no };
      await addAction(trx, request, { ...passed, fromUserId: late, toUserId: manager });
    }
  }
  if (chain === request) return null;
  await trx
    .updateTable('approvalStep')
    .set({ dueAt: await dueAfter(trx, step, now), remindAt: null })
    .where('requestId', '=', request.id)
    .where('no', '=', step.no)
    .execute();
  return chain;
}

/** Returns the chain after the time limit of a step. Null if only reminders were sent. */
async function lateChain(
  trx: Trx,
  request: StoredRequest,
  step: StoredStep,
  now: Date,
): Promise<Chain | null> {
  if (step.late === 'agree' || step.late === 'reject') {
    await addAction(trx, request, { action: step.late, userId: null, no: step.no });
    return expireChain(request, step.no, step.late);
  }
  const passed = step.late === 'pass' ? await passOn(trx, request, step, now) : null;
  if (!passed && remindDue(step, now)) await remind(trx, request, step, now);
  return passed;
}

/**
 * Applies the time limit of a step. Reads the request again under its lock, because it may have been decided
 * since. Null if nothing changed.
 */
async function expireRequest(
  trx: Trx,
  parts: Parts,
  id: number,
  no: number,
  now: Date,
): Promise<StoredRequest | null> {
  const request = await findRequest(trx, id, true);
  const step = request?.steps.find((one) => one.no === no);
  if (request?.state !== 'pending' || step?.state !== 'active') return null;
  if (step.dueAt === null || Date.parse(step.dueAt) > now.getTime()) return null;
  const chain = await lateChain(trx, request, step, now);
  if (!chain) return null;
  const stored = await storeRequest(trx, request, chain, now);
  if (stored.state !== 'pending')
    await markRecord(trx, parts, { ...stored, userId: null }, 'late', stored.state);
  await notifyProgress(trx, request, stored, null);
  return stored.state === 'pending' ? null : stored;
}

/** Handles every time limit that has expired. */
export async function enforceDeadlines(parts: Parts, now = new Date()): Promise<void> {
  const { db, hub, log } = parts;
  const due = await db.system((trx) =>
    trx
      .selectFrom('approvalStep')
      .select(['tenantId', 'requestId', 'no'])
      .where('state', '=', 'active')
      .where('dueAt', '<=', now.toISOString())
      .where((eb) =>
        eb.or([
          eb('late', 'not in', ['remind', 'pass']),
          eb('remindAt', 'is', null),
          eb('remindAt', '<=', now.toISOString()),
        ]),
      )
      .orderBy('dueAt')
      .limit(BATCH)
      .execute(),
  );
  for (const { tenantId, requestId, no } of due) {
    try {
      const ended = await db.tenant(tenantId, (trx) => expireRequest(trx, parts, requestId, no, now));
      if (ended) announceRequest({ hub }, ended);
    } catch (error) {
      log.error('an overdue approval was not handled', { tenantId, requestId, error });
    }
  }
}
