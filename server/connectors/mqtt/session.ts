/**
 * The states of a connection from its first packet to its end. Pure: each step returns the next session and its
 * effects, and uses no socket or clock. Times are in milliseconds, monotonic.
 */
import type {
  IConnectPacket,
  IDisconnectPacket,
  ISubscribePacket,
  IUnsubscribePacket,
  Packet,
} from 'mqtt-packet';
import { refusal } from './packets/answers.ts';
import { CODE, type Code, MqttError } from './packets/codes.ts';

const SIGN_IN_MS = 10_000;
/** Time for sending the last packets to a client, in milliseconds. */
const LINGER_MS = 5_000;
const MS = 1_000;
/** The standard defines that a client is gone after one and a half times its keep-alive interval. */
const KEEP_ALIVE_FACTOR = 1.5;
/** The client disconnects normally, but requests its will message. */
const DISCONNECT_WITH_WILL = 0x04;

export type Will = NonNullable<IConnectPacket['will']>;

export interface Session {
  phase: 'new' | 'signingIn' | 'open' | 'ended';
  /** The version of the protocol: 3, 4 or 5. */
  version: number;
  /** Maximum silence before the connection counts as dead. 0 if the client set no interval. */
  keepAliveMs: number;
  /** Message that is sent if the connection ends without a normal disconnect. */
  will: Will | null;
  openedAt: number;
  endedAt: number;
}

export type Effect =
  | { do: 'signIn'; packet: IConnectPacket }
  | { do: 'write'; packet: Packet }
  /** The client has received a message from the server. */
  | { do: 'acknowledge'; messageId: number }
  /** The client will not repeat a message of QoS 2. */
  | { do: 'release'; messageId: number }
  /** The client changes its subscriptions. */
  | { do: 'changeTopics'; packet: ISubscribePacket | IUnsubscribePacket }
  | { do: 'close'; will: Will | null };

export interface Step {
  session: Session;
  effects: readonly Effect[];
}

export const startSession = (now: number): Session => ({
  phase: 'new',
  version: 4,
  keepAliveMs: 0,
  will: null,
  openedAt: now,
  endedAt: 0,
});

/** `code` is sent to an MQTT 5 client as the reason. Null if the client knows the reason or must not know it. */
export function endSession(session: Session, code: Code | null, now: number): Step {
  if (session.phase === 'ended') return { session, effects: [] };
  const isTold = session.phase === 'open' && session.version === 5 && code !== null;
  const will = code === CODE.shuttingDown ? null : session.will;
  return {
    session: { ...session, phase: 'ended', will: null, endedAt: now },
    effects: [
      ...(isTold ? [{ do: 'write', packet: { cmd: 'disconnect', reasonCode: code } } as const] : []),
      { do: 'close', will },
    ],
  };
}

/** Refuses the sign-in and ends the session. */
export function refuseSession(session: Session, code: Code, now: number): Step {
  const { effects, ...ended } = endSession(session, null, now);
  return { ...ended, effects: [{ do: 'write', packet: refusal(session.version, code) }, ...effects] };
}

/** Opens the session after the sign-in. */
export const admit = (session: Session, packet: IConnectPacket): Session => ({
  ...session,
  phase: 'open',
  will: packet.will ?? null,
  keepAliveMs: (packet.keepalive ?? 0) * MS * KEEP_ALIVE_FACTOR,
});

function disconnect(session: Session, { reasonCode }: IDisconnectPacket, now: number): Step {
  const isInOrder = reasonCode !== DISCONNECT_WITH_WILL;
  return endSession(isInOrder ? { ...session, will: null } : session, null, now);
}

const doing = (session: Session, ...effects: Effect[]): Step => ({ session, effects });

/**
 * Handles any packet except a message of an open session. Throws an MqttError if the packet is not allowed in this
 * phase.
 */
export function handlePacket(session: Session, packet: Packet, now: number): Step {
  if (session.phase === 'ended') return doing(session);
  if ((packet.cmd === 'connect') !== (session.phase === 'new'))
    throw new MqttError(CODE.protocolError, `${packet.cmd} at this place`);
  const { messageId = 0 } = packet;
  switch (packet.cmd) {
    case 'connect': {
      const version = packet.protocolVersion ?? session.version;
      return doing({ ...session, phase: 'signingIn', version }, { do: 'signIn', packet });
    }
    case 'puback':
      return doing(session, { do: 'acknowledge', messageId });
    case 'pubrel': {
      const write: Effect = { do: 'write', packet: { cmd: 'pubcomp', messageId } };
      return doing(session, { do: 'release', messageId }, write);
    }
    case 'subscribe':
    case 'unsubscribe':
      return doing(session, { do: 'changeTopics', packet });
    case 'pingreq':
      return doing(session, { do: 'write', packet: { cmd: 'pingresp' } });
    case 'disconnect':
      return disconnect(session, packet, now);
    default:
      throw new MqttError(CODE.protocolError, `${packet.cmd} is not for us`);
  }
}

/**
 * Checks the time limits of a session. Returns a code with which it ends, or `destroy` if opening or closing took too
 * long.
 */
export function judgeSession(
  { phase, openedAt, endedAt, keepAliveMs }: Session,
  flow: { silence(now: number): number; isStalled(now: number): boolean },
  now: number,
): Code | 'destroy' | null {
  if (phase === 'ended') return now - endedAt > LINGER_MS ? 'destroy' : null;
  if (phase !== 'open') return now - openedAt > SIGN_IN_MS ? 'destroy' : null;
  if (keepAliveMs > 0 && flow.silence(now) > keepAliveMs) return CODE.keepAlive;
  return flow.isStalled(now) ? CODE.malformed : null;
}
