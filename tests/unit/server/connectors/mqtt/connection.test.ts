import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { parser as createParser, generate, type IConnectPacket, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from '../../../../../server/connectors/mqtt/connection.ts';
import { CODE, type Code } from '../../../../../server/connectors/mqtt/packets/codes.ts';
import { createFrames } from '../../../../../server/connectors/mqtt/packets/frames.ts';
import { createBudget } from '../../../../../server/connectors/mqtt/peers/byteBudget.ts';
import type { Guest } from '../../../../../server/connectors/mqtt/signedInClient.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const SECOND = 1_000;

/** Creates a socket whose other side the test controls. */
function createPipe() {
  const written: Buffer[] = [];
  const duplex = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(chunk as Buffer);
      done();
    },
  });
  const socket = Object.assign(duplex, { destroySoon: () => duplex.destroy() }) as unknown as Socket;
  return {
    socket,
    async hear(...packets: (Packet | Buffer)[]): Promise<void> {
      for (const one of packets)
        duplex.push(Buffer.isBuffer(one) ? one : generate(one, { protocolVersion: 5 }));
      await turn();
      await turn();
    },
    answers(): Packet[] {
      const found: Packet[] = [];
      const parser = createParser({ protocolVersion: 5 });
      parser.on('packet', (packet) => found.push(packet));
      parser.parse(Buffer.concat(written));
      return found;
    },
  };
}

const CONNECT: IConnectPacket = {
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true },
  ...{ clientId: 'c', keepalive: 10, username: 'token' },
};

function start(take: Guest['take'] = async () => CODE.success, room = 1_000_000) {
  const pipe = createPipe();
  const budgets = { messages: createBudget(room), signIns: createBudget(room) };
  const guest: Guest = {
    ...{ isDevice: true, key: 'k/c', take },
    ...{ tooLarge: () => {}, opened: () => {}, closed: () => {} },
  };
  const connection = createConnection(pipe.socket, { budgets, signIn: async () => guest, failed: () => {} });
  return { ...pipe, connection, budgets };
}

const message = (messageId: number, size = 10): Packet => ({
  ...{ cmd: 'publish', topic: 'v1/devices/me/telemetry', payload: ' '.repeat(size) },
  ...{ qos: 1, messageId, dup: false, retain: false },
});

it.each([4, 5] as const)(
  'breaks without a word while nobody can be looked up (version %s)',
  async (version) => {
    const pipe = createPipe();
    const budgets = { messages: createBudget(1_000_000), signIns: createBudget(1_000_000) };
    const signIn = () => Promise.reject(new Error('Connection terminated'));
    createConnection(pipe.socket, { budgets, signIn, failed: () => {} });
    await pipe.hear(generate({ ...CONNECT, protocolVersion: version }));
    expect(pipe.answers()).toEqual([]);
    expect(pipe.socket.destroyed).toBe(true);
  },
);

describe('an inactive connection', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is ended without a sign-in within ten seconds, also with an incomplete one', async () => {
    for (const begun of [null, generate(CONNECT).subarray(0, 7)]) {
      const { socket, hear, connection } = start();
      if (begun) await hear(begun);
      connection.check(performance.now() + 9 * SECOND);
      expect(socket.destroyed).toBe(false);
      connection.check(performance.now() + 11 * SECOND);
      expect(socket.destroyed).toBe(true);
    }
  });

  it('is ended after one and a half times its announced keep-alive', async () => {
    const { socket, hear, answers, connection } = start();
    await hear(CONNECT);
    connection.check(performance.now() + 14 * SECOND);
    expect(socket.destroyed).toBe(false);
    connection.check(performance.now() + 16 * SECOND);
    await turn();
    expect(answers().at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x8d });
    expect(socket.destroyed).toBe(true);
  });

  it('is ended if a packet arrives byte by byte and is never complete', async () => {
    const { socket, hear, answers, connection } = start();
    await hear({ ...CONNECT, keepalive: 0 });
    const bytes = generate(message(1), { protocolVersion: 5 });
    for (const byte of bytes.subarray(0, -1)) await hear(Buffer.from([byte]));
    connection.check(performance.now() + 59 * SECOND);
    expect(socket.destroyed).toBe(false);
    connection.check(performance.now() + 61 * SECOND);
    await turn();
    expect(answers().at(-1)).toMatchObject({ cmd: 'disconnect', reasonCode: 0x81 });
  });

  it('is kept while the server itself does not read', async () => {
    const { socket, hear, connection } = start(() => new Promise<Code>(() => {}), 1_000);
    await hear(CONNECT, message(1, 2_000), message(2), message(3));
    connection.check(performance.now() + 1_000 * SECOND);
    await turn();
    expect(socket.destroyed).toBe(false);
  });
});

describe('what a connection holds', () => {
  it('is released when the connection ends in the middle of a large message', async () => {
    const { socket, hear, budgets } = start();
    await hear(CONNECT, generate(message(1, 100_000), { protocolVersion: 5 }).subarray(0, 50_000));
    expect(budgets.messages.used()).toBeGreaterThan(100_000);
    socket.destroy();
    await turn();
    expect(budgets.messages.used()).toBe(0);
  });

  it('is acknowledged in the order of arrival, and nothing after a failure', async () => {
    const settle: { resolve(code: Code): void; reject(error: Error): void }[] = [];
    const { hear, answers } = start(
      () => new Promise<Code>((resolve, reject) => settle.push({ resolve, reject })),
    );
    await hear(CONNECT, message(1), message(2), message(3), message(4));
    settle[3]!.resolve(CODE.success);
    settle[1]!.resolve(CODE.success);
    settle[2]!.reject(new Error('the database is away'));
    await turn();
    expect(answers().filter(({ cmd }) => cmd === 'puback')).toEqual([]);
    settle[0]!.resolve(CODE.success);
    await turn();
    const [, ...rest] = answers();
    expect(rest).toEqual([
      expect.objectContaining({ cmd: 'puback', messageId: 1 }),
      expect.objectContaining({ cmd: 'puback', messageId: 2 }),
      expect.objectContaining({ cmd: 'disconnect', reasonCode: 0x83 }),
    ]);
  });
});

describe('frames', () => {
  it('are the same packets, wherever the stream is cut', () => {
    const packets = [0, 1, 127, 128, 300, 20_000].map((size) =>
      generate(message(1, size), { protocolVersion: 5 }),
    );
    const all = Buffer.concat(packets);
    for (const step of [1, 2, 3, 7, 1_000, all.length]) {
      const frames = createFrames();
      const found: Buffer[] = [];
      for (let at = 0; at < all.length; at += step) {
        frames.push(all.subarray(at, at + step));
        for (let next = frames.announced(); next && next !== 'malformed'; next = frames.announced()) {
          if (next.length > 16_384) frames.gather(next.total);
          const bytes = frames.take(next.total);
          if (!bytes) break;
          found.push(Buffer.from(bytes));
        }
      }
      expect(found.map((one) => one.equals(packets[found.indexOf(one)]!))).toEqual(packets.map(() => true));
      expect(frames.size()).toBe(0);
    }
  });

  it('are refused with an impossible length', () => {
    const frames = createFrames();
    frames.push(Buffer.from([0x30, 0xff, 0xff, 0xff]));
    expect(frames.announced()).toBe(null);
    frames.push(Buffer.from([0xff]));
    expect(frames.announced()).toBe('malformed');
  });
});
