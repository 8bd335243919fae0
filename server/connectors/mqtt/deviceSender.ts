/**
 * Sends messages to a device. The number of QoS 1 messages in flight is limited by the device. Nothing is queued for
 * an absent device. A command is valid only for a moment and must not be executed late.
 */
import { generate, type IPublishPacket } from 'mqtt-packet';
import { MAX_IN_FLIGHT, MAX_QUEUED } from './peers/limits.ts';

export interface SenderLimits {
  version: number;
  /** Maximum number of messages in flight that the other side accepts. */
  receiveMaximum: number;
  /** Maximum packet size in bytes that the other side accepts. */
  maximumPacketSize: number;
}

export interface DeviceSender {
  /** Returns false if the message is too large for the other side, or if too many messages wait for it. */
  send(topic: string, payload: string, qos: 0 | 1): boolean;
  acknowledged(messageId: number): void;
}

const MAX_ID = 0xffff;

export function createDeviceSender(limits: SenderLimits, write: (bytes: Buffer) => void): DeviceSender {
  const inFlight = new Set<number>();
  const waiting: IPublishPacket[] = [];
  const room = Math.min(limits.receiveMaximum, MAX_IN_FLIGHT);
  let last = 0;

  const encode = (packet: IPublishPacket): Buffer => generate(packet, { protocolVersion: limits.version });

  function writeNext(): void {
    while (waiting.length > 0 && inFlight.size < room) {
      do last = (last % MAX_ID) + 1;
      while (inFlight.has(last));
      inFlight.add(last);
      write(encode({ ...waiting.shift()!, messageId: last }));
    }
  }

  return {
    send(topic, payload, qos) {
      const packet: IPublishPacket = { cmd: 'publish', topic, payload, qos, dup: false, retain: false };
      const bytes = encode({ ...packet, messageId: 1 });
      if (bytes.length > limits.maximumPacketSize || waiting.length >= MAX_QUEUED) return false;
      if (qos === 0) write(bytes);
      else {
        waiting.push(packet);
        writeNext();
      }
      return true;
    },
    acknowledged(messageId) {
      inFlight.delete(messageId);
      writeNext();
    },
  };
}
