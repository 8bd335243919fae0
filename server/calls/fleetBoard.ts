import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import {
  readAlarms,
  readChargeDays,
  readChargeMonths,
  readHeadline,
  readOperation,
  readProfit,
  readRanking,
  readWorkOrders,
} from '../sites/fleet/figures.ts';
import { fleetStations } from '../sites/fleet/stations.ts';

const idsOf = (text: string | undefined): number[] | undefined => text?.split(',').map(Number);

const stationsNamed = ({ db, session }: HandlerContext, ids: readonly number[] | undefined) =>
  db.tenant(session.tenantId, (trx) => fleetStations(trx, session, ids));

export const fleetBoardCalls = {
  fleetHeadline: ({ body: { ids } }, ctx) => readHeadline(ctx, ids),

  /** A site, where work is executed, is a station. */
  async fleetIds({ body: { ids } }, ctx) {
    const own = (await stationsNamed(ctx, ids)).map(({ id }) => id);
    return { stationIds: own, siteIds: own };
  },

  fleetOperation: ({ body: { ids } }, ctx) => readOperation(ctx, ids),

  fleetWorkOrders: ({ body: { ids } }, ctx) => readWorkOrders(ctx, ids),

  fleetNames: async ({ body: { ids } }, ctx) =>
    (await stationsNamed(ctx, ids)).map(({ id, sn, name }) => ({ id, sn, name })),

  fleetAlarms: ({ query: { ids } }, ctx) => readAlarms(ctx, idsOf(ids)),

  fleetChargeDays: ({ query: { ids, month } }, ctx) => readChargeDays(ctx, idsOf(ids), month),

  fleetChargeMonths: ({ query: { ids, year } }, ctx) => readChargeMonths(ctx, idsOf(ids), year),

  fleetRanking: ({ query: { ids, by = 'energy' } }, ctx) => readRanking(ctx, idsOf(ids), by),

  fleetProfit: ({ query: { ids, by = 'day', period } }, ctx) => readProfit(ctx, idsOf(ids), by, period),
} satisfies Partial<Calls<HandlerContext>>;
