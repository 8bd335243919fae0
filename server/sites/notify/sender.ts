/** Sends the lines of many channels in parallel. A channel without an answer does not delay the others. */
import type { Logger } from '../../platform/log.ts';
import { type DeliveryParts, type Queue, queuesDue, sendQueue } from './deliveries.ts';

/**
 * Number of channels of a kind that are served in parallel. All mails use one server, which must not delay webhooks.
 */
const PLACES = { email: 4, webhook: 16 };

export interface Sender {
  /** Begins with the channels that have due messages at `now`, epoch milliseconds, up to the limit of places. */
  begin(now: number): Promise<void>;
  /** Sends everything that is due at `now`. */
  run(now: number): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** `freed` is called whenever a channel is through. */
export function createSender(parts: DeliveryParts & { log: Logger }, freed: () => void): Sender {
  const busy = new Map<string, { kind: Queue['kind']; done: Promise<void> }>();
  const keyOf = ({ tenantId, kind, channelId }: Queue): string => `${tenantId} ${kind} ${channelId}`;
  const taken = (kind: Queue['kind']): number =>
    [...busy.values()].filter((delivery) => delivery.kind === kind).length;

  async function beginQueue(queue: Queue, now: number): Promise<void> {
    try {
      await sendQueue(parts, queue, now);
    } catch (error) {
      parts.log.error('notifications of a channel were not sent', { ...queue, error });
    }
    busy.delete(keyOf(queue));
    freed();
  }

  async function begin(now: number): Promise<void> {
    for (const queue of await queuesDue(parts.db, now)) {
      if (busy.has(keyOf(queue)) || taken(queue.kind) >= PLACES[queue.kind]) continue;
      busy.set(keyOf(queue), { kind: queue.kind, done: beginQueue(queue, now) });
    }
  }

  return {
    begin,
    async run(now) {
      for (;;) {
        await begin(now);
        if (busy.size === 0) return;
        await Promise.race([...busy.values()].map(({ done }) => done));
      }
    },
    async idle() {
      await Promise.all([...busy.values()].map(({ done }) => done));
    },
  };
}
