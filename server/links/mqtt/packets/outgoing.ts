/** Sends a connection that is signed in the messages of the topics to which it has subscribed, as much as it takes. */
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet';
import { createFilters } from '../filters.ts';
import { createOutbox } from '../outbox.ts';
import type { Message } from '../peers/peers.ts';
import { limitsOf, subscribeTo, unsubscribeFrom } from './answers.ts';

export interface Outgoing {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  /** The other side has got the message with this number. */
  acknowledged(messageId: number): void;
  /** Answers what says to which of them it is subscribed now. */
  change(packet: ISubscribePacket | IUnsubscribePacket): Packet;
}

export function createOutgoing(
  session: { version: number; isDevice: boolean },
  packet: IConnectPacket,
  write: (bytes: Buffer) => void,
): Outgoing {
  const { version, isDevice } = session;
  const filters = createFilters(isDevice);
  const outbox = createOutbox(limitsOf(version, packet), write);
  return {
    hears: (topic) => filters.qosOf(topic) !== null,
    send({ topic, payload }) {
      const qos = filters.qosOf(topic);
      return qos !== null && outbox.send(topic, payload, qos);
    },
    acknowledged: outbox.acknowledged,
    change: (wish) =>
      wish.cmd === 'subscribe' ? subscribeTo(filters, version, wish) : unsubscribeFrom(filters, wish),
  };
}
