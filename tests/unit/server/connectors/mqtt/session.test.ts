import type { IConnectPacket } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../../server/connectors/mqtt/packets/codes.ts';
import { CONNECT as CONNECT_TYPE, PUBLISH } from '../../../../../server/connectors/mqtt/packets/frames.ts';
import { refuseAnnounced } from '../../../../../server/connectors/mqtt/packets/packets.ts';
import { isLate } from '../../../../../server/connectors/mqtt/peers/peerActivity.ts';
import {
  admit,
  endSession,
  handlePacket,
  judgeSession,
  type Session,
  startSession,
} from '../../../../../server/connectors/mqtt/session.ts';

const START = 1_000;
const SECOND = 1_000;
const WILL = { topic: 'v1/devices/me/telemetry', payload: Buffer.from('{}'), qos: 0, retain: false } as const;
const CONNECT: IConnectPacket = {
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true },
  ...{ clientId: 'c', keepalive: 10, will: WILL },
};
const listening = (silentMs: number, isStalled = false) => ({
  silence: () => silentMs,
  isStalled: () => isStalled,
});
const AWAKE = listening(0);
const signingIn = (packet = CONNECT): Session => handlePacket(startSession(START), packet, START).session;
const open = (packet = CONNECT): Session => admit(signingIn(packet), packet);

describe('a session', () => {
  it('begins with exactly one connect', () => {
    const { session, effects } = handlePacket(startSession(START), CONNECT, START);
    expect(session).toMatchObject({ phase: 'signingIn', version: 5 });
    expect(effects).toEqual([{ do: 'signIn', packet: CONNECT }]);
    expect(() => handlePacket(startSession(START), { cmd: 'pingreq' }, START)).toThrow(
      'pingreq at this place',
    );
    expect(() => handlePacket(open(), CONNECT, START)).toThrow('connect at this place');
  });

  it('follows its packets, and refuses packets for clients', () => {
    const effectsOf = (...[packet]: [Parameters<typeof handlePacket>[1]]) =>
      handlePacket(open(), packet, START).effects;
    expect(effectsOf({ cmd: 'pingreq' })).toEqual([{ do: 'write', packet: { cmd: 'pingresp' } }]);
    expect(effectsOf({ cmd: 'puback', messageId: 7 })).toEqual([{ do: 'acknowledge', messageId: 7 }]);
    expect(effectsOf({ cmd: 'pubrel', messageId: 8 })).toEqual([
      { do: 'release', messageId: 8 },
      { do: 'write', packet: { cmd: 'pubcomp', messageId: 8 } },
    ]);
    expect(() => effectsOf({ cmd: 'pingresp' })).toThrow('pingresp is not for us');
  });

  it('sends its will unless it disconnected, and never when the server ends', () => {
    const farewell = (reasonCode: number) =>
      handlePacket(open(), { cmd: 'disconnect', reasonCode }, START).effects;
    expect(farewell(0)).toEqual([{ do: 'close', will: null }]);
    expect(farewell(4)).toEqual([{ do: 'close', will: WILL }]);
    expect(endSession(open(), null, START).effects).toEqual([{ do: 'close', will: WILL }]);
    expect(endSession(open(), CODE.shuttingDown, START).effects.at(-1)).toEqual({ do: 'close', will: null });
  });

  it('gets its code in its version, and ends once', () => {
    const { session, effects } = endSession(open(), CODE.takenOver, START);
    expect(effects[0]).toEqual({ do: 'write', packet: { cmd: 'disconnect', reasonCode: CODE.takenOver } });
    expect(endSession(session, CODE.takenOver, START + 1)).toEqual({ session, effects: [] });
    expect(handlePacket(session, { cmd: 'pingreq' }, START + 1)).toEqual({ session, effects: [] });
    const old = open({ ...CONNECT, protocolVersion: 4 });
    expect(endSession(old, CODE.takenOver, START).effects).toEqual([{ do: 'close', will: WILL }]);
  });

  it('is judged by its phase', () => {
    expect(judgeSession(signingIn(), AWAKE, START + 10 * SECOND)).toBeNull();
    expect(judgeSession(signingIn(), AWAKE, START + 10 * SECOND + 1)).toBe('destroy');
    expect(judgeSession(open(), listening(15 * SECOND), START)).toBeNull();
    expect(judgeSession(open(), listening(15 * SECOND + 1), START)).toBe(CODE.keepAlive);
    const silent = open({ ...CONNECT, keepalive: 0 });
    expect(judgeSession(silent, listening(9_999 * SECOND), START)).toBeNull();
    expect(judgeSession(silent, listening(0, true), START)).toBe(CODE.malformed);
    const { session } = endSession(open(), null, START);
    expect(judgeSession(session, AWAKE, START + 5 * SECOND)).toBeNull();
    expect(judgeSession(session, AWAKE, START + 5 * SECOND + 1)).toBe('destroy');
  });
});

describe('what is read', () => {
  const announced = (type: number, length: number) => ({ type, length, total: length + 2 });

  it('is nothing before a sign-in, and nothing too large', () => {
    expect(refuseAnnounced('malformed', true)).toBe('malformed');
    expect(refuseAnnounced(announced(PUBLISH, 10), false)).toBe('malformed');
    expect(refuseAnnounced(announced(CONNECT_TYPE, 64 * 1024), false)).toBeNull();
    expect(refuseAnnounced(announced(CONNECT_TYPE, 64 * 1024 + 1), false)).toBe('tooLarge');
    expect(refuseAnnounced(announced(PUBLISH, 1024 * 1024), true)).toBeNull();
    expect(refuseAnnounced(announced(PUBLISH, 1024 * 1024 + 1), true)).toBe('tooLarge');
  });

  it('has a time by its length, but not while others wait for the buffer', () => {
    expect(isLate(START, 5_000, false, START + 64 * SECOND)).toBe(false);
    expect(isLate(START, 5_000, false, START + 66 * SECOND)).toBe(true);
    expect(isLate(START, 5_000, true, START + 61 * SECOND)).toBe(true);
  });
});
