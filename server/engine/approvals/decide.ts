import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { DeciderMay } from '../../platform/db/tables/jsonShapes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { filterMembers } from '../states/people.ts';
import { askSubstitutes } from './away.ts';
import {
  addSigner,
  type Chain,
  cancelChain,
  chainWaiting,
  type Decision,
  decideChain,
  delegateChain,
  returnChain,
  stepsOf,
} from './chain.ts';
import { fillAsked } from './fill.ts';
import { notifyProgress, tellComment, tellReplaced, tellReturned } from './notifications.ts';
import { approvedEntity, listInterested, markRecord, type RecordState } from './record.ts';
import {
  type ActionName,
  addAction,
  findRequest,
  type StoredRequest,
  stepInsert,
  storeRequest,
} from './store.ts';
import { mayInStep, requestVisible } from './view.ts';

export interface DecisionInput {
  /** The version of the record that the approver saw. Null for the current version. */
  version: number | null;
  comment?: string;
}

type DecideContext = Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'>;

interface Event {
  action: ActionName;
  comment?: string;
  toUserId?: number;
  fromUserId?: number;
  toNo?: number | undefined;
  chain(request: StoredRequest, trx: Trx): Chain | Promise<Chain>;
  /** The approval state of the record when the request ends, by default the state of the request. */
  record?: RecordState;
}

/**
 * Applies one event to a pending request in one transaction. The request is locked, so that the second of two events
 * sees the first.
 */
async function applyEvent(
  ctx: DecideContext,
  id: number,
  version: number | null,
  event: Event,
): Promise<void> {
  const { session } = ctx;
  const { tenantId, userId } = session;
  const { before, after } = await ctx.db.tenant(tenantId, async (trx) => {
    const request = await findVisible(trx, session, id, true);
    if (request.state !== 'pending') throw await overError(trx, request, userId);
    if (version !== null && request.version !== version) throw new AppError('approval.stale');
    const chain = await event.chain(request, trx);
    const { action, comment, toUserId, fromUserId, toNo } = event;
    const no = stepsOf(request, fromUserId ?? userId)[0]?.no ?? null;
    const forUserId = request.assignees.find((one) => one.no === no && one.userId === userId)?.forUserId;
    await addAction(trx, request, { action, userId, no, toUserId, fromUserId, forUserId, toNo, comment });
    const isLonger = chain.steps.length > request.steps.length;
    const before = isLonger ? (await findRequest(trx, id))! : request;
    const stored = await askSubstitutes(trx, await storeRequest(trx, before, chain, new Date()), new Date());
    if (stored.state !== 'pending')
      await markRecord(trx, ctx, { ...stored, userId }, action, event.record ?? stored.state);
    await notifyProgress(trx, request, stored, userId);
    if (action === 'return' && toNo === undefined) await tellReturned(trx, stored, userId);
    return { before: request, after: stored };
  });
  if (after.state !== before.state) announceRequest(ctx, after);
}

/** Returns an error with the name of the other user who ended the request first. */
async function overError(trx: Trx, { id }: StoredRequest, userId: number): Promise<AppError> {
  const last = await trx
    .selectFrom('approvalAction as a')
    .innerJoin('user as u', 'u.id', 'a.userId')
    .select(['a.action', 'u.name'])
    .where('a.requestId', '=', id)
    .where('a.action', 'in', ['agree', 'reject'])
    .where('a.userId', '<>', userId)
    .orderBy('a.id', 'desc')
    .executeTakeFirst();
  if (!last) return new AppError('approval.over');
  return new AppError(last.action === 'agree' ? 'approval.agreedBy' : 'approval.rejectedBy', {
    name: last.name,
  });
}

export function announceRequest(
  { hub }: Pick<DecideContext, 'hub'>,
  { tenantId, entity, recordId: id }: StoredRequest,
): void {
  hub.publish({ type: 'entity', entity, tenantId, id, do: 'update' });
}

async function findVisible(trx: Trx, session: Session, id: number, lock: boolean): Promise<StoredRequest> {
  const request = await findRequest(trx, id, lock);
  if (!request || !(await requestVisible(trx, session, request))) throw new AppError('http.notFound');
  return request;
}

function checkOwn({ initiatorId, entity }: StoredRequest, { userId }: Session): void {
  if (initiatorId !== userId) throw new AppError('approval.notInitiator');
  if (approvedEntity(entity)?.approval.withdraw === false) throw new AppError('approval.noWithdraw');
}

/** Returns the chain after an approver's decision. Throws if the approver owns the record. */
async function decided(trx: Trx, request: StoredRequest, { userId }: Session, how: Decision): Promise<Chain> {
  const chain = decideChain(request, userId, how);
  if (!chain || (await listInterested(trx, request)).includes(userId))
    throw new AppError('approval.notYours');
  return chain;
}

/** `form` contains the fields of the record that the step asks for. */
export function agreeRequest(
  ctx: DecideContext,
  id: number,
  { version, comment, form }: DecisionInput & { form?: Values },
) {
  return applyEvent(ctx, id, version, {
    action: 'agree',
    comment,
    async chain(request, trx) {
      const chain = await decided(trx, request, ctx.session, 'agreed');
      await fillAsked(trx, ctx, request, form ?? {});
      return chain;
    },
  });
}

export function rejectRequest(ctx: DecideContext, id: number, { version, comment }: DecisionInput) {
  return applyEvent(ctx, id, version, {
    action: 'reject',
    comment,
    async chain(request, trx) {
      const chain = await decided(trx, request, ctx.session, 'rejected');
      if (!comment?.trim()) throw new AppError('approval.commentNeeded', {}, { field: '/comment' });
      return chain;
    },
  });
}

