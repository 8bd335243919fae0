/**
 * A client of a broker that processes many messages in parallel, and acknowledges each message after it is on disk.
 * The library would process one message after the other, with one commit for each. Here the library continues at once,
 * and only the acknowledgement is delayed. At the maximum number of pending messages, reading stops.
 */
import type { IPublishPacket, MqttClient } from 'mqtt';
import { MAX_UNACKNOWLEDGED, MAX_UNACKNOWLEDGED_BYTES } from '../peers/limits.ts';

interface Packet {
  cmd: string;
  messageId?: number;
}
type Send = (packet: Packet, done?: (error?: Error) => void, ...rest: unknown[]) => unknown;

/** `handle` resolves to whether the message is stored. A message that is not stored is never acknowledged. */
export function acknowledgeWhenStored(
  client: MqttClient,
  handle: (packet: IPublishPacket) => Promise<boolean>,
): void {
  const inner = client as unknown as { _sendPacket: Send };
  const send = inner._sendPacket.bind(client);
  /** Results by message number, which is valid only on one connection. */
  const stored = new Map<number, Promise<boolean>>();
  const waiting: (() => void)[] = [];
  let connection = 0;
  let messages = 0;
  let bytes = 0;

  const isFull = (): boolean => messages >= MAX_UNACKNOWLEDGED || bytes >= MAX_UNACKNOWLEDGED_BYTES;

  async function work(packet: IPublishPacket): Promise<boolean> {
    const { length } = packet.payload;
    messages += 1;
    bytes += length;
    try {
      return await handle(packet);
    } finally {
      messages -= 1;
      bytes -= length;
      while (waiting.length > 0 && !isFull()) waiting.shift()!();
    }
  }

  const goOn = (next: () => void): void => {
    if (isFull()) waiting.push(next);
    else next();
  };

  client.on('close', () => {
    // After a reconnect, the broker repeats unacknowledged messages.
    connection += 1;
    stored.clear();
  });
  client.handleMessage = (packet, done) => {
    const working = work(packet);
    if (packet.qos > 0 && packet.messageId !== undefined) {
      stored.set(packet.messageId, working);
      done();
    } else goOn(() => done());
  };
  inner._sendPacket = (packet, done, ...rest) => {
    const { cmd, messageId = 0 } = packet;
    const working = cmd === 'puback' ? stored.get(messageId) : undefined;
    if (!working) return send(packet, done, ...rest);
    const begunIn = connection;
    working.then(
      (isStored) => {
        if (begunIn !== connection) return;
        stored.delete(messageId);
        if (isStored) send(packet, undefined, ...rest);
      },
      () => {},
    );
    goOn(() => done?.());
  };
}
