/** A connection to the platform's listener that sends any packets, and keeps the answers. */
import { createConnection, type Socket } from 'node:net';
import { parser as createParser, generate, type Packet } from 'mqtt-packet';
import { expect } from 'vitest';

export interface RawMqtt {
  socket: Socket;
  answers: Packet[];
  send(...packets: Packet[]): void;
  /** Removes and returns the next answer of this kind. */
  next<Cmd extends Packet['cmd']>(cmd: Cmd): Promise<Extract<Packet, { cmd: Cmd }>>;
  /** Resolves when the server has ended the connection. */
  ended: Promise<void>;
  close(): void;
}

export function rawMqtt(port: number, protocolVersion = 5): RawMqtt {
  const socket = createConnection(port, '127.0.0.1');
  const answers: Packet[] = [];
  const parser = createParser({ protocolVersion });
  parser.on('packet', (packet) => answers.push(packet));
  parser.on('error', () => {});
  socket.on('data', (chunk: Buffer) => void parser.parse(chunk));
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    socket,
    answers,
    ended,
    send(...packets) {
      socket.write(Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion }))));
    },
    async next<Cmd extends Packet['cmd']>(cmd: Cmd) {
      await expect.poll(() => answers.some((one) => one.cmd === cmd)).toBe(true);
      const [found] = answers.splice(
        answers.findIndex((one) => one.cmd === cmd),
        1,
      );
      return found as Extract<Packet, { cmd: Cmd }>;
    },
    close: () => void socket.destroy(),
  };
}

export const CONNECT = {
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 5,
  clean: true,
  keepalive: 0,
  clientId: '',
} as const;
