/** Calls for lists to which users subscribe in their own calendars. */
import type { Calls } from '../../generated/calls.ts';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { sendCalendarFile, sendFeed } from '../engine/calendarFeeds/send.ts';
import { endFeed, listFeeds, makeFeed } from '../engine/calendarFeeds/store.ts';
import type { CallContext } from '../engine/context.ts';

export const calendarFeedCalls = {
  calendarFeeds: (_input, { db, session }) => db.tenant(session.tenantId, (trx) => listFeeds(trx, session)),

  calendarFeedMake: ({ path, body }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => makeFeed(trx, ctx, entityOf(path.entity), body)),

  async calendarFeedEnd({ path }, { db, session }) {
    const { tenantId, userId } = session;
    await db.tenant(tenantId, (trx) => endFeed(trx, { tenantId, userId }, path.id));
    return null;
  },

  calendarFile: ({ path, body }, ctx) => sendCalendarFile(ctx, entityOf(path.entity), body),

  calendarByLink: (_input, ctx) => sendFeed(ctx),
} satisfies Partial<Calls<CallContext>>;
