import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../context.ts';
import { orders_byType, orders_list, orders_total } from '../worksheets/query.ts';

export const orderCalls = {
  boardOrderList: ({ query: { stationSn, show = 'open', size = 10, at } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => orders_list(trx, session, { stationSn, show, size, at })),

  boardOrderTotal: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => orders_total(trx, session, query)),

  boardOrderType: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => orders_byType(trx, session, query)),
} satisfies Partial<Calls<HandlerContext>>;
