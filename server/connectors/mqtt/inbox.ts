/** The messages that a connection sends. Each is processed once, and acknowledged in the order of arrival. */
import type { IPublishPacket } from 'mqtt-packet';
import { createAliases } from './packets/aliases.ts';
import { CODE, type Code, MqttError } from './packets/codes.ts';
import { createReceipts } from './packets/receipts.ts';
import { RECEIVE_MAXIMUM } from './peers/limits.ts';

export interface InboxParts {
  /** Returns the reason code of a message that need not be repeated. */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** Confirms to the sender that the message was taken. */
  acknowledge(qos: 1 | 2, messageId: number, code: Code): void;
  fail(error: unknown): void;
}

export interface Inbox {
  /** `leave` is called when the message is done with. @throws MqttError when it may not be sent so */
  hear(packet: IPublishPacket, leave: () => void): void;
  /** The message of QoS 2 with this number will not be sent again. */
  release(messageId: number): void;
  isFull(): boolean;
}

export function createInbox({ take, acknowledge, fail }: InboxParts): Inbox {
  const receipts = createReceipts();
  const topicOf = createAliases();
  /** Messages of QoS 2 that are stored and not yet released, so that they may be sent again. */
  const unreleased = new Set<number>();
  let inWork = 0;

  /** Returns false if the message arrived before. */
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
      // A failed message ends the connection in its turn, after the previous ones are acknowledged.
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
