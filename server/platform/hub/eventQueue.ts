import { randomUUID } from 'node:crypto';
import type { HubEvent, LivePoint } from '../events.ts';
import type { Logger } from '../log.ts';

/** NOTIFY refuses 8000 bytes and more. */
const MAX_PAYLOAD = 7_900;
const FLUSH_MS = 200;
/** Maximum number of payloads in a message to the database. */
const MESSAGE_PAYLOADS = 50;

interface EventQueue {
  add(event: HubEvent): void;
  /** Returns the events of a payload. Empty if this process sent it, or it is not from the platform. */
  read(payload: string): readonly HubEvent[];
  close(): Promise<void>;
}

/** Splits points into payloads that NOTIFY accepts. A point that is too long for a payload is dropped. */
export function splitPoints(tenantId: number, points: readonly LivePoint[], limit: number): LivePoint[][] {
  const parts: LivePoint[][] = [];
  let part: LivePoint[] = [];
  let size = 0;
  const frame = Buffer.byteLength(
    JSON.stringify({ type: 'points', tenantId, since: Number.MAX_SAFE_INTEGER, points: [] }),
  );
  for (const point of points) {
    const length = Buffer.byteLength(JSON.stringify(point)) + 1;
    if (frame + length > limit) continue;
    if (part.length > 0 && frame + size + length > limit) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(point);
    size += length;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Removes the first events that fit into a payload, and returns the payload. */
function payloadNext(events: string[], limit: number): string {
  let size = 0;
  let count = 0;
  for (const event of events) {
    const next = size + Buffer.byteLength(event) + 1;
    if (count > 0 && next >= limit) break;
    size = next;
    count += 1;
  }
  return `[${events.splice(0, count).join()}]`;
}

/**
 * Sends events to other processes. Points are collected briefly, and only the newest of each variable is sent, because
 * other processes only display them. Other events are sent immediately. Events that arrive during a send are sent
 * together afterwards.
 */
export function createEventQueue(
  send: (payloads: readonly string[]) => Promise<void>,
  log: Logger,
): EventQueue {
  const origin = randomUUID().slice(0, 8);
  const limit = MAX_PAYLOAD - origin.length - 1;
  const waiting = new Map<number, { points: Map<string, LivePoint>; since: number }>();
  const events: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;

  async function allSend(): Promise<void> {
    while (events.length > 0) {
      const payloads: string[] = [];
      while (events.length > 0 && payloads.length < MESSAGE_PAYLOADS)
        payloads.push(`${origin} ${payloadNext(events, limit)}`);
      await send(payloads).catch((error) => log.warn('events not shared', { error: String(error) }));
    }
    sending = null;
  }

  const post = (event: HubEvent): void => {
    const text = JSON.stringify(event);
    if (Buffer.byteLength(text) + 2 > limit) {
      log.warn('event too long to share', { type: event.type });
      return;
    }
    events.push(text);
    // Deferred, so that events published later in the same step are included.
    sending ??= Promise.resolve().then(allSend);
  };

  const flush = (): void => {
    timer = null;
    for (const [tenantId, { points, since }] of waiting) {
      for (const part of splitPoints(tenantId, [...points.values()], limit - 2))
        post({ type: 'points', tenantId, since, points: part });
    }
    waiting.clear();
  };

  return {
    add(event) {
      if (event.type === 'resync') return;
      if (event.type !== 'points') {
        post(event);
        return;
      }
      const batch = waiting.get(event.tenantId) ?? { points: new Map<string, LivePoint>(), since: Infinity };
      waiting.set(event.tenantId, batch);
      for (const point of event.points) {
        batch.since = Math.min(batch.since, point.ts);
        if (point.ts >= (batch.points.get(point.sn)?.ts ?? -Infinity)) batch.points.set(point.sn, point);
      }
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    read(payload) {
      const cut = payload.indexOf(' ');
      if (cut < 0 || payload.slice(0, cut) === origin) return [];
      try {
        return JSON.parse(payload.slice(cut + 1)) as HubEvent[];
      } catch {
        return [];
      }
    },
    async close() {
      if (timer) clearTimeout(timer);
      if (timer) flush();
      await sending;
    },
  };
}
