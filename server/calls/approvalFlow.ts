/** Calls for the approval flows of a tenant. */
import type { Calls } from '../../generated/calls.ts';
import {
  checkFlow,
  discardDraft,
  listFlows,
  publishDraft,
  readFlow,
  requireApproved,
  saveDraft,
  showDesign,
} from '../engine/approvals/design.ts';
import { tryFlow } from '../engine/approvals/trial.ts';
import type { CallContext } from '../engine/context.ts';

export const approvalFlowCalls = {
  approvalFlows: (_input, { db, session }) => db.tenant(session.tenantId, listFlows),

  approvalFlow: ({ path }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => showDesign(trx, requireApproved(path.entity))),

  approvalFlowSave: ({ path, body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const entity = requireApproved(path.entity);
      await saveDraft(trx, ctx, entity, body.version, readFlow(ctx, body.steps));
      return showDesign(trx, entity);
    }),

  approvalFlowDiscard: ({ path, query }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const entity = requireApproved(path.entity);
      await discardDraft(trx, entity, query.version);
      return showDesign(trx, entity);
    }),

  approvalFlowCheck: ({ path, body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const problems = await checkFlow(trx, readFlow(ctx, body.steps), requireApproved(path.entity));
      return problems.map(({ fault: _, ...told }) => told);
    }),

  approvalFlowPublish: ({ path, body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const entity = requireApproved(path.entity);
      await publishDraft(trx, ctx, entity, body.version, body.note ?? '');
      return showDesign(trx, entity);
    }),

  approvalFlowTrial: ({ path, body: { steps, ...asked } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) =>
      tryFlow(trx, ctx.session, path.entity, readFlow(ctx, steps), asked),
    ),
} satisfies Partial<Calls<CallContext>>;
