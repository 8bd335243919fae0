import type { Calls } from '../../generated/calls.ts';
import type { Text } from '../../generated/definition.ts';
import { board_check } from '../boards/document.ts';
import { place_open } from '../boards/place.ts';
import { board_query } from '../boards/query.ts';
import { board_at, board_read, board_version, board_versions, board_write } from '../boards/store.ts';
import type { HandlerContext } from '../context.ts';
import { text_fill } from '../http/errors.ts';

const DEFAULT_SIZE = 10;
const RESTORED: Text = { zh: '恢复自版本 {version}', en: 'Version {version} brought back' };

export const kanbanCalls = {
  kanbanGet: ({ path, query: { boardId, at } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const place = await place_open(trx, ctx, { ...path, boardId });
      return (at !== undefined && (await board_at(trx, place, at))) || board_read(trx, place);
    }),

  async kanbanSave({ body }, ctx) {
    const { db, session } = ctx;
    const document = board_check(body.document);
    return db.tenant(session.tenantId, async (trx) =>
      board_write(trx, session, await place_open(trx, ctx, body), { ...body, document }),
    );
  },

  kanbanRestore: ({ body: { version, current, ...asked } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const { session, lang } = ctx;
      const place = await place_open(trx, ctx, asked);
      const { document } = await board_version(trx, place, version);
      const note = text_fill(RESTORED[lang], { version });
      return board_write(trx, session, place, { document, version: current, note });
    }),

  kanbanVersions({ path, query: { boardId, ...query } }, ctx) {
    const current = query.current ?? query.pageNum ?? 1;
    const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
    return ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      board_versions(trx, await place_open(trx, ctx, { ...path, boardId }), { current, size }),
    );
  },

  kanbanVersion: ({ path: { stationSn, version }, query: { boardId } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      board_version(trx, await place_open(trx, ctx, { stationSn, boardId }), version),
    ),

  async boardQuery({ body: { stationSn, needs } }, ctx) {
    return { results: await board_query(ctx, stationSn, needs) };
  },
} satisfies Partial<Calls<HandlerContext>>;
