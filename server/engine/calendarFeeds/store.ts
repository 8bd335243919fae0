/**
 * Subscriptions of lists in users' own calendars. Each has a secret link, which never shows more than the list shows
 * its user.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext, Session } from '../context.ts';
import { readSelection } from '../entities/list/selection.ts';
import { audit } from '../identity/signIn/signInAudit.ts';
import { hashToken } from '../publicLinks/store.ts';
import { requireTimed } from './events.ts';

type CalendarFeed = Data<'calendarFeeds'>[number];
type Owner = Pick<Session, 'tenantId' | 'userId'>;

const TOKEN_BYTES = 32;
const MOST = 50;
const SHOWN = ['id', 'entity', 'name', 'filter', 'search', 'createdAt', 'readAt'] as const;

const feedsOf = (trx: Trx, { userId }: Owner) =>
  trx.selectFrom('calendarFeed').where('userId', '=', userId).select(SHOWN);

/** Returns the subscriptions of a user in the tenant of the transaction, the newest first. */
export const listFeeds = (trx: Trx, owner: Owner): Promise<CalendarFeed[]> =>
  feedsOf(trx, owner).orderBy('id', 'desc').execute();

type Wish = Input<'calendarFeedMake'>['body'];

/**
 * Creates the link for the content of a list. An earlier link for the same content expires at once. The token is
 * returned only once. Throws if the filter is invalid, or the list has no time field.
 */
export async function makeFeed(
  trx: Trx,
  { session, zone, lang }: Pick<CallContext, 'session' | 'zone' | 'lang'>,
  entity: Entity,
  { filter = '', search = '', name }: Wish,
): Promise<Data<'calendarFeedMake'>> {
  requireTimed(entity, session);
  readSelection(entity, session, { filter: filter || undefined, search, zone }, '');
  const { tenantId, userId } = session;
  await lockName(trx, `calendar feeds ${tenantId} ${userId}`);
  const feeds = await listFeeds(trx, session);
  const same = feeds.find(
    (one) => one.entity === entity.name && one.filter === filter && one.search === search,
  );
  if (!same && feeds.length >= MOST) throw new AppError('calendarFeed.tooMany', { limit: MOST });
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const secret = { tokenHash: hashToken(token), name: name ?? null, zone, lang };
  const query = same
    ? trx
        .updateTable('calendarFeed')
        .set({ ...secret, createdAt: sql<string>`now()`, readAt: null })
        .where('id', '=', same.id)
        .returning(SHOWN)
    : trx
        .insertInto('calendarFeed')
        .values({ ...secret, tenantId, userId, entity: entity.name, filter, search })
        .returning(SHOWN);
  const feed = await query.executeTakeFirstOrThrow();
  await audit(trx, { tenantId, userId, action: 'calendarFeedMade', diff: { list: [null, entity.name] } });
  return { token, feed };
}

/** Ends a subscription of the user at once, even if the user may no longer read the list. */
export async function endFeed(trx: Trx, owner: Owner, id: number): Promise<void> {
  const ended = await trx
    .deleteFrom('calendarFeed')
    .where('id', '=', id)
    .where('userId', '=', owner.userId)
    .returning('entity')
    .executeTakeFirst();
  if (!ended) throw new AppError('http.notFound');
  await audit(trx, { ...owner, action: 'calendarFeedEnded', diff: { list: [ended.entity, null] } });
}

/** Ends the subscriptions in every tenant. If a password was stolen, links may have been stolen too. */
export async function endFeedsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('calendarFeed').where('userId', '=', userId).execute();
}