/** Ends a request: its initiator withdraws it and the record becomes a draft, or it is cancelled permanently. */
export function withdrawRequest(
  ctx: DecideContext,
  id: number,
  action: 'rollback' | 'cancel',
  { version, comment }: DecisionInput,
) {
  return applyEvent(ctx, id, version, {
    action,
    comment,
    record: action === 'rollback' ? 'draft' : 'canceled',
    chain(request) {
      checkOwn(request, ctx.session);
      return cancelChain(request);
    },
  });
}

/** Throws unless a user may be asked. This must be an active colleague who owns neither the request nor the record. */
async function checkDeputy(trx: Trx, request: StoredRequest, userId: number): Promise<boolean> {
  if ((await listInterested(trx, request)).includes(userId)) return false;
  return (await filterMembers(trx, [userId])).length > 0;
}

/** Throws unless the flow allows the action to pending approvers. */
function checkMay(request: StoredRequest, { userId }: Session, what: DeciderMay): void {
  if (!chainWaiting(request).includes(userId)) throw new AppError('approval.notYours');
  if (!mayInStep(request, userId, what)) throw new AppError('approval.notHere');
}

function handed(chain: Chain | null): Chain {
  if (!chain) throw new AppError('approval.delegateTo', {}, { field: '/userId' });
  return chain;
}

export function delegateRequest(
  ctx: DecideContext,
  id: number,
  { version, comment, userId }: DecisionInput & { userId: number },
) {
  return applyEvent(ctx, id, version, {
    action: 'delegate',
    comment,
    toUserId: userId,
    async chain(request, trx) {
      checkMay(request, ctx.session, 'delegate');
      const fits = await checkDeputy(trx, request, userId);
      return handed(fits ? delegateChain(request, ctx.session.userId, userId) : null);
    },
  });
}

/** Replaces a pending approver by another user. For managers of approvals. */
export function reassignRequest(
  ctx: DecideContext,
  id: number,
  { version, comment, fromId, userId }: DecisionInput & { fromId: number; userId: number },
) {
  return applyEvent(ctx, id, version, {
    action: 'reassign',
    comment,
    toUserId: userId,
    fromUserId: fromId,
    async chain(request, trx) {
      if (!chainWaiting(request).includes(fromId))
        throw new AppError('approval.notAsked', {}, { field: '/fromId' });
      const fits = await checkDeputy(trx, request, userId);
      const chain = handed(fits ? delegateChain(request, fromId, userId) : null);
      await tellReplaced(trx, request, fromId, ctx.session.userId);
      return chain;
    },
  });
}

const MAX_STEPS = 100;

/**
 * Adds approvers at the request of a pending approver. They decide before this approver, or after the approver's
 * agreement, which this call records.
 */
export function addSigners(
  ctx: DecideContext,
  id: number,
  {
    version,
    comment,
    userIds,
    place,
  }: DecisionInput & { userIds: readonly number[]; place: 'before' | 'after' },
) {
  const { userId, name } = ctx.session;
  return applyEvent(ctx, id, version, {
    action: 'add',
    comment,
    toUserId: userIds[0],
    async chain(request, trx) {
      checkMay(request, ctx.session, 'add');
      for (const signer of userIds)
        if (!(await checkDeputy(trx, request, signer)))
          throw new AppError('approval.addWhom', {}, { field: '/userIds' });
      const more = request.steps.length < MAX_STEPS ? addSigner(request, userId, userIds, place) : null;
      if (!more) throw new AppError('approval.addWhom', {}, { field: '/userIds' });
      const origin = request.steps.find(({ no }) => no === more.at)!;
      await stepInsert(trx, request, {
        ...{ no: more.added, kind: 'approve', name: `added${more.added}`, state: 'waiting' },
        ...{ mode: 'all', atLeast: null, once: false },
        title: { zh: `${name}加签`, en: `Added by ${name}` },
        people: { users: [...userIds] },
        ...{ may: origin.may, asks: [], hours: origin.hours, working: origin.working, late: origin.late },
      });
      return more.chain;
    },
  });
}

/** Returns a request to an earlier step, or to the initiator as a draft. For pending approvers. */
export function returnRequest(
  ctx: DecideContext,
  id: number,
  { version, comment, no }: DecisionInput & { no: number | null },
) {
  const { userId } = ctx.session;
  return applyEvent(ctx, id, version, {
    action: 'return',
    comment,
    ...(no === null ? { record: 'draft' as const } : { toNo: no }),
    chain(request) {
      checkMay(request, ctx.session, 'return');
      if (!comment?.trim()) throw new AppError('approval.returnReason', {}, { field: '/comment' });
      if (no === null) return cancelChain(request);
      const chain = returnChain(request, userId, no);
      if (!chain) throw new AppError('approval.returnWhere', {}, { field: '/no' });
      return chain;
    },
  });
}

/** Adds a comment. All users who see the request may comment, even after its end. */
export async function requestComment(
  { db, session }: Pick<DecideContext, 'db' | 'session'>,
  id: number,
  comment: string,
) {
  const { tenantId, userId } = session;
  await db.tenant(tenantId, async (trx) => {
    const request = await findVisible(trx, session, id, false);
    if (!comment.trim()) throw new AppError('http.invalid', {}, { field: '/comment' });
    await addAction(trx, request, { action: 'comment', userId, comment });
    await tellComment(trx, request, userId);
  });
}
