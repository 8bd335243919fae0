/** The stream of a window. It sends the counts of pending items of its user, and the events of the stations shown. */
import type { ServerResponse } from 'node:http';
import type { HandlerContext, Session } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { HubEvent } from '../../platform/events.ts';
import { type Audience, hearsAlarms } from './audience.ts';
import { eventText } from './stationChanges.ts';

const PING_MS = 15_000;
const CHECK_MS = 5_000;
/** Several counts may change in one step. They are reported once. */
const COUNTS_MS = 250;
/** Limits how often windows fetch alarms again, also in an alarm storm. */
const ALARMS_MS = 1_000;
/** Maximum number of windows of one session. Each keeps a connection, and checks its session every few seconds. */
export const MAX_LINES = 20;
/** A slow reader with this many pending bytes is disconnected, and reconnects automatically. */
const MAX_WAITING_BYTES = 1024 * 1024;

type Line = Pick<ServerResponse, 'write' | 'writableLength' | 'destroy'>;

/** Writes to one listener, whose pending bytes are limited. */
export function writeLine(response: Line, text: string): void {
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(text);
}

/** Returns the reader's rights as text, so that two states can be compared. */
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
 * Ends the response once the session has changed, or may no longer see this. It ends at once on an event, and soon
 * after a time limit. Reports changed rights.
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
        // After this event the window stops asking. Without it, the window would reconnect and be refused.
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

/** Sends one event for all changes within a moment that concern the reader, who then fetches them. */
function watchOwn(
  { hub }: Pick<HandlerContext, 'hub'>,
  name: 'counts' | 'alarms',
  ms: number,
  concerns: (event: HubEvent) => boolean,
  write: (text: string) => void,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    timer = null;
    write(eventText(name, {}));
  };
  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'resync' || concerns(event)) timer ??= setTimeout(tell, ms);
  });
  return () => {
    unsubscribe();
    if (timer) clearTimeout(timer);
  };
}

/** Returns whether an event changes the counts of the user's pending items. */
const concernsCounts =
  ({ tenantId, userId }: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'counts' && event.tenantId === tenantId && event.userIds.includes(userId);

/** Returns whether the event is about an alarm of a station whose alarms the user may all list. */
const concernsAlarms =
  (session: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'alarm' && event.tenantId === session.tenantId && hearsAlarms(session, event.stationSn);

/** Number of open streams by session. */
const lines = new Map<string, number>();

/** Counts a stream until the returned function is called. Throws if the session has reached the limit. */
function takeLine(sessionId: string): () => void {
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
 * Keeps the connection open, with the streams of these stations. It ends when the reader leaves, the session ends, or
 * `may` no longer allows it.
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
  const ends: (() => void)[] = [takeLine(session.sessionId)];
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
    // A program with an API key reads values itself, and has no pending items.
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
