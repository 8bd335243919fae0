/** Reads packets from bytes, and writes them to a socket. */
import type { Socket } from 'node:net';
import { parser as createParser, type Packet } from 'mqtt-packet';
import { CODE, MqttError } from './codes.ts';

/** Collects all data that is written in one turn of the event loop. Nothing is written to a closing socket. */
export function createWriter(socket: Socket): (bytes: Buffer) => void {
  let isCorked = false;
  return (bytes) => {
    if (socket.destroyed || socket.writableEnded) return;
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    socket.write(bytes);
  };
}

/** Returns a function that parses the bytes of one packet. It throws an MqttError for invalid bytes. */
export function createReader(): (bytes: Buffer) => Packet {
  const parser = createParser();
  const parsed: { packet: Packet | null } = { packet: null };
  parser.on('packet', (packet) => {
    parsed.packet = packet;
  });
  parser.on('error', () => {});
  return (bytes) => {
    parsed.packet = null;
    try {
      parser.parse(bytes);
    } catch {
      // The library reads past the end of some malformed packets and throws.
    }
    if (!parsed.packet) throw new MqttError(CODE.malformed, 'a packet cannot be read');
    return parsed.packet;
  };
}
