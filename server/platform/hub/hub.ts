import type { Database } from '../db/index.ts';
import type { HubEvent } from '../events.ts';
import type { Logger } from '../log.ts';
import { createEventQueue } from './eventQueue.ts';

/** `remote`: the event was published by another process. Its points are reduced to the newest of each variable. */
export type HubListener = (event: HubEvent, remote: boolean) => void;

export interface Hub {
  publish(event: HubEvent): void;
  subscribe(listen: HubListener): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The local part: calls subscribers of this process synchronously and in order. An error in one subscriber does not
 * affect the others.
 */
function createLocalHub(log: Logger): { publish: HubListener; subscribe: Hub['subscribe'] } {
  const listeners = new Set<HubListener>();
  return {
    publish(event, remote) {
      for (const listen of listeners) {
        try {
          listen(event, remote);
        } catch (error) {
          log.error('a hub subscriber failed', { event: event.type, error });
        }
      }
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

const CHANNEL = 'wattdeck_hub';

/**
 * Delivers events to subscribers of this process immediately, and to other processes over LISTEN/NOTIFY. `shared` is
 * false with the embedded database, because its folder lock allows only one server.
 */
export function createHub({ db, log, shared }: { db: Database; log: Logger; shared: boolean }): Hub {
  const local = createLocalHub(log);
  const publish = (event: HubEvent): void => {
    local.publish(event, false);
    queue?.add(event);
  };
  const queue = shared ? createEventQueue((payloads) => db.notify(CHANNEL, ...payloads), log) : null;
  let unlisten: (() => Promise<void>) | null = null;
  return {
    subscribe: local.subscribe,
    publish,
    async start() {
      db.onTold(publish);
      if (!queue) return;
      unlisten = await db.listen(
        CHANNEL,
        (payload) => {
          for (const event of queue.read(payload)) local.publish(event, true);
        },
        () => local.publish({ type: 'resync' }, false),
      );
    },
    async close() {
      await unlisten?.();
      await queue?.close();
    },
  };
}
