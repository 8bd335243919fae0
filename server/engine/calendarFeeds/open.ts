/** Finds the user of a calendar link with their current rights, before the rest of a request is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { OperationId } from '../../../generated/operations.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { readLang } from '../../../runtime/core/text/lang.ts';
import type { Database } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { DEPT_OF, readRights } from '../access/rights.ts';
import type { Services, Session } from '../context.ts';
import { hashToken } from '../publicLinks/store.ts';
import { requireTimed } from './events.ts';

export interface OpenedFeed {
  entity: Entity;
  /** The name that the reader entered. Null if the calendar has the name of the list. */
  name: string | null;
  filter: string | undefined;
  search: string;
  zone: string;
  reader: Session;
}

const OPERATION: OperationId = 'calendarByLink';

const opened = new WeakMap<FastifyRequest, OpenedFeed>();

/** Returns the subscription that the request's link belongs to. */
export const feedOf = (request: FastifyRequest): OpenedFeed => opened.get(request)!;

/** Returns the subscription of a token with its user, if the user is active. Stores the time of access. */
const findFeed = (db: Database, token: string) =>
  // Only the token determines the tenant, so this reads across tenants.
  db.system(async (trx) => {
    const feed = await trx
      .selectFrom('calendarFeed as f')
      .innerJoin('userAccount as u', 'u.id', 'f.userId')
      .innerJoin('user as p', (join) =>
        join.onRef('p.id', '=', 'f.userId').onRef('p.tenantId', '=', 'f.tenantId'),
      )
      .where('f.tokenHash', '=', hashToken(token))
      .where('u.active', '=', true)
      .where('p.status', '=', 'active')
      .select(['f.id', 'f.tenantId', 'f.userId', 'f.entity', 'f.name', 'f.filter', 'f.search', 'f.zone'])
      .select((eb) => [eb.fn.coalesce('u.lang', 'f.lang').as('lang'), DEPT_OF.as('deptId')])
      .executeTakeFirst();
    const rights = feed && (await readRights(trx, feed.tenantId, feed.userId));
    if (!feed || !rights) return null;
    await trx.updateTable('calendarFeed').set({ readAt: sql`now()` }).where('id', '=', feed.id).execute();
    return { feed, rights };
  });

/**
 * Returns the subscription of a token. If its user may no longer read the list, throws the same error as for a missing
 * link.
 */
async function openFeed(db: Database, token: string): Promise<OpenedFeed> {
  const found = await findFeed(db, token);
  const entity = entityRegistry.get(found?.feed.entity ?? '');
  if (!found || !entity) throw new AppError('link.gone');
  const { id, tenantId, name, filter, search, zone, lang, deptId } = found.feed;
  const reader: Session = {
    ...found.rights,
    ...{ tenantId, sessionId: `calendar.${id}`, apiKey: true },
    ...(deptId === null ? {} : { deptId }),
    lang: readLang(lang),
  };
  requireTimed(entity, reader);
  return { entity, name, filter: filter || undefined, search, zone, reader };
}

/**
 * Returns the same error for every reason why a link ended. For example, it was replaced, its user left, or its filter
 * became invalid.
 */
export async function asGone<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('link.gone') : error;
  });
}

export function mountCalendarFeeds(
  app: FastifyInstance,
  { db, openLimit }: Pick<Services, 'db' | 'openLimit'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.operationId !== OPERATION) return;
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
    const wait = openLimit.waitIp(request.ip);
    if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
    const { token } = request.params as { token: string };
    opened.set(request, await asGone(() => openFeed(db, token)));
  });
}
