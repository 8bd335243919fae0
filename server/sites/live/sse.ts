/**
 * The event stream of a browser window. It contains the number of the user's pending items, and the events of the
 * displayed stations.
 */
import type { ServerResponse } from 'node:http';
import type { HandlerContext, Session } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { HubEvent } from '../../platform/events.ts';
import { type Audience, seesAlarms } from './audience.ts';
import { eventText } from './stationChanges.ts';

const PING_MS = 15_000;
const CHECK_MS = 5_000;
/** Delay in ms that combines several changes of counts into one event. */
const COUNTS_MS = 250;
/** Minimum interval in ms at which windows fetch alarms again, even in an alarm storm. */
const ALARMS_MS = 1_000;
/** Maximum number of windows of one session. Each has a connection and regular session checks. */
export const MAX_LINES = 20;
/** Maximum pending bytes of a slow reader. The reader is then disconnected and reconnects automatically. */
const MAX_WAITING_BYTES = 1024 * 1024;

type Line = Pick<ServerResponse, 'write' | 'writableLength' | 'destroy'>;

/** Writes to one stream and limits its pending bytes. */
export function writeLine(response: Line, text: string): void {
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(text);
}

/** Returns the reader's permissions as text, to compare two states. */
const describeRights = ({
  admin,
  permissions,
  fieldRules,
  departments,
  stations,
  routes = [],
}: Session): string =>
  JSON.stringify([
    admin,
    ...[permissions, fieldRules, departments, stations, routes].map((list) => [...list].sort()),
  ]);

/**
 * Ends the response when the session has changed or may no longer see the stations. Checks the session on an event and
 * at an interval. Reports changed permissions.
 */
function watchSession(
  { identity, log, request, session }: HandlerContext,
  response: ServerResponse,
  may: (now: Session) => boolean,
  write: (text: string) => void,
): () => void {
  let rights = describeRights(session);
  const isSame = (now: Session | null): now is Session =>
    now?.sessionId === session.sessionId && now.tenantId === session.tenantId;
  const check = (): void => {
    identity.authenticate(request).then(
      (now) => {
        // This event makes the window stop. Without it, the window would reconnect and be refused.
        if (now === null) response.write(eventText('ended', {}));
        if (!isSame(now) || !may(now)) return void response.end();
        const current = describeRights(now);
        if (current !== rights) write(eventText('rights', {}));
        rights = current;
      },
      (error: unknown) => log.warn('a live view could not check its session', { error: String(error) }),
    );
  };
  const unwatch = identity.watch((userId) => {
    if (userId === null || userId === session.userId) check();
  });
  const timer = setInterval(check, CHECK_MS);
  return () => {
    clearInterval(timer);
    unwatch();
  };
}

/** Sends one event for all recent changes that concern the reader. The reader then fetches the data. */
function watchOwn(
  { hub }: Pick<HandlerContext, 'hub'>,
  name: 'counts' | 'alarms',
  ms: number,
  concerns: (event: HubEvent) => boolean,
  write: (text: string) => void,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  const send = (): void => {
    timer = null;
    write(eventText(name, {}));
  };
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'resync' || concerns(event)) timer ??= setTimeout(send, ms);
  });
  return () => {
    unsubscribe();
    if (timer) clearTimeout(timer);
  };
}

/** Returns whether an event changes the number of the user's pending items. */
const concernsCounts =
  ({ tenantId, userId }: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'counts' && event.tenantId === tenantId && event.userIds.includes(userId);

/** Returns whether an event concerns an alarm of a station whose alarms the user may list. */
const concernsAlarms =
  (session: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'alarm' && event.tenantId === session.tenantId && seesAlarms(session, event.stationSn);

/** Number of open streams by session. */
const lines = new Map<string, number>();

/** Counts a stream until the returned function is called. Throws if the session has reached its limit. */
function countStream(sessionId: string): () => void {
  const count = lines.get(sessionId) ?? 0;
  if (count >= MAX_LINES) throw new AppError('live.tooMany', { limit: MAX_LINES });
  lines.set(sessionId, count + 1);
  return () => {
    const left = (lines.get(sessionId) ?? 1) - 1;
    if (left > 0) lines.set(sessionId, left);
    else lines.delete(sessionId);
  };
}

/**
 * Serves the streams of these stations over one connection. The connection ends when the reader leaves, the session
 * ends, or `may` refuses it.
 */
export async function serveLive(
  ctx: HandlerContext,
  audiences: ReadonlyMap<string, Audience>,
  may: (now: Session) => boolean,
): Promise<void> {
  const { live, reply, session } = ctx;
  const response = reply.raw;
  let begun = false;
  const write = (text: string): void => {
    if (begun) writeLine(response, text);
  };
  const ends: (() => void)[] = [countStream(session.sessionId)];
  try {
    for (const [stationSn, audience] of audiences)
      ends.push(await live.follow({ tenantId: session.tenantId, stationSn }, { audience, write }));
    reply.hijack();
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    response.write('retry: 3000\n\n');
    begun = true;
    // A program with an API key has no pending items.
    if (!session.apiKey) {
      ends.push(watchOwn(ctx, 'counts', COUNTS_MS, concernsCounts(session), write));
      ends.push(watchOwn(ctx, 'alarms', ALARMS_MS, concernsAlarms(session), write));
    }
    ends.push(watchSession(ctx, response, may, write));
    const ping = setInterval(() => write(eventText('ping', { ts: Date.now() })), PING_MS);
    ends.push(() => clearInterval(ping));
    if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
  } finally {
    for (const end of ends) end();
  }
}
