import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { searchRecords } from '../engine/entities/list/search.ts';

export const searchCalls = {
  search: ({ query }, { db, session, lang }) =>
    db.tenant(session.tenantId, (trx) => searchRecords(trx, { session, lang }, query.search)),
} satisfies Partial<Calls<CallContext>>;
