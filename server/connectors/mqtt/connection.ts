/**
 * Serves a connection to the built-in listener, from its first byte to its end: MQTT 3.1, 3.1.1 and 5. The pure
 * functions of `session.ts` make the decisions, and this module carries out their effects.
 */
import type { Socket } from 'node:net';
import { generate, type IConnectPacket, type Packet } from 'mqtt-packet';
import { createFlow } from './flow.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { receiptOf, welcome } from './packets/answers.ts';
import { CODE, type Code, MqttError } from './packets/codes.ts';
import { createOutgoing, type Outgoing } from './packets/outgoing.ts';
import { createWriter } from './packets/wire.ts';
import {
  admit,
  type Effect,
  endSession,
  handlePacket,
  judgeSession,
  refuseSession,
  type Step,
  startSession,
  type Will,
} from './session.ts';
import type { Connection, ConnectionParts, Guest } from './signedInClient.ts';

/** The functions that carry out the effects of a session. */
interface Hands {
  write(packet: Packet): void;
  signIn(packet: IConnectPacket): Promise<void>;
  close(will: Will | null): void;
  inbox: Inbox;
  outgoing: Outgoing | null;
}

function carryOut(effect: Effect, { write, signIn, close, inbox, outgoing }: Hands): void {
  if (effect.do === 'signIn') void signIn(effect.packet);
  else if (effect.do === 'write') write(effect.packet);
  else if (effect.do === 'acknowledge') outgoing?.acknowledged(effect.messageId);
  else if (effect.do === 'release') inbox.release(effect.messageId);
  else if (effect.do === 'changeTopics') write(outgoing!.change(effect.packet));
  else close(effect.will);
}

/** Finds the client that signs in. Null if the database is unavailable. */
const findGuest = (parts: ConnectionParts, packet: IConnectPacket): Promise<Guest | Code | null> =>
  parts.signIn(packet).catch((error: Error) => {
    parts.failed(error);
    return null;
  });

export function createConnection(socket: Socket, parts: ConnectionParts): Connection {
  const writeBytes = createWriter(socket);
  let session = startSession(performance.now());
  let guest: Guest | null = null;
  let outgoing: Outgoing | null = null;

  const write = (packet: Packet): void => writeBytes(generate(packet, { protocolVersion: session.version }));
  const end = (code: Code | null): void => apply(endSession(session, code, performance.now()));
  const fail = (error: unknown): void => {
    parts.failed(error as Error);
    end(error instanceof MqttError ? error.code : CODE.failed);
  };
  const inbox = createInbox({
    take: (topic, payload) => guest!.take(topic, payload),
    acknowledge: (...args) => session.phase !== 'ended' && write(receiptOf(session.version, ...args)),
    fail,
  });

  function apply(step: Step): void {
    session = step.session;
    for (const effect of step.effects) carryOut(effect, { write, signIn, close, inbox, outgoing });
  }

  async function signIn(packet: IConnectPacket): Promise<void> {
    const who = await findGuest(parts, packet);
    if (session.phase !== 'signingIn') return;
    // Some clients never reconnect after a refused sign-in, but all clients reconnect after a broken connection.
    if (who === null) end(null);
    else if (typeof who === 'number') apply(refuseSession(session, who, performance.now()));
    else open(packet, who);
  }

  function open(packet: IConnectPacket, who: Guest): void {
    guest = who;
    session = admit(session, packet);
    outgoing = createOutgoing({ version: session.version, isDevice: who.isDevice }, packet, writeBytes);
    who.opened(connection);
    write(welcome(session.version, packet, who.key));
    flow.goOn();
  }

  function close(will: Will | null): void {
    flow.stop();
    // Closes the socket after all data of this turn is written.
    process.nextTick(() => socket.destroySoon());
    guest?.closed();
    if (will) guest?.take(will.topic, Buffer.from(will.payload)).catch(parts.failed);
  }

  const flow = createFlow(parts.budgets, socket, {
    isHeld: () => session.phase === 'signingIn' || inbox.isFull(),
    isAdmitted: () => session.phase === 'open',
    tooLarge() {
      guest?.tooLarge();
      end(CODE.tooLarge);
    },
    packet(packet, leave) {
      if (packet.cmd === 'publish' && session.phase === 'open') inbox.hear(packet, leave);
      else {
        leave();
        apply(handlePacket(session, packet, performance.now()));
      }
    },
    fail,
  });
  socket.on('error', parts.failed);
  socket.once('close', () => end(null));

  const connection: Connection = {
    hears: (topic) => outgoing?.hears(topic) === true,
    send: (message) => session.phase === 'open' && outgoing?.send(message) === true,
    end,
    check(now) {
      const verdict = judgeSession(session, flow, now);
      if (verdict === 'destroy') socket.destroy();
      else if (verdict !== null) end(verdict);
    },
  };
  return connection;
}
