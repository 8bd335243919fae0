/** Questions about leave before an application is made. Applications are created like any record. */
import type { Calls } from '../../generated/calls.ts';
import { previewLeave, tryPolicy } from '../business/leave/ask.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readWorkDays } from '../engine/time/calendar.ts';

export const leaveCalls = {
  leavePreview: ({ body }, ctx) => previewLeave(engineContext(ctx), body),
  workDays: ({ query }, ctx) => {
    const { db, session } = engineContext(ctx);
    return db.tenant(session.tenantId, (trx) => readWorkDays(trx, query));
  },
  vacationTrial: ({ path, query }, ctx) => tryPolicy(engineContext(ctx), path.id, query.day),
} satisfies Partial<Calls<HandlerContext>>;
