/** One connection to our own listener, from its first byte to its end: MQTT 3.1, 3.1.1 and 5. */
import type { Socket } from 'node:net';
import {
  parser as createParser,
  generate,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import { createAliases, MAX_ALIASES } from './aliases.ts';
import { CODE, type Code, MqttError, returnCode } from './codes.ts';
import { createFilters } from './filters.ts';
import { createFlow, type FlowBudgets, MAX_PACKET } from './flow.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Message } from './peers.ts';
import { createReceipts } from './receipts.ts';

/** Messages of one connection that are in work at a time; more are not read. */
export const RECEIVE_MAXIMUM = 100;
/** What a client takes when it says nothing. */
const ANY_PACKET = 0xfff_ffff;
const ANY_NUMBER = 0xffff;
const SIGN_IN_MS = 10_000;
/** What was said last has so long to get out. */
const LINGER_MS = 5_000;
const MS = 1_000;
/** By the standard a client is gone after one and a half times what it promised. */
const KEEP_ALIVE_FACTOR = 1.5;
/** A will after which a client may also end its connection in order. */
const DISCONNECT_WITH_WILL = 0x04;

/** What is known of who signed in, and what becomes of what it sends. */
export interface Guest {
  /** False: it asks for a token, and may do nothing else. */
  isDevice: boolean;
  /** Its connections with the same key end each other. */
  key: string;
  /** Answers the reason code of what needs no repeating; rejects when it should be sent again, or nothing more may be. */
  take(topic: string, payload: Buffer): Promise<Code>;
  /** A packet was cut off at its announcement. */
  tooLarge(): void;
  opened(connection: Connection): void;
  closed(): void;
}

export interface Connection {
  hears(topic: string): boolean;
  send(message: Message): boolean;
  end(code: Code): void;
  /** Ends it where its time is over; `now` in milliseconds, monotonic. */
  check(now: number): void;
}

export interface ConnectionParts {
  budgets: FlowBudgets;
  /** A code instead: it is not let in. */
  signIn(packet: IConnectPacket): Promise<Guest | Code>;
  failed(error: Error): void;
}

export function createConnection(socket: Socket, parts: ConnectionParts): Connection {
  const parser = createParser();
  const receipts = createReceipts();
  const topicOf = createAliases();
  /** Messages of QoS 2 that are stored and not yet released: they may come again. */
  const unreleased = new Set<number>();
  const openedAt = performance.now();
  let filters = createFilters(false);
  let state: 'new' | 'signingIn' | 'open' | 'ended' = 'new';
  let guest: Guest | null = null;
  let outbox: Outbox | null = null;
  let will: IConnectPacket['will'] | null = null;
  let version = 4;
  let keepAliveMs = 0;
  let endedAt = 0;
  /** Messages that are being taken. */
  let inWork = 0;
  let isCorked = false;

  /** What is said in one turn goes out together. */
  function writeBytes(bytes: Buffer): void {
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
  }
  const write = (packet: Packet): void => writeBytes(generate(packet, { protocolVersion: version }));

  function end(code: Code | null): void {
    if (state === 'ended') return;
    const wasOpen = state === 'open';
    state = 'ended';
    endedAt = performance.now();
    flow.stop();
    if (wasOpen && version === 5 && code !== null) write({ cmd: 'disconnect', reasonCode: code });
    // After what was written in this turn.
    process.nextTick(() => socket.destroySoon());
    guest?.closed();
    if (will && guest && code !== CODE.shuttingDown)
      guest.take(will.topic, Buffer.from(will.payload)).catch(parts.failed);
    will = null;
  }

  function fail(error: unknown): void {
    parts.failed(error as Error);
    end(error instanceof MqttError ? error.code : CODE.failed);
  }

  const parsed: { packet: Packet | null } = { packet: null };
  parser.on('packet', (packet) => {
    parsed.packet = packet;
  });
  parser.on('error', () => {});

  function parse(bytes: Buffer): Packet {
    parsed.packet = null;
    try {
      parser.parse(bytes);
    } catch {
      // It reads past the end of some broken packets.
    }
    if (!parsed.packet) throw new MqttError(CODE.malformed, 'a packet cannot be read');
    return parsed.packet;
  }

  function refuse(code: Code): void {
    write(
      version === 5
        ? { cmd: 'connack', sessionPresent: false, reasonCode: code }
        : { cmd: 'connack', sessionPresent: false, returnCode: returnCode(code) },
    );
    end(null);
  }

  function open(packet: IConnectPacket, who: Guest): void {
    guest = who;
    state = 'open';
    filters = createFilters(who.isDevice);
    will = packet.will ?? null;
    keepAliveMs = (packet.keepalive ?? 0) * MS * KEEP_ALIVE_FACTOR;
    const { receiveMaximum = ANY_NUMBER, maximumPacketSize = ANY_PACKET } = packet.properties ?? {};
    outbox = createOutbox({ version, receiveMaximum, maximumPacketSize }, writeBytes);
    who.opened(connection);
    if (version < 5) write({ cmd: 'connack', sessionPresent: false, returnCode: 0 });
    else
      write({
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
          ...(packet.clientId === '' && { assignedClientIdentifier: who.key.slice(-16) }),
        },
      });
    flow.goOn();
  }

  function connect(packet: IConnectPacket): void {
    state = 'signingIn';
    version = packet.protocolVersion ?? 4;
    parts.signIn(packet).then(
      (who) => {
        if (state !== 'signingIn') return;
        if (typeof who === 'number') refuse(who);
        else open(packet, who);
      },
      (error: Error) => {
        parts.failed(error);
        if (state === 'signingIn') refuse(CODE.unavailable);
      },
    );
  }

  /** What says that a message was taken; of QoS 0 nothing does. */
  function receipt(qos: number, messageId: number, code: Code): void {
    if (state === 'ended' || qos === 0) return;
    const reason = version === 5 && { reasonCode: code };
    if (qos === 2 && code !== CODE.success) unreleased.delete(messageId);
    write({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId, ...reason });
  }

  function publish(
    { topic, payload, properties, qos, messageId = 0 }: IPublishPacket,
    leave: () => void,
  ): void {
    const known = topicOf(topic, properties?.topicAlias);
    if (qos > 0 && messageId === 0) throw new MqttError(CODE.protocolError, 'a message without its number');
    if (qos === 2 && unreleased.has(messageId)) {
      leave();
      receipt(qos, messageId, CODE.success);
      return;
    }
    if (qos === 2) {
      if (unreleased.size >= RECEIVE_MAXIMUM)
        throw new MqttError(CODE.receiveMaximum, 'too many messages are not released');
      unreleased.add(messageId);
    }
    // What failed ends the connection in its turn: what came before it is acknowledged.
    const settle = qos > 0 ? receipts.open() : (send: () => void) => send();
    inWork += 1;
    guest!
      .take(known, payload as Buffer)
      .then(
        (code) => settle(() => receipt(qos, messageId, code)),
        (error) => settle(() => fail(error)),
      )
      .finally(() => {
        inWork -= 1;
        leave();
      });
  }

  function subscribe({ subscriptions, messageId = 0 }: ISubscribePacket): void {
    const refused = version === 5 ? CODE.notAuthorized : 0x80;
    const granted = subscriptions.map(({ topic, qos }) =>
      filters.add(topic, qos) ? Math.min(qos, 1) : refused,
    );
    write({ cmd: 'suback', messageId, granted });
  }

  function unsubscribe({ unsubscriptions, messageId = 0 }: IUnsubscribePacket): void {
    const NONE = 0x11;
    const granted = unsubscriptions.map((filter) => (filters.remove(filter) ? CODE.success : NONE));
    write({ cmd: 'unsuback', messageId, granted });
  }

  function disconnect(reasonCode: number | undefined): void {
    if (reasonCode !== DISCONNECT_WITH_WILL) will = null;
    end(null);
  }

  function handle(packet: Packet, leave: () => void): void {
    if (packet.cmd === 'publish' && state === 'open') {
      publish(packet, leave);
      return;
    }
    leave();
    if (state === 'ended') return;
    if ((packet.cmd === 'connect') !== (state === 'new'))
      throw new MqttError(CODE.protocolError, `${packet.cmd} at this place`);
    const { messageId = 0 } = packet;
    if (packet.cmd === 'connect') connect(packet);
    else if (packet.cmd === 'puback') outbox?.acknowledged(messageId);
    else if (packet.cmd === 'pubrel') {
      unreleased.delete(messageId);
      write({ cmd: 'pubcomp', messageId });
    } else if (packet.cmd === 'subscribe') subscribe(packet);
    else if (packet.cmd === 'unsubscribe') unsubscribe(packet);
    else if (packet.cmd === 'pingreq') write({ cmd: 'pingresp' });
    else if (packet.cmd === 'disconnect') disconnect(packet.reasonCode);
    else throw new MqttError(CODE.protocolError, `${packet.cmd} is not for us`);
  }

  const flow = createFlow(parts.budgets, socket, {
    isHeld: () => state === 'signingIn' || inWork >= RECEIVE_MAXIMUM,
    isAdmitted: () => state === 'open',
    malformed: () => fail(new MqttError(CODE.malformed, 'what was sent cannot be read')),
    tooLarge() {
      guest?.tooLarge();
      end(CODE.tooLarge);
    },
    packet(bytes, leave) {
      try {
        handle(parse(bytes), leave);
      } catch (error) {
        leave();
        fail(error);
      }
    },
  });

  socket.on('error', parts.failed);
  socket.once('close', () => end(null));

  const connection: Connection = {
    hears: (topic) => filters.qosOf(topic) !== null,
    send({ topic, payload }) {
      const qos = filters.qosOf(topic);
      return state === 'open' && qos !== null && outbox?.send(topic, payload, qos) === true;
    },
    end,
    check(now) {
      const isLate = state === 'ended' ? now - endedAt > LINGER_MS : now - openedAt > SIGN_IN_MS;
      if (state !== 'open') {
        if (isLate) socket.destroy();
        return;
      }
      if (keepAliveMs > 0 && flow.silence(now) > keepAliveMs) end(CODE.keepAlive);
      else if (flow.isStalled(now)) end(CODE.malformed);
    },
  };
  return connection;
}
