/** Calls for the automations of a tenant. */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { takeCall } from '../engine/automations/call.ts';
import {
  checkDrawing,
  makeAddress,
  nameOf,
  readDrawing,
  saveDrawing,
  showDesign,
} from '../engine/automations/design.ts';
import { tryDrawing } from '../engine/automations/trial.ts';
import type { CallContext } from '../engine/context.ts';
import { requireRecord } from '../engine/entities/write/write.ts';

export const automationCalls = {
  automationDesign: ({ path }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => showDesign(trx, ctx, path.id)),

  automationDraw: ({ path, body }, ctx) =>
    saveDrawing(ctx, path.id, body.version, readDrawing(ctx, body.drawing)),

  automationCheck: async ({ body }, ctx) => checkDrawing(ctx, body.drawing),

  async automationTrial({ path: { id }, body }, ctx) {
    const record = await ctx.db.tenant(ctx.session.tenantId, (trx) =>
      requireRecord(trx, ctx.session, entityOf('automation'), id, 'update'),
    );
    return tryDrawing(ctx, {
      id,
      name: nameOf(ctx.session, record),
      drawing: readDrawing(ctx, body.drawing),
    });
  },

  automationAddress: ({ path }, ctx) => makeAddress(ctx, path.id),

  automationCall: ({ body }, ctx) => takeCall(ctx, body),
} satisfies Partial<Calls<CallContext>>;
