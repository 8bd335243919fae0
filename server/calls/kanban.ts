import type { Calls } from '../../generated/calls.ts';
import { board_check } from '../boards/document.ts';
import { board_query } from '../boards/query.ts';
import { board_read, board_version, board_write } from '../boards/store.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { station_require } from '../stations/details.ts';

const DEFAULT_SIZE = 10;

export const kanbanCalls = {
  kanbanGet: ({ path: { stationSn } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => board_read(trx, stationSn)),

  async kanbanSave({ body }, { db, session }) {
    const document = board_check(body.document);
    return db.tenant(session.tenantId, async (trx) => {
      const saved = await board_write(trx, session, { ...body, document });
      if (!saved) throw new AppError('kanban.stale', {}, { data: await board_read(trx, body.stationSn) });
      return saved;
    });
  },

  async kanbanVersions({ path: { stationSn }, query }, { db, session }) {
    const current = query.current ?? query.pageNum ?? 1;
    const size = query.size ?? query.pageSize ?? DEFAULT_SIZE;
    return db.tenant(session.tenantId, async (trx) => {
      await station_require(trx, stationSn);
      const versions = trx.selectFrom('siteKanbanVersion').where('stationSn', '=', stationSn);
      const { total } = await versions
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await versions
        .select(['version', 'savedByName as savedBy', 'savedAt', 'document'])
        .orderBy('version', 'desc')
        .limit(size)
        .offset((current - 1) * size)
        .execute();
      const records = rows.map(({ document, ...row }) => ({ ...row, widgetAmount: document.widgets.length }));
      return { records, total, current, size };
    });
  },

  kanbanVersion: ({ path: { stationSn, version } }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => board_version(trx, stationSn, version)),

  async boardQuery({ body: { stationSn, needs } }, ctx) {
    return { results: await board_query(ctx, stationSn, needs) };
  },
} satisfies Partial<Calls<CallContext>>;
