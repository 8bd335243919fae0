/** Sends the lines of many channels in parallel. A channel that does not respond does not delay the others. */
import type { Logger } from '../../platform/log.ts';
import { type DeliveryParts, type Queue, queuesDue, sendQueue } from './deliveries.ts';

/**
 * Maximum number of channels of each kind that are served in parallel. All mails use one server, which must not delay
 * webhooks.
 */
const PLACES = { email: 4, webhook: 16 };

export interface Sender {
  /** Starts the channels with messages due at `now`, in epoch milliseconds, up to the maximum number of channels. */
  begin(now: number): Promise<void>;
  /** Sends all messages due at `now`. */
  run(now: number): Promise<void>;
  /** Resolves when no message is being sent. */
  idle(): Promise<void>;
}

/** `freed` is called when a channel is finished. */
export function createSender(parts: DeliveryParts & { log: Logger }, freed: () => void): Sender {
  const busy = new Map<string, { kind: Queue['kind']; done: Promise<void> }>();
  const keyOf = ({ tenantId, kind, channelId }: Queue): string => `${tenantId} ${kind} ${channelId}`;
  const used = (kind: Queue['kind']): number =>
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
      if (busy.has(keyOf(queue)) || used(queue.kind) >= PLACES[queue.kind]) continue;
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
