/** Sends the records of a list as a calendar, to subscribed programs or once as a file. */
import { createHash } from 'node:crypto';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { disposition } from '../../platform/files/disposition.ts';
import type { CallContext } from '../context.ts';
import { originOf } from '../origin.ts';
import { calendarTitle, type FeedSelection, readEvents } from './events.ts';
import { writeCalendar } from './ical.ts';
import { asGone, feedOf } from './open.ts';

const TYPE = 'text/calendar; charset=utf-8';
const MAKER = 'Wattdeck';

type FeedContext = Pick<CallContext, 'db' | 'vault' | 'config' | 'request' | 'session' | 'lang' | 'zone'>;

/** Reads and writes in one transaction of the reader’s tenant. */
async function writeFeed(
  ctx: FeedContext,
  entity: Entity,
  selection: FeedSelection,
  name: string,
): Promise<string> {
  const { db, session, vault, lang, zone } = ctx;
  const reader = { session, vault, lang, zone, origin: originOf(ctx) };
  const events = await db.tenant(session.tenantId, (trx) => readEvents(trx, reader, entity, selection));
  return writeCalendar({ name, maker: MAKER, events });
}

/** Sends the calendar to a program that reads the link. 304 if the program already has this content. */
export async function sendFeed(ctx: CallContext): Promise<Buffer | undefined> {
  const { reply, request, db, vault, config } = ctx;
  const { entity, name, filter, search, zone, reader } = feedOf(request);
  const context = { db, vault, config, request, session: reader, lang: reader.lang, zone };
  const title = name ?? calendarTitle(entity, reader.lang);
  const text = await asGone(() => writeFeed(context, entity, { filter, search }, title));
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ 'content-type': TYPE, 'cache-control': 'private, no-cache', etag });
  const known = request.headers['if-none-match'];
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    await reply.code(304).send();
    return undefined;
  }
  return Buffer.from(text);
}

/** Sends the calendar once, as a file. */
export async function sendCalendarFile(
  ctx: CallContext,
  entity: Entity,
  selection: FeedSelection,
): Promise<Buffer> {
  const title = calendarTitle(entity, ctx.lang);
  const text = await writeFeed(ctx, entity, selection, title);
  ctx.reply.headers({
    'content-type': TYPE,
    'content-disposition': disposition('attachment', `${title}.ics`),
  });
  return Buffer.from(text);
}
