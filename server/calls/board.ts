import type { Calls } from '../../generated/calls.ts';
import type { VariablePair } from '../../runtime/core/boardVariables.ts';
import { engineContext } from '../access/engine.ts';
import { binding_read } from '../boards/binding.ts';
import { board_check } from '../boards/document.ts';
import { station_match } from '../boards/match.ts';
import { board_mark, boards_mine } from '../boards/mine.ts';
import { place_open } from '../boards/place.ts';
import { board_problems, board_schema } from '../boards/problems.ts';
import { share_create, share_revoke, shares_list } from '../boards/share.ts';
import { shared_board, shared_query } from '../boards/shared.ts';
import type { HandlerContext } from '../context.ts';

export const boardCalls = {
  boardMine: ({ query: { stationSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => boards_mine(trx, ctx, stationSn)),

  boardMark: ({ body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      await board_mark(trx, ctx, body);
      return boards_mine(trx, ctx, body.stationSn);
    }),

  boardMatch({ body: { stationSn, document } }, ctx) {
    const checked = board_check(document);
    return ctx.db.tenant(ctx.session.tenantId, (trx) => station_match(trx, ctx, stationSn, checked));
  },

  boardBinding: ({ body: { pairs, ...board } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      binding_read(trx, ctx.session, await place_open(trx, ctx, board), pairs as VariablePair[]),
    ),

  boardCheck: async ({ body: { document } }, { lang }) => ({ problems: board_problems(document, lang) }),

  boardSchema: async () => Buffer.from(board_schema()),

  boardShares: ({ query: { stationSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => shares_list(trx, ctx, stationSn)),

  boardShareCreate: ({ body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => share_create(trx, ctx, body)),

  async boardShareRevoke({ path: { id } }, ctx) {
    await ctx.db.tenant(ctx.session.tenantId, (trx) => share_revoke(trx, ctx, id));
    return null;
  },

  sharedBoard: (_input, ctx) => shared_board(engineContext(ctx)),

  sharedBoardQuery: async ({ body: { needs } }, ctx) => ({
    results: await shared_query(engineContext(ctx), needs),
  }),
} satisfies Partial<Calls<HandlerContext>>;
