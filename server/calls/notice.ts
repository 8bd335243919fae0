import type { Calls } from '../../generated/calls.ts';
import { countRejected, countTasks } from '../engine/approvals/tasks.ts';
import type { CallContext } from '../engine/context.ts';
import { countUnread, deleteNotices, findNotice, markNotices, noticesPage } from '../engine/notices/query.ts';
import { countDecisions } from '../engine/states/countDecisions.ts';
import type { Trx } from '../platform/db/index.ts';
import { AppError } from '../platform/errors/errors.ts';

const TASK_OPEN = 1;

/** Changes the user's notices. Returns the number of unread notices after the change. */
async function counted({ db, session }: CallContext, run: (trx: Trx) => Promise<void>) {
  return db.tenant(session.tenantId, async (trx) => {
    await run(trx);
    return { unread: await countUnread(trx, session) };
  });
}

/** Counts open alarm tasks that name the user, or that the user created. */
async function countAlarmTasks(trx: Trx, { userId, name }: CallContext['session']): Promise<number> {
  const { count } = await trx
    .selectFrom('alarmTask')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', TASK_OPEN)
    .where((eb) => eb.or([eb('handler', '=', name), eb('createdBy', '=', userId)]))
    .executeTakeFirstOrThrow();
  return count;
}

export const noticeCalls = {
  noticePage: ({ query }, { db, session }) =>
    db.tenant(session.tenantId, (trx) => noticesPage(trx, session, query)),

  async noticeGet({ query: { id } }, { db, session }) {
    const notice = await db.tenant(session.tenantId, (trx) => findNotice(trx, session, id));
    if (!notice) throw new AppError('http.notFound');
    return notice;
  },

  noticeHandle: ({ body: { ids, isRead } }, ctx) =>
    counted(ctx, async (trx) => void (await markNotices(trx, ctx.session, isRead, ids))),

  noticeRead: ({ path: { id } }, ctx) =>
    counted(ctx, async (trx) => {
      if ((await markNotices(trx, ctx.session, true, [id])) === 0) throw new AppError('http.notFound');
    }),

  noticeDelete: ({ path: { id } }, ctx) =>
    counted(ctx, async (trx) => {
      if ((await deleteNotices(trx, ctx.session, [id])) === 0) throw new AppError('http.notFound');
    }),

  noticeDeleteMany: ({ query: { ids } }, ctx) =>
    counted(ctx, async (trx) => void (await deleteNotices(trx, ctx.session, ids.split(',').map(Number)))),

  async noticeUnreadCount({ query: { userId, tenantId } }, ctx) {
    const { session } = ctx;
    const other = (requested: number | undefined, own: number) =>
      requested !== undefined && requested !== own;
    if (other(userId, session.userId) || other(tenantId, session.tenantId))
      throw new AppError('http.forbidden');
    return counted(ctx, async () => {});
  },

  taskCounts: (_input, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => ({
      unread: await countUnread(trx, session),
      approvals: await countTasks(trx, 'pending', session.userId),
      decisions: await countDecisions(trx, session),
      rejected: await countRejected(trx, session.userId),
      alarmTasks: await countAlarmTasks(trx, session),
    })),
} satisfies Partial<Calls<CallContext>>;
