import { describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../../server/platform/db/index.ts';
import type { HubEvent } from '../../../../../server/platform/events.ts';
import { splitPoints } from '../../../../../server/platform/hub/eventQueue.ts';
import { createHub } from '../../../../../server/platform/hub/hub.ts';
import { createLogger } from '../../../../../server/platform/log.ts';

const silent = createLogger('silent');
const entity: HubEvent = { type: 'entity', entity: 'station', tenantId: 2, id: 1, do: 'update' };

/** LISTEN and NOTIFY between hubs of one test. */
function createWire() {
  const listeners = new Set<(payload: string) => void>();
  const sent: string[] = [];
  let lost = (): void => {};
  const db = {
    async listen(_channel: string, message: (payload: string) => void, reconnected?: () => void) {
      listeners.add(message);
      lost = () => reconnected?.();
      return async () => void listeners.delete(message);
    },
    async notify(_channel: string, ...payloads: string[]) {
      sent.push(...payloads);
      for (const payload of payloads) for (const listen of listeners) listen(payload);
    },
    onTold() {},
  } as unknown as Database;
  return { db, sent, reconnect: () => lost() };
}

async function pairHub() {
  const wire = createWire();
  const [here, there] = [1, 2].map(() => createHub({ db: wire.db, log: silent, shared: true }));
  await here!.start();
  await there!.start();
  const seen: { here: HubEvent[]; there: HubEvent[] } = { here: [], there: [] };
  here!.subscribe((event) => seen.here.push(event));
  there!.subscribe((event) => seen.there.push(event));
  return { here: here!, there: there!, seen, wire };
}

describe('hub', () => {
  it('notifies its own subscribers at once, and continues if one fails', () => {
    const hub = createHub({ db: createWire().db, log: silent, shared: false });
    const listen = vi.fn();
    hub.subscribe(() => {
      throw new Error('broken');
    });
    const end = hub.subscribe(listen);
    hub.publish(entity);
    end();
    hub.publish(entity);
    expect(listen.mock.calls).toEqual([[entity, false]]);
  });

  it('notifies another process once, without an echo', async () => {
    const { here, there, seen } = await pairHub();
    here.publish(entity);
    await here.close();
    await there.close();
    expect(seen).toEqual({ here: [entity], there: [entity] });
  });

  it('sends the changes of a batch together, in order, in payloads that fit', async () => {
    const { here, there, seen, wire } = await pairHub();
    const events = Array.from({ length: 1000 }, (_, n): HubEvent => ({ ...entity, id: n }));
    for (const event of events) here.publish(event);
    await here.close();
    await there.close();
    expect(seen.there).toEqual(events);
    expect(wire.sent.length).toBeLessThan(20);
    for (const payload of wire.sent) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  });

  it('sends only the newest point of a variable to other processes, and since when there are more', async () => {
    const { here, there, seen, wire } = await pairHub();
    for (const value of [1, 2, 3])
      here.publish({ type: 'points', tenantId: 2, points: [{ sn: 'a', ts: value, value }] });
    await here.close();
    await there.close();
    expect(wire.sent.length).toBe(1);
    expect(seen.here.length).toBe(3);
    const points = [{ sn: 'a', ts: 3, value: 3 }];
    expect(seen.there).toEqual([{ type: 'points', tenantId: 2, since: 1, points }]);
  });

  it('makes all subscribers read again after the connection was lost', async () => {
    const { there, seen, wire } = await pairHub();
    wire.reconnect();
    await there.close();
    expect(seen.there).toEqual([{ type: 'resync' }]);
  });

  it('splits points so that every payload fits', () => {
    const points = Array.from({ length: 1000 }, (_, n) => ({ sn: `电表-${n}`, ts: n, value: n }));
    const parts = splitPoints(2, points, 7_900);
    expect(parts.flat()).toEqual(points);
    for (const part of parts) {
      expect(
        Buffer.byteLength(JSON.stringify({ type: 'points', tenantId: 2, points: part })),
      ).toBeLessThanOrEqual(7_900);
    }
  });
});
