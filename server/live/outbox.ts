import { randomUUID } from 'node:crypto';
import type { Logger } from '../log.ts';
import type { HubEvent, LivePoint } from './hub.ts';

/** NOTIFY refuses 8000 bytes and more. */
const MAX_PAYLOAD = 7_900;
const FLUSH_MS = 200;

interface Outbox {
  add(event: HubEvent): void;
  /** The event of a payload, or null when it is our own echo or not ours at all. */
  read(payload: string): HubEvent | null;
  close(): Promise<void>;
}

/** Splits points into payloads that NOTIFY takes; a single point that is too long by itself is left out. */
export function points_split(tenantId: number, points: readonly LivePoint[], limit: number): LivePoint[][] {
  const parts: LivePoint[][] = [];
  let part: LivePoint[] = [];
  let size = 0;
  const frame = Buffer.byteLength(JSON.stringify({ type: 'points', tenantId, points: [] }));
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

/**
 * What goes to other processes. Points are collected for a moment and only the newest of each variable is
 * sent: other processes show them, they don't store them.
 */
export function createOutbox(send: (payload: string) => Promise<void>, log: Logger): Outbox {
  const origin = randomUUID().slice(0, 8);
  const waiting = new Map<number, Map<string, LivePoint>>();
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<void> = Promise.resolve();

  const post = (event: HubEvent): void => {
    const payload = `${origin} ${JSON.stringify(event)}`;
    if (Buffer.byteLength(payload) > MAX_PAYLOAD) {
      log.warn('event too long to share', { type: event.type });
      return;
    }
    last = last
      .then(() => send(payload))
      .catch((error) => log.warn('event not shared', { error: String(error) }));
  };

  const flush = (): void => {
    timer = null;
    for (const [tenantId, points] of waiting) {
      const parts = points_split(tenantId, [...points.values()], MAX_PAYLOAD - origin.length - 1);
      for (const part of parts) post({ type: 'points', tenantId, points: part });
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
      const points = waiting.get(event.tenantId) ?? new Map<string, LivePoint>();
      waiting.set(event.tenantId, points);
      for (const point of event.points) {
        if (point.ts >= (points.get(point.sn)?.ts ?? -Infinity)) points.set(point.sn, point);
      }
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    read(payload) {
      const cut = payload.indexOf(' ');
      if (cut < 0 || payload.slice(0, cut) === origin) return null;
      try {
        return JSON.parse(payload.slice(cut + 1)) as HubEvent;
      } catch {
        return null;
      }
    },
    async close() {
      if (timer) clearTimeout(timer);
      if (timer) flush();
      await last;
    },
  };
}
