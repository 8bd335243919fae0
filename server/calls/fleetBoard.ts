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
import { type FleetChoice, fleetStations } from '../sites/fleet/stations.ts';

/** Parses the comma-separated station ids of a call, and its department. */
const choiceOf = ({ ids, dept }: { ids?: string | undefined; dept?: string | undefined }): FleetChoice => ({
  ids: ids?.split(',').map(Number),
  dept,
});

const readStations = ({ db, session }: HandlerContext, choice: FleetChoice) =>
  db.tenant(session.tenantId, (trx) => fleetStations(trx, session, choice));

export const fleetBoardCalls = {
  fleetHeadline: ({ body }, ctx) => readHeadline(ctx, body),

  /** The site of a project is a station. */
  async fleetIds({ body }, ctx) {
    const own = (await readStations(ctx, body)).map(({ id }) => id);
    return { stationIds: own, siteIds: own };
  },

  fleetOperation: ({ body }, ctx) => readOperation(ctx, body),

  fleetWorkOrders: ({ body }, ctx) => readWorkOrders(ctx, body),

  fleetNames: async ({ body }, ctx) =>
    (await readStations(ctx, body)).map(({ id, sn, name }) => ({ id, sn, name })),

  fleetAlarms: ({ query }, ctx) => readAlarms(ctx, choiceOf(query)),

  fleetChargeDays: ({ query: { month, ...choice } }, ctx) => readChargeDays(ctx, choiceOf(choice), month),

  fleetChargeMonths: ({ query: { year, ...choice } }, ctx) => readChargeMonths(ctx, choiceOf(choice), year),

  fleetRanking: ({ query: { by = 'energy', ...choice } }, ctx) => readRanking(ctx, choiceOf(choice), by),

  fleetProfit: ({ query: { by = 'day', period, ...choice } }, ctx) =>
    readProfit(ctx, choiceOf(choice), by, period),
} satisfies Partial<Calls<HandlerContext>>;
