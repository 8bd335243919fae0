/** The messages of a connection. Each message is processed once. Acknowledgements are in the order of arrival. */
import type { IPublishPacket } from 'mqtt-packet';
import { createAliases } from './packets/aliases.ts';
import { CODE, type Code, MqttError } from './packets/codes.ts';
import { createReceipts } from './packets/receipts.ts';
import { RECEIVE_MAXIMUM } from './peers/limits.ts';

export interface InboxParts {
  /** Returns the reason code for a message that the sender need not repeat. */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** Acknowledges the message to the sender. */
  acknowledge(qos: 1 | 2, messageId: number, code: Code): void;
  fail(error: unknown): void;
}

export interface Inbox {
  /** `leave` is called when the message is completely processed. Throws an MqttError if the message is not allowed. */
  hear(packet: IPublishPacket, leave: () => void): void;
  /** Called when the sender has released the QoS 2 message with this number, so that it will not be repeated. */
  release(messageId: number): void;
  isFull(): boolean;
}

export function createInbox({ take, acknowledge, fail }: InboxParts): Inbox {
  const receipts = createReceipts();
  const topicOf = createAliases();
  /** Numbers of stored QoS 2 messages that the sender has not released, and may therefore repeat. */
  const unreleased = new Set<number>();
  let inWork = 0;

  /** Returns false for a repeated message. */
  function isNew(messageId: number): boolean {
    if (unreleased.has(messageId)) return false;
    if (unreleased.size >= RECEIVE_MAXIMUM)
      throw new MqttError(CODE.receiveMaximum, 'too many messages are not released');
    unreleased.add(messageId);
    return true;
  }

  function finish(qos: 0 | 1 | 2, messageId: number, code: Code): void {
    if (qos === 0) return;
    if (qos === 2 && code !== CODE.success) unreleased.delete(messageId);
    acknowledge(qos, messageId, code);
  }

  return {
    hear({ topic, payload, properties, qos, messageId = 0 }, leave) {
      const fullTopic = topicOf(topic, properties?.topicAlias);
      if (qos > 0 && messageId === 0) throw new MqttError(CODE.protocolError, 'a message without its number');
      if (qos === 2 && !isNew(messageId)) {
        leave();
        acknowledge(qos, messageId, CODE.success);
        return;
      }
      // A failed message ends the connection, but only after all previous messages are acknowledged.
      const settle = qos > 0 ? receipts.open() : (send: () => void) => send();
      inWork += 1;
      take(fullTopic, payload as Buffer)
        .then(
          (code) => settle(() => finish(qos, messageId, code)),
          (error) => settle(() => fail(error)),
        )
        .finally(() => {
          inWork -= 1;
          leave();
        });
    },
    release: (messageId) => void unreleased.delete(messageId),
    isFull: () => inWork >= RECEIVE_MAXIMUM,
  };
}
