/** Sends messages of subscribed topics to a signed-in connection, within the limits of the other side. */
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet';
import { createDeviceSender } from '../deviceSender.ts';
import { createFilters } from '../filters.ts';
import type { Message } from '../peers/peers.ts';
import { limitsOf, subscribeTo, unsubscribeFrom } from './answers.ts';

export interface Outgoing {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  /** Called when the other side has acknowledged the message with this number. */
  acknowledged(messageId: number): void;
  /** Changes the subscriptions as the packet requests. Returns the acknowledgement. */
  change(packet: ISubscribePacket | IUnsubscribePacket): Packet;
}

export function createOutgoing(
  session: { version: number; isDevice: boolean },
  packet: IConnectPacket,
  write: (bytes: Buffer) => void,
): Outgoing {
  const { version, isDevice } = session;
  const filters = createFilters(isDevice);
  const sender = createDeviceSender(limitsOf(version, packet), write);
  return {
    hears: (topic) => filters.qosOf(topic) !== null,
    send({ topic, payload }) {
      const qos = filters.qosOf(topic);
      return qos !== null && sender.send(topic, payload, qos);
    },
    acknowledged: sender.acknowledged,
    change: (wish) =>
      wish.cmd === 'subscribe' ? subscribeTo(filters, version, wish) : unsubscribeFrom(filters, wish),
  };
}
