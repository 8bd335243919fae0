/** History reports of a station: their figures, as a table and as files (C761–C763). */
import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { tenantName } from '../engine/documents/index.ts';
import { turnOf } from '../engine/turn.ts';
import { headersOf, makeReportFile, type ReportFormat } from '../sites/reports/files.ts';
import { groupsOf, groupTable, keptTable, trendTable } from '../sites/reports/groups.ts';
import type { ReportTable } from '../sites/reports/table.ts';

async function sendFile(ctx: HandlerContext, table: ReportTable, format: ReportFormat): Promise<Buffer> {
  const { db, session, lang, reply } = ctx;
  const from = await db.tenant(session.tenantId, (trx) => tenantName(trx, session.tenantId, lang));
  const file = await makeReportFile(table, format, { from, lang, turn: turnOf(ctx, 'paper') });
  reply.headers(headersOf(file));
  return file.content;
}

export const historyReportCalls = {
  reportTrend: ({ path: { id }, query: { interval = 'day', ...asked } }, ctx) =>
    trendTable(ctx, { stationId: id, interval, ...asked }),

  reportGroupsOfStation: ({ path: { id } }, ctx) => groupsOf(ctx, id),

  reportTable: ({ path: { id }, query: { interval = 'day', ...asked } }, ctx) =>
    groupTable(ctx, id, { interval, ...asked }),

  async reportTableFile({ path: { id }, query: { interval = 'day', format, ...asked } }, ctx) {
    return sendFile(ctx, await groupTable(ctx, id, { interval, ...asked }), format);
  },

  historyReportTable: ({ path: { id } }, ctx) => keptTable(ctx, id),

  async historyReportFile({ path: { id }, query: { format } }, ctx) {
    return sendFile(ctx, await keptTable(ctx, id), format);
  },
} satisfies Partial<Calls<HandlerContext>>;
