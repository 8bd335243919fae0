/** Current wiring diagrams (C148), also as files. */
import type { Calls } from '../../generated/calls.ts';
import { named } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { tenantName } from '../engine/documents/index.ts';
import { turnOf } from '../engine/turn.ts';
import { draftOfStation } from '../sites/diagrams/draft.ts';
import { makeDiagramFile } from '../sites/diagrams/file.ts';
import { readDiagram, readDiagramData } from '../sites/diagrams/live.ts';

export const deviceDiagramCalls = {
  deviceDiagramDraft: ({ query: { stationSn } }, ctx) => draftOfStation(ctx, stationSn),

  deviceDiagramData: async ({ path: { id } }, ctx) => readDiagramData(ctx, await readDiagram(ctx, id)),

  async deviceDiagramFile({ path: { id }, query: { format } }, ctx) {
    const { db, session, lang, zone, reply } = ctx;
    const stored = await readDiagram(ctx, id);
    const place = await db.tenant(session.tenantId, async (trx) => {
      const station = await trx
        .selectFrom(named(trx, session, 'station').as('s'))
        .select('s.name')
        .where('s.sn', '=', stored.stationSn)
        .executeTakeFirst();
      return {
        stationName: station?.name ?? stored.stationSn,
        from: await tenantName(trx, session.tenantId, lang),
      };
    });
    const data = await readDiagramData(ctx, stored);
    const { content, headers } = await makeDiagramFile(stored, data, format, {
      ...place,
      zone,
      lang,
      now: Date.now(),
      turn: turnOf(ctx, 'paper'),
    });
    reply.headers(headers);
    return content;
  },
} satisfies Partial<Calls<HandlerContext>>;
