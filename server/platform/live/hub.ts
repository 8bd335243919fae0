import type { Database } from '../db/index.ts';
import type { Logger } from '../log.ts';
import { createOutbox } from './outbox.ts';

export interface LivePoint {
  sn: string;
  /** Epoch milliseconds. */
  ts: number;
  value: number | string | boolean | null;
  /** 0 good (also when it is missing), 1 uncertain, 2 bad: no latest value, and counted nowhere. */
  quality?: number;
}

export type HubEvent =
  /** A deleted record waits in the recycle bin: it may be created again, until it is purged. */
  | {
      type: 'entity';
      entity: string;
      tenantId: number;
      id: number;
      do: 'create' | 'update' | 'delete' | 'purge';
    }
  /** `since`: they stand for earlier ones, from this time on (epoch milliseconds). */
  | { type: 'points'; tenantId: number; points: LivePoint[]; since?: number }
  /** Latest values that no points tell of: imported ones, and those whose newest point was called bad afterwards. */
  | { type: 'latest'; tenantId: number; sns: readonly string[] }
  | { type: 'alarm'; tenantId: number; stationSn: string; alarmId: number; status: number }
  /** A command that waits for its device: whichever process the device is connected to sends it. */
  | {
      type: 'control';
      tenantId: number;
      deviceSn: string;
      commandId: number;
      params: Record<string, number | string | boolean>;
    }
  /** Points of these variables are gone: their newest value may be an older one. */
  | { type: 'takenBack'; tenantId: number; ids: readonly number[] }
  /** Shared attributes of a device were changed (those that have this time now), or one was removed. */
  | { type: 'attributes'; tenantId: number; deviceSn: string; at: string }
  | { type: 'attributes'; tenantId: number; deviceSn: string; deleted: string }
  /** Something waits for these people that did not before, or no longer does. */
  | { type: 'counts'; tenantId: number; userIds: readonly number[] }
  /** Definitions were applied or undone: every process reads them again. */
  | { type: 'definitions' }
  /** Events of other processes may have been missed: whoever caches reads again. */
  | { type: 'resync' };

/** `remote`: another process published it. Its points are thinned to the newest of each variable. */
export type HubListener = (event: HubEvent, remote: boolean) => void;

export interface Hub {
  publish(event: HubEvent): void;
  subscribe(listen: HubListener): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Local half: subscribers of this process, at once and in order. A failing one does not stop the others. */
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
 * Events reach subscribers of this process at once and those of other processes over LISTEN/NOTIFY.
 * `shared` is false with the embedded database: its folder lock admits one server only.
 */
export function createHub({ db, log, shared }: { db: Database; log: Logger; shared: boolean }): Hub {
  const local = createLocalHub(log);
  const publish = (event: HubEvent): void => {
    local.publish(event, false);
    outbox?.add(event);
  };
  const outbox = shared ? createOutbox((payloads) => db.notify(CHANNEL, ...payloads), log) : null;
  let unlisten: (() => Promise<void>) | null = null;
  return {
    subscribe: local.subscribe,
    publish,
    async start() {
      db.onTold(publish);
      if (!outbox) return;
      unlisten = await db.listen(
        CHANNEL,
        (payload) => {
          for (const event of outbox.read(payload)) local.publish(event, true);
        },
        () => local.publish({ type: 'resync' }, false),
      );
    },
    async close() {
      await unlisten?.();
      await outbox?.close();
    },
  };
}
