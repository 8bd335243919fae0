import type { ServerResponse } from 'node:http';
import type { CallContext } from '../context.ts';
import type { LivePoint } from './hub.ts';

const PING_MS = 15_000;
/** Points of one variable that come closer together than this go out as one, the newest. */
const FLUSH_MS = 250;
/** Who takes so long to read that this much waits is cut off, and comes back by itself. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Alarms of a moment; more than these are only counted by the next refresh. */
const MAX_EVENTS = 200;

export const event_text = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export interface LiveStream {
  points(points: readonly LivePoint[]): void;
  alarm(data: unknown): void;
  close(): void;
}

/** Writes events to one listener: points are gathered and thinned, nothing piles up without bound. */
export function createLiveStream(
  response: Pick<ServerResponse, 'write' | 'end' | 'writableLength' | 'destroy'>,
  onSlow: () => void,
): LiveStream {
  const newest = new Map<string, LivePoint>();
  let events: unknown[] = [];
  let timer: NodeJS.Timeout | null = null;

  function send(text: string): void {
    if (response.writableLength > MAX_WAITING_BYTES) onSlow();
    else response.write(text);
  }

  function flush(): void {
    timer = null;
    if (newest.size > 0) send(event_text('points', { points: [...newest.values()] }));
    for (const event of events) send(event_text('alarm', event));
    newest.clear();
    events = [];
  }

  const soon = (): void => {
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  const ping = setInterval(() => send(event_text('ping', { ts: Date.now() })), PING_MS);
  return {
    points(points) {
      for (const point of points) {
        if (point.ts >= (newest.get(point.sn)?.ts ?? -Infinity)) newest.set(point.sn, point);
      }
      soon();
    },
    alarm(data) {
      if (events.length < MAX_EVENTS) events.push(data);
      soon();
    },
    close() {
      clearInterval(ping);
      if (timer) clearTimeout(timer);
      response.end();
    },
  };
}

/** The variables of a station, read anew after any of them, or their devices, changed. */
async function station_variables({ db, session }: CallContext, stationSn: string): Promise<Set<string>> {
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', (join) =>
        join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
      )
      .select('v.sn')
      .where('d.stationSn', '=', stationSn)
      .execute(),
  );
  return new Set(rows.flatMap(({ sn }) => sn ?? []));
}

const CHECK_MS = 5000;
/** Many variables may come into being at once: they are read again once. */
const RELOAD_MS = 500;

/**
 * Keeps the connection open until the reader leaves or the session ends. `wire` connects it to what happens, and
 * answers how that ends.
 */
async function stream_serve(
  { identity, log, reply, request, session }: CallContext,
  wire: (response: ServerResponse) => () => void,
): Promise<void> {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  response.write('retry: 3000\n\n');
  const unwire = wire(response);
  const session_check = (): void => {
    identity.authenticate(request).then(
      (now) => {
        if (now?.sessionId !== session.sessionId || now.tenantId !== session.tenantId) response.end();
      },
      (error: unknown) => log.warn('a live view could not check its session', { error: String(error) }),
    );
  };
  // At once when it was ended; from time to time for one whose time is over.
  const unwatch = identity.watch((userId) => {
    if (userId === null || userId === session.userId) session_check();
  });
  const check = setInterval(session_check, CHECK_MS);
  await new Promise<void>((resolve) => response.once('close', resolve));
  clearInterval(check);
  unwatch();
  unwire();
}

/** Tells what happens at the station. */
export async function live_serve(ctx: CallContext, stationSn: string): Promise<void> {
  const { hub, log, session } = ctx;
  let sns = await station_variables(ctx, stationSn);
  let reloading: NodeJS.Timeout | null = null;
  const variables_reload = (): void => {
    reloading = null;
    station_variables(ctx, stationSn).then(
      (fresh) => {
        sns = fresh;
      },
      (error: unknown) => log.warn('a live view could not read its variables', { error: String(error) }),
    );
  };
  const reload = (): void => {
    reloading ??= setTimeout(variables_reload, RELOAD_MS);
  };
  await stream_serve(ctx, (response) => {
    const stream = createLiveStream(response, () => response.destroy());
    const unsubscribe = hub.subscribe((event) => {
      if (event.type === 'resync') return reload();
      if (!('tenantId' in event) || event.tenantId !== session.tenantId) return;
      if (event.type === 'entity') {
        if (event.entity === 'device' || event.entity === 'deviceVariable') reload();
      } else if (event.type === 'points') {
        const own = event.points.filter(({ sn }) => sns.has(sn));
        if (own.length > 0) stream.points(own);
      } else if (event.type === 'alarm' && event.stationSn === stationSn) {
        stream.alarm({ stationSn, alarmId: event.alarmId, status: event.status });
      }
    });
    return () => {
      if (reloading) clearTimeout(reloading);
      unsubscribe();
      stream.close();
    };
  });
}

/** Tells the reader when what waits for them has changed; they ask for the figures themselves. */
export async function counts_serve(ctx: CallContext): Promise<void> {
  const { hub, session } = ctx;
  await stream_serve(ctx, (response) => {
    let timer: NodeJS.Timeout | null = null;
    const write = (name: string): void => {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
      else response.write(event_text(name, {}));
    };
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        write('counts');
      }, FLUSH_MS);
    };
    const ping = setInterval(() => write('ping'), PING_MS);
    const unsubscribe = hub.subscribe((event) => {
      const mine =
        event.type === 'counts' &&
        event.tenantId === session.tenantId &&
        event.userIds.includes(session.userId);
      if (mine || event.type === 'resync') soon();
    });
    return () => {
      clearInterval(ping);
      if (timer) clearTimeout(timer);
      unsubscribe();
      response.end();
    };
  });
}
