import type { Calls } from '../../generated/calls.ts';
import type { Text } from '../../generated/definition.ts';
import { pickText } from '../../runtime/core/text/pickText.ts';
import type { HandlerContext } from '../engine/context.ts';
import { fillText } from '../platform/errors/errors.ts';
import { openPlace } from '../sites/boards/boardAccess.ts';
import { checkBoard } from '../sites/boards/document.ts';
import { answerBoardQuery } from '../sites/boards/query.ts';
import { boardAt, boardVersion, boardVersions, readBoard, writeBoard } from '../sites/boards/store.ts';

const DEFAULT_SIZE = 10;
const RESTORED: Text = { zh: '从版本 {version} 恢复', en: 'Restored from version {version}' };

export const kanbanCalls = {
  kanbanGet: ({ path, query: { boardId, at } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const place = await openPlace(trx, ctx, { ...path, boardId });
      return (at !== undefined && (await boardAt(trx, place, at))) || readBoard(trx, place);
    }),

  async kanbanSave({ body }, ctx) {
    const { db, session } = ctx;
    const document = checkBoard(body.document);
    return db.tenant(session.tenantId, async (trx) =>
      writeBoard(trx, session, await openPlace(trx, ctx, body), { ...body, document }),
    );
  },

  kanbanRestore: ({ body: { version, current, ...asked } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      const { session, lang } = ctx;
      const place = await openPlace(trx, ctx, asked);
      const { document } = await boardVersion(trx, place, version);
      const note = fillText(pickText(RESTORED, lang), { version });
      return writeBoard(trx, session, place, { document, version: current, note });
    }),

  kanbanVersions({ path, query: { boardId, ...query } }, ctx) {
    const current = query.current ?? query.pageNum ?? 1;
    const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
    return ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      boardVersions(trx, await openPlace(trx, ctx, { ...path, boardId }), { current, size }),
    );
  },

  kanbanVersion: ({ path: { stationSn, version }, query: { boardId } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) =>
      boardVersion(trx, await openPlace(trx, ctx, { stationSn, boardId }), version),
    ),

  async boardQuery({ body: { stationSn, needs } }, ctx) {
    return { results: await answerBoardQuery(ctx, stationSn, needs) };
  },
} satisfies Partial<Calls<HandlerContext>>;
