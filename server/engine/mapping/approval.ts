/** Documented calls for the approval of records. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { AppError } from '../../platform/errors/errors.ts';
import {
  agreeRequest,
  type DecisionInput,
  delegateRequest,
  rejectRequest,
  withdrawRequest,
} from '../approvals/decide.ts';
import { findPending } from '../approvals/store.ts';
import { submitIn, submitRequest } from '../approvals/submit.ts';
import { answerRequest } from '../approvals/view.ts';
import type { CallContext } from '../context.ts';
import { announceRecord } from '../entities/write/write.ts';
import { findId, readId } from './key.ts';
import { type ActionOf, answerOne } from './read.ts';
import { savedGuard, saveIn } from './save.ts';
import { type MappedInput, readSource } from './sources.ts';

type Approving = ActionOf<'withdraw'> | ActionOf<'decide'> | ActionOf<'delegate'>;

/** Reads the decision, and the version that the user saw if the call requires it. */
function decisionOf(
  { version, comment }: Pick<ActionOf<'submit'>, 'version' | 'comment'>,
  input: MappedInput,
  { session }: CallContext,
): DecisionInput {
  const seen = version && readSource(version, input, session);
  const text = comment && readSource(comment, input, session);
  return {
    version: seen === undefined ? null : Number(seen),
    ...(text === undefined ? {} : { comment: String(text) }),
  };
}

/** Reads the fields that the approver fills in, if the call has any. */
function filledOf({ filled }: ActionOf<'decide'>, input: MappedInput, { session }: CallContext) {
  const form = filled && readSource(filled, input, session);
  return isObject(form) ? { form } : {};
}

export async function serveSubmit(action: ActionOf<'submit'>, input: MappedInput, ctx: CallContext) {
  const entity = entityOf(action.entity);
  const decision = decisionOf(action, input, ctx);
  if (!action.save) {
    const id = await findId(entity, action.by, input, ctx);
    await submitRequest(ctx, entity.name, id, decision);
    return answerOne(entity, id, ctx);
  }
  const named = [action.comment].flatMap((source) => (source && 'body' in source ? [source.body] : []));
  const saved = await savedGuard(ctx, entity, async (trx) => {
    const one = await saveIn(trx, ctx, entity, input, named);
    await submitIn(trx, ctx, entity.name, Number(one.record.id), { ...decision, version: null });
    return one;
  });
  announceRecord(ctx, entity, Number(saved.record.id), saved.isNew ? 'create' : 'update');
  return answerOne(entity, Number(saved.record.id), ctx);
}

/** Finds the request that the call names: by its own id, or by the record that it locks. */
async function findRequestId(action: Approving, input: MappedInput, ctx: CallContext): Promise<number> {
  if (action.entity === undefined) return readId(input);
  const entity = entityOf(action.entity);
  const id = await findId(entity, action.by, input, ctx);
  const found = await ctx.db.tenant(ctx.session.tenantId, (trx) => findPending(trx, entity.name, id));
  if (found === undefined) throw new AppError('http.notFound');
  return found;
}

async function decide(action: Approving, id: number, input: MappedInput, ctx: CallContext): Promise<void> {
  const decision = decisionOf(action, input, ctx);
  switch (action.do) {
    case 'withdraw':
      return withdrawRequest(ctx, id, action.to === 'draft' ? 'rollback' : 'cancel', decision);
    case 'decide':
      return action.decision === 'agreed'
        ? agreeRequest(ctx, id, { ...decision, ...filledOf(action, input, ctx) })
        : rejectRequest(ctx, id, decision);
    case 'delegate':
      return delegateRequest(ctx, id, {
        ...decision,
        userId: Number(readSource(action.to, input, ctx.session)),
      });
  }
}

/** Returns the new state of the request. If the call names a record, returns the record as the user may see it. */
export async function serveDecision(action: Approving, input: MappedInput, ctx: CallContext) {
  const requestId = await findRequestId(action, input, ctx);
  await decide(action, requestId, input, ctx);
  if (action.entity === undefined) return answerRequest(ctx, requestId);
  const entity = entityOf(action.entity);
  return answerOne(entity, await findId(entity, action.by, input, ctx), ctx).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'http.notFound') return null;
    throw error;
  });
}
