import type { Calls } from '../../generated/calls.ts';
import { rejected_count, tasks_count } from '../approvals/tasks.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { notice_find, notices_delete, notices_mark, notices_page, unread_count } from '../notices/query.ts';

const TASK_OPEN = 1;

/** Runs on the user's notices and answers how many are unread then. */
async function counted({ db, session }: CallContext, run: (trx: Trx) => Promise<void>) {
  return db.tenant(session.tenantId, async (trx) => {
    await run(trx);
    return { unread: await unread_count(trx, session) };
  });
}

/** Open alarm tasks that name the user, or that the user made. */
async function alarmTasks_count(trx: Trx, { userId, name }: CallContext['session']): Promise<number> {
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
    db.tenant(session.tenantId, (trx) => notices_page(trx, session, query)),

  async noticeGet({ query: { id } }, { db, session }) {
    const notice = await db.tenant(session.tenantId, (trx) => notice_find(trx, session, id));
    if (!notice) throw new AppError('http.notFound');
    return notice;
  },

  noticeHandle: ({ body: { ids, isRead } }, ctx) =>
    counted(ctx, async (trx) => void (await notices_mark(trx, ctx.session, isRead, ids))),

  noticeRead: ({ path: { id } }, ctx) =>
    counted(ctx, async (trx) => {
      if ((await notices_mark(trx, ctx.session, true, [id])) === 0) throw new AppError('http.notFound');
    }),

  noticeDelete: ({ path: { id } }, ctx) =>
    counted(ctx, async (trx) => {
      if ((await notices_delete(trx, ctx.session, [id])) === 0) throw new AppError('http.notFound');
    }),

  noticeDeleteMany: ({ query: { ids } }, ctx) =>
    counted(ctx, async (trx) => void (await notices_delete(trx, ctx.session, ids.split(',').map(Number)))),

  async noticeUnreadCount({ query: { userId, tenantId } }, ctx) {
    const { session } = ctx;
    const other = (asked: number | undefined, own: number) => asked !== undefined && asked !== own;
    if (other(userId, session.userId) || other(tenantId, session.tenantId))
      throw new AppError('http.forbidden');
    return counted(ctx, async () => {});
  },

  taskCounts: (_input, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => ({
      unread: await unread_count(trx, session),
      approvals: await tasks_count(trx, 'pending', session.userId),
      rejected: await rejected_count(trx, session.userId),
      alarmTasks: await alarmTasks_count(trx, session),
    })),
} satisfies Partial<Calls<CallContext>>;
