import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { listOrders, ordersByType, ordersTotal } from '../sites/workOrders/query.ts';

export const orderCalls = {
  boardOrderList: ({ query: { stationSn, show = 'open', size = 10, at } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => listOrders(trx, session, { stationSn, show, size, at })),

  boardOrderTotal: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => ordersTotal(trx, session, query)),

  boardOrderType: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => ordersByType(trx, session, query)),
} satisfies Partial<Calls<HandlerContext>>;
