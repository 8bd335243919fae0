import type { Calls } from '../../generated/calls.ts';
import type { VariablePair } from '../../runtime/core/boardVariables.ts';
import { binding_read } from '../boards/binding.ts';
import { board_check } from '../boards/document.ts';
import { station_match } from '../boards/match.ts';
import { board_mark, boards_mine } from '../boards/mine.ts';
import { place_open } from '../boards/place.ts';
import { board_problems, board_schema } from '../boards/problems.ts';
import { share_create, share_revoke, shares_list } from '../boards/share.ts';
import { shared_board, shared_query } from '../boards/shared.ts';
import type { CallContext } from '../context.ts';

export const boardCalls = {
  boardMine: ({ query: { stationSn } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => boards_mine(trx, session, stationSn)),

  boardMark: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      await board_mark(trx, session, body);
      return boards_mine(trx, session, body.stationSn);
    }),

  boardMatch({ body: { stationSn, document } }, { db, session }) {
    const checked = board_check(document);
    return db.tenant(session.tenantId, (trx) => station_match(trx, stationSn, checked));
  },

  boardBinding: ({ body: { pairs, ...board } }, { db, session }) =>
    db.tenant(session.tenantId, async (trx) =>
      binding_read(trx, await place_open(trx, session, board), pairs as VariablePair[]),
    ),

  boardCheck: async ({ body: { document } }, { lang }) => ({ problems: board_problems(document, lang) }),

  boardSchema: async () => Buffer.from(board_schema()),

  boardShares: ({ query: { stationSn } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => shares_list(trx, session, stationSn)),

  boardShareCreate: ({ body }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => share_create(trx, session, body)),

  async boardShareRevoke({ path: { id } }, { db, session }) {
    await db.tenant(session.tenantId, (trx) => share_revoke(trx, session, id));
    return null;
  },

  sharedBoard: ({ path: { token } }, ctx) => shared_board(ctx, token),

  sharedBoardQuery: async ({ path: { token }, body: { needs } }, ctx) => ({
    results: await shared_query(ctx, token, needs),
  }),
} satisfies Partial<Calls<CallContext>>;
