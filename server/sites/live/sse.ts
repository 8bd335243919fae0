/** Keeps the stream of a window: what waits for its user, and what happens at the stations that it shows. */
import type { ServerResponse } from 'node:http';
import type { HandlerContext, Session } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { HubEvent } from '../../platform/events.ts';
import { type Audience, hearsAlarms } from './audience.ts';
import { eventText } from './stationChanges.ts';

const PING_MS = 15_000;
const CHECK_MS = 5_000;
/** Several things that wait may change in one step: it is said once. */
const COUNTS_MS = 250;
/** A storm of alarms makes no storm of questions. */
const ALARMS_MS = 1_000;
/** Windows of one session: each keeps a connection, and asks every few seconds who it belongs to. */
export const MAX_LINES = 20;
/** A slow reader with this many pending bytes is disconnected, and reconnects automatically. */
const MAX_WAITING_BYTES = 1024 * 1024;

type Line = Pick<ServerResponse, 'write' | 'writableLength' | 'destroy'>;

/** Writes to one listener; nothing piles up without bound. */
export function writeLine(response: Line, text: string): void {
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(text);
}

/** Returns what the reader may do, as text: two are compared. */
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
 * Ends the answer once the session is no longer what it was, or may no longer see this: at once when that is told, soon
 * when a time is over. Reports changed rights.
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
        // Told, the window asks nothing more; only closed, it would come back and be refused.
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

/** Sends an event of its own once for all changes within a moment that concern the reader, who then fetches them. */
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

/** Returns whether an event changes what waits for the user. */
const concernsCounts =
  ({ tenantId, userId }: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'counts' && event.tenantId === tenantId && event.userIds.includes(userId);

/** Returns whether it is about an alarm of a station, all of whose alarms the user may list. */
const concernsAlarms =
  (session: Session) =>
  (event: HubEvent): boolean =>
    event.type === 'alarm' && event.tenantId === session.tenantId && hearsAlarms(session, event.stationSn);

/** Open streams by session. */
const lines = new Map<string, number>();

/** Counts a stream until the answer is called; throws where the session has as many as it may. */
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

/** Keeps the connection open, with the feeds of these stations, until the reader leaves, the session ends, or what it shows may (`may`) be seen no more. */
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
    // A program asks for what it wants to know; nothing waits for it.
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
