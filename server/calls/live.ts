import type { Calls } from '../../generated/calls.ts';
import { can } from '../../runtime/core/access/permission.ts';
import type { HandlerContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { type Audience, audienceKey, findAudience } from '../sites/live/audience.ts';
import { serveLive } from '../sites/live/sse.ts';
import { openStation } from '../sites/stations/open.ts';

const MAX_STATIONS = 8;
const NEEDED = 'station:get';

export const liveCalls = {
  async live({ query: { stationSns } }, ctx) {
    const { db, session } = ctx;
    const sns = [...new Set(stationSns?.split(','))].slice(0, MAX_STATIONS);
    if (sns.length > 0 && !session.admin && !can(session.permissions, NEEDED))
      throw new AppError('http.forbidden');
    const audiences = await db.tenant(session.tenantId, async (trx) => {
      const audiences = new Map<string, Audience>();
      for (const sn of sns) {
        await openStation(trx, { session, permission: NEEDED }, { sn });
        audiences.set(sn, await findAudience(trx, session, sn));
      }
      return audiences;
    });
    const key = audienceKey(session);
    // After a change of rights the client reconnects, and then receives the messages that the new rights allow.
    await serveLive(ctx, audiences, (now) => sns.length === 0 || audienceKey(now) === key);
  },
} satisfies Partial<Calls<HandlerContext>>;
