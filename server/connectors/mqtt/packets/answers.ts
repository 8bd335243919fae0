/** Builds the answer packets for each version of the protocol. Pure. */
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet';
import type { Filters } from '../filters.ts';
import { MAX_ALIASES, MAX_PACKET, RECEIVE_MAXIMUM } from '../peers/limits.ts';
import { CODE, type Code, returnCode } from './codes.ts';

/** Limits for a client that sets no limits. */
const ANY_PACKET = 0xfff_ffff;
const ANY_NUMBER = 0xffff;
const ID_LENGTH = 16;
/** The failure code for versions before 5. */
const NOT_GRANTED = 0x80;
const NOT_SUBSCRIBED = 0x11;

export const refusal = (version: number, code: Code): Packet =>
  version === 5
    ? { cmd: 'connack', sessionPresent: false, reasonCode: code }
    : { cmd: 'connack', sessionPresent: false, returnCode: returnCode(code) };

/** `key` identifies the connection. A client without a client id is assigned the end of the key. */
export function welcome(version: number, { clientId }: IConnectPacket, key: string): Packet {
  if (version < 5) return { cmd: 'connack', sessionPresent: false, returnCode: 0 };
  return {
    cmd: 'connack',
    sessionPresent: false,
    reasonCode: CODE.success,
    properties: {
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: MAX_PACKET,
      topicAliasMaximum: MAX_ALIASES,
      sessionExpiryInterval: 0,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(clientId === '' && { assignedClientIdentifier: key.slice(-ID_LENGTH) }),
    },
  };
}

/** Reads the limits of the other side: number and size of messages. */
export function limitsOf(version: number, { properties }: IConnectPacket) {
  const { receiveMaximum = ANY_NUMBER, maximumPacketSize = ANY_PACKET } = properties ?? {};
  return { version, receiveMaximum, maximumPacketSize };
}

/** Returns the acknowledgement of a message of QoS 1 or 2. */
export const receiptOf = (version: number, qos: 1 | 2, messageId: number, code: Code): Packet => ({
  cmd: qos === 1 ? 'puback' : 'pubrec',
  messageId,
  ...(version === 5 && { reasonCode: code }),
});

export function subscribeTo(filters: Filters, version: number, packet: ISubscribePacket): Packet {
  const { subscriptions, messageId = 0 } = packet;
  const refused = version === 5 ? CODE.notAuthorized : NOT_GRANTED;
  const granted = subscriptions.map(({ topic, qos }) =>
    filters.add(topic, qos) ? Math.min(qos, 1) : refused,
  );
  return { cmd: 'suback', messageId, granted };
}

export function unsubscribeFrom(filters: Filters, packet: IUnsubscribePacket): Packet {
  const { unsubscriptions, messageId = 0 } = packet;
  const granted = unsubscriptions.map((filter) => (filters.remove(filter) ? CODE.success : NOT_SUBSCRIBED));
  return { cmd: 'unsuback', messageId, granted };
}
