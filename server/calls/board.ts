import type { Calls } from '../../generated/calls.ts';
import type { VariablePair } from '../../runtime/core/boards/boardVariables.ts';
import { engineContext } from '../engine/access/engine.ts';
import type { HandlerContext } from '../engine/context.ts';
import { readBinding } from '../sites/boards/binding.ts';
import { openPlace } from '../sites/boards/boardAccess.ts';
import { checkBoard } from '../sites/boards/document.ts';
import { matchStation } from '../sites/boards/match.ts';
import { boardsMine, markBoard } from '../sites/boards/mine.ts';
import { boardProblems, readBoardSchema } from '../sites/boards/problems.ts';
import { createShare, listShares, revokeShare } from '../sites/boards/share.ts';
import { readSharedBoard, sharedQuery } from '../sites/boards/shared.ts';

export const boardCalls = {
  boardMine: ({ query: { stationSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => boardsMine(trx, ctx, stationSn)),

  boardMark: ({ body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      await markBoard(trx, ctx, body);
      return boardsMine(trx, ctx, body.stationSn);
    }),

  boardMatch({ body: { stationSn, document } }, ctx) {
    const checked = checkBoard(document);
    return ctx.db.tenant(ctx.session.tenantId, (trx) => matchStation(trx, ctx, stationSn, checked));
  },

  boardBinding: ({ body: { pairs, ...board } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      readBinding(trx, ctx.session, await openPlace(trx, ctx, board), pairs as VariablePair[]),
    ),

  boardCheck: async ({ body: { document } }, { lang }) => ({ problems: boardProblems(document, lang) }),

  boardSchema: async () => Buffer.from(readBoardSchema()),

  boardShares: ({ query: { stationSn } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => listShares(trx, ctx, stationSn)),

  boardShareCreate: ({ body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => createShare(trx, ctx, body)),

  async boardShareRevoke({ path: { id } }, ctx) {
    await ctx.db.tenant(ctx.session.tenantId, (trx) => revokeShare(trx, ctx, id));
    return null;
  },

  sharedBoard: (_input, ctx) => readSharedBoard(engineContext(ctx)),

  sharedBoardQuery: async ({ body: { needs } }, ctx) => ({
    results: await sharedQuery(engineContext(ctx), needs),
  }),
} satisfies Partial<Calls<HandlerContext>>;
