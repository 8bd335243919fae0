/**
 * Generates frames of all kinds with mutations: changed bits, cut and joined frames, and wrong lengths. The seed
 * determines all of them.
 */
import { generate, type Packet } from 'mqtt-packet';

/** Returns a small random generator that is determined by its seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const message = { qos: 1, messageId: 1, dup: false, retain: false } as const;

function examples(username: string, protocolVersion: 4 | 5): Buffer[] {
  const connect = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    clientId: 'f',
  } as const;
  const properties =
    protocolVersion === 5 ? { properties: { topicAlias: 3, userProperties: { a: 'b' } } } : {};
  const packets: Packet[] = [
    {
      ...connect,
      keepalive: 10,
      username,
      will: { topic: 'v1/devices/me/attributes', payload: '{}', qos: 1 },
    },
    { ...connect, keepalive: 10, username: 'provision' },
    {
      cmd: 'publish',
      topic: 'v1/devices/me/telemetry',
      payload: '{"ts": 1700000000000, "values": {"kw": 1}}',
      ...message,
      ...properties,
    },
    { cmd: 'publish', topic: 'v1/devices/me/attributes', payload: '{"a": [1, {"b": 2}]}', ...message },
    {
      cmd: 'publish',
      topic: 'v1/devices/me/attributes/request/1',
      payload: '{"sharedKeys": "a"}',
      ...message,
    },
    {
      cmd: 'publish',
      topic: 'v1/devices/me/rpc/request/1',
      payload: '{"method": "getSessionLimits"}',
      ...message,
    },
    { cmd: 'publish', topic: 'v1/devices/me/rpc/response/1', payload: '{}', ...message },
    { cmd: 'publish', topic: 'v1/gateway/telemetry', payload: '{"b": {"kw": 1}}', ...message, qos: 2 },
    { cmd: 'publish', topic: '/provision/request', payload: '{"deviceName": "x"}', ...message },
    { cmd: 'pubrel', messageId: 1 },
    { cmd: 'puback', messageId: 1 },
    { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/rpc/request/+', qos: 1 }] },
    { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['#'] },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ];
  return packets.map((packet) => generate(packet, { protocolVersion }));
}

export interface Fuzz {
  /** Generates the input of a connection: usually a valid sign-in, then some frames, most of them invalid. */
  stream(frames: number): Buffer[];
}

export function createFuzz(seed: number, username: string): Fuzz {
  const random = createRandom(seed);
  const all = [examples(username, 4), examples(username, 5)];

  function mutate(frame: Buffer, others: readonly Buffer[]): Buffer {
    const bytes = Buffer.from(frame);
    const at = random(bytes.length);
    const kind = random(7);
    if (kind === 0) bytes[at] = random(256);
    else if (kind === 1) bytes[at]! ^= 1 << random(8);
    else if (kind === 2) return bytes.subarray(0, at);
    else if (kind === 3) return Buffer.concat([bytes.subarray(0, at), others[random(others.length)]!]);
    else if (kind === 4) bytes[1] = random(256);
    else if (kind === 5) return Buffer.from(Array.from({ length: 1 + random(64) }, () => random(256)));
    return bytes;
  }

  return {
    stream(frames) {
      const own = all[random(2)]!;
      const first = random(10) === 0 ? mutate(own[0]!, own) : own[0]!;
      return [first, ...Array.from({ length: frames }, () => mutate(own[random(own.length)]!, own))];
    },
  };
}
