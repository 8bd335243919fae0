/** Leave is asked for as any record is; these questions come before. */
import type { Calls } from '../../generated/calls.ts';
import { findAway, previewLeave, tryPolicy } from '../business/leave/ask.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';

export const leaveCalls = {
  leavePreview: ({ body }, ctx) => previewLeave(engineContext(ctx), body),
  leaveAway: ({ query }, ctx) => findAway(engineContext(ctx), query.handlerId, query.dueTime),
  vacationTrial: ({ path, query }, ctx) => tryPolicy(engineContext(ctx), path.id, query.day),
} satisfies Partial<Calls<HandlerContext>>;
