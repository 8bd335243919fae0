import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTable } from '../../support/calls/held.ts';
import { commandOf, countPoints, withCheck } from '../../support/calls/world.ts';
import { listenMqtt } from '../../support/devices/listenMqtt.ts';
import { CONNECT, type RawMqtt, rawMqtt } from '../../support/devices/rawMqtt.ts';
import { needs } from '../../support/server/needs.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite, sendTelemetry } from '../../support/telemetry/telemetry.ts';

const TOPIC = 'v1/devices/me/telemetry';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  const site = { tenantId: 1, station: 's1', zone: 'UTC' };
  for (const device of ['a', 'b'])
    await seedSite(server, {
      ...site,
      device,
      token: `token-${device}`,
      variables: [{ code: 'kw', writable: true }],
    });
});

afterAll(() => server?.stop());

function findPublisher(): string | null {
  try {
    return execFileSync('sh', ['-c', 'command -v mosquitto_pub']).toString().trim() || null;
  } catch {
    return null;
  }
}

async function open(options: Partial<IConnectPacket> = {}): Promise<RawMqtt> {
  const raw = rawMqtt(server.mqttPort, options.protocolVersion ?? 5);
  raw.send({ ...CONNECT, username: 'token-a', ...options });
  return raw;
}

const publish = (messageId: number, more: Partial<IPublishPacket> = {}): IPublishPacket => ({
  ...{ cmd: 'publish', topic: TOPIC, payload: '{"kw": 1}', qos: 1, messageId, dup: false, retain: false },
  ...more,
});

const count = (sn: string) => countPoints(server, sn);

describe('MQTT 5', () => {
  it('sends its limits at sign-in, and assigns a missing client id', async () => {
    const raw = await open();
    expect(await raw.next('connack')).toMatchObject({
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        receiveMaximum: 100,
        maximumPacketSize: 1024 * 1024,
        topicAliasMaximum: 16,
        sessionExpiryInterval: 0,
        assignedClientIdentifier: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
    raw.close();
  });

  it('refuses a wrong token by 0x86, and by 4 in 3.1.1, without the token', async () => {
    const five = await open({ username: 'secret-token' });
    expect(await five.next('connack')).toMatchObject({ reasonCode: 0x86 });
    await five.ended;
    const four = await open({ username: 'secret-token', protocolVersion: 4 });
    expect(await four.next('connack')).toMatchObject({ returnCode: 4 });
    await four.ended;
    expect(JSON.stringify([five.answers, four.answers])).not.toContain('secret');
  });

  it('refuses a filter for other devices with 0x87, and accepts the filters beside it', async () => {
    const raw = await open();
    const filters = [
      '#',
      TOPIC,
      'v1/devices/me/rpc/request/+',
      '$share/g/v1/devices/me/attributes',
      'v1/devices/+/rpc/request/1',
    ];
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: filters.map((topic) => ({ topic, qos: 2 })) });
    expect((await raw.next('suback')).granted).toEqual([0x87, 0x87, 1, 0x87, 0x87]);
    raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['v1/devices/me/rpc/request/+', 'none'] });
    expect((await raw.next('unsuback')).granted).toEqual([0, 0x11]);
    raw.close();
  });

  it('supports topic aliases, and disconnects a sender with an unknown alias', async () => {
    const raw = await open();
    raw.send(publish(1, { properties: { topicAlias: 16 } }));
    expect(await raw.next('puback')).toMatchObject({ messageId: 1, reasonCode: 0 });
    const before = await count('a-kw');
    raw.send(
      publish(2, {
        topic: '',
        properties: { topicAlias: 16 },
        payload: '{"ts": 1700000000000, "values": {"kw": 2}}',
      }),
    );
    expect(await raw.next('puback')).toMatchObject({ messageId: 2 });
    expect(await count('a-kw')).toBe(before + 1);
    raw.send(publish(3, { topic: '', properties: { topicAlias: 2 } }));
    expect(await raw.next('disconnect')).toMatchObject({ reasonCode: 0x94 });
    await raw.ended;
    const beyond = await open();
    beyond.send(publish(1, { properties: { topicAlias: 17 } }));
    expect(await beyond.next('disconnect')).toMatchObject({ reasonCode: 0x94 });
  });

  it('refuses unreadable messages with 0x99, and continues', async () => {
    const raw = await open();
    raw.send(publish(1, { payload: 'no json' }), publish(2));
    expect(await raw.next('puback')).toMatchObject({ messageId: 1, reasonCode: 0x99 });
    expect(await raw.next('puback')).toMatchObject({ messageId: 2, reasonCode: 0 });
    raw.close();
  });

  it('stores a message of QoS 2 once, however often it is sent before its release', async () => {
    const raw = await open();
    const before = await count('a-kw');
    const message = publish(7, { qos: 2, payload: '{"ts": 1700000001000, "values": {"kw": 2}}' });
    raw.send(message);
    expect(await raw.next('pubrec')).toMatchObject({ messageId: 7 });
    raw.send({ ...message, dup: true, payload: '{"ts": 1700000002000, "values": {"kw": 2}}' });
    expect(await raw.next('pubrec')).toMatchObject({ messageId: 7 });
    raw.send({ cmd: 'pubrel', messageId: 7 });
    expect(await raw.next('pubcomp')).toMatchObject({ messageId: 7 });
    expect(await count('a-kw')).toBe(before + 1);
    raw.close();
  });

  it('ends only the earlier connection of the same device and client id, with 0x8e', async () => {
    const first = await open({ clientId: 'twin' });
    await first.next('connack');
    const other = await open({ clientId: 'twin', username: 'token-b' });
    await other.next('connack');
    const second = await open({ clientId: 'twin' });
    expect(await first.next('disconnect')).toMatchObject({ reasonCode: 0x8e });
    await first.ended;
    for (const raw of [second, other]) {
      raw.send({ cmd: 'pingreq' });
      await raw.next('pingresp');
      raw.close();
    }
  });

  it('ends a connection with 0x95 for too large packets, and with 0x81 for invalid packets', async () => {
    const large = await open();
    await large.next('connack');
    large.socket.write(Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]));
    expect(await large.next('disconnect')).toMatchObject({ reasonCode: 0x95 });
    await large.ended;
    const broken = await open();
    await broken.next('connack');
    broken.socket.write(Buffer.from([0x32, 0x03, 0xff, 0xff, 0x01]));
    expect(await broken.next('disconnect')).toMatchObject({ reasonCode: 0x81 });
    await broken.ended;
  });

  it('stores the will of a lost connection, but not after a clean disconnect', async () => {
    const will = (ts: number) => ({
      will: { topic: TOPIC, payload: JSON.stringify({ ts, values: { kw: 0 } }), qos: 1 as const },
    });
    const before = await count('a-kw');
    const polite = await open(will(1_700_000_010_000));
    await polite.next('connack');
    polite.send({ cmd: 'disconnect', reasonCode: 0 });
    await polite.ended;
    const vanished = await open(will(1_700_000_011_000));
    await vanished.next('connack');
    vanished.close();
    await expect.poll(() => count('a-kw')).toBe(before + 1);
  });
});

const publisher = findPublisher();

describe(
  'mosquitto_pub',
  needs(publisher !== null, 'mosquitto_pub (apt-get install mosquitto-clients)'),
  () => {
    it.each(['mqttv5', 'mqttv311'])('sends values and attributes by %s', async (version) => {
      const before = await count('b-kw');
      const ts = version === 'mqttv5' ? 1_700_000_020_000 : 1_700_000_021_000;
      const options = [
        '-V',
        version,
        '-h',
        '127.0.0.1',
        '-p',
        String(server.mqttPort),
        '-u',
        'token-b',
        '-q',
        '1',
      ];
      for (const [topic, message] of [
        [TOPIC, JSON.stringify({ ts, values: { kw: 5 } })],
        ['v1/devices/me/attributes', JSON.stringify({ version })],
      ] as const)
        await promisify(execFile)(publisher!, [...options, '-t', topic, '-m', message]);
      expect(await count('b-kw')).toBe(before + 1);
      const { id } = await (await login(server)).call('deviceBySn', { path: { id: 'b' } });
      const attributes = await (await login(server)).call('deviceAttributes', { path: { id } });
      expect(attributes.filter(({ key }) => key === 'version')).toMatchObject([{ value: version }]);
    });
  },
);

describe('while the database fails', () => {
  it('acknowledges nothing and ends the connection with 0x83, so the sender keeps its message', async () => {
    const raw = await open();
    await raw.next('connack');
    await withCheck(server, 'points', 'value <> 77', async () => {
      const at = Date.now();
      raw.send(publish(1, { payload: JSON.stringify({ ts: at - 1000, values: { kw: 1 } }) }));
      expect(await raw.next('puback')).toMatchObject({ messageId: 1 });
      raw.send(publish(2, { payload: JSON.stringify({ ts: at, values: { kw: 77 } }) }));
      await raw.ended;
      expect(raw.answers).toEqual([expect.objectContaining({ cmd: 'disconnect', reasonCode: 0x83 })]);
    });
  });

  it('processes at most the announced number of messages of a sender, and finally accepts the others', async () => {
    const letGo = await holdTable(server, 'latest', 'exclusive');
    const raw = await open();
    await raw.next('connack');
    const before = await count('a-kw');
    const all = 300;
    for (let at = 1; at <= all; at += 1)
      raw.send(publish(at, { payload: JSON.stringify({ ts: 1_710_000_000_000 + at, values: { kw: at } }) }));
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
    };
    await expect.poll(() => metric('wattdeck_points_waiting')).toBe(100);
    await letGo();
    await expect.poll(() => raw.answers.length).toBe(all);
    expect(raw.answers.map((one) => one.messageId)).toEqual(Array.from({ length: all }, (_, at) => at + 1));
    expect(await count('a-kw')).toBe(before + all);
    raw.close();
  });
});

describe('messages to a device', () => {
  const RPC = 'v1/devices/me/rpc/request/+';
  async function command(value: number): Promise<number> {
    const admin = await login(server);
    await sendTelemetry(server.url, 'token-b', { kw: 1 });
    return (await admin.call('controlRequest', { body: { sn: 'b-kw', value } })).id;
  }
  const listen = async (properties: IConnectPacket['properties']): Promise<RawMqtt> => {
    const raw = await open({ username: 'token-b', ...(properties && { properties }) });
    await raw.next('connack');
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: RPC, qos: 1 }] });
    await raw.next('suback');
    return raw;
  };

  it('wait while the device has the maximum number of unacknowledged messages', async () => {
    const raw = await listen({ receiveMaximum: 1 });
    const first = await command(1);
    const second = await command(2);
    const sent = await raw.next('publish');
    expect(sent.topic).toBe(`v1/devices/me/rpc/request/${first}`);
    raw.send({ cmd: 'pingreq' });
    await raw.next('pingresp');
    expect(raw.answers).toEqual([]);
    raw.send({ cmd: 'puback', messageId: sent.messageId! });
    expect((await raw.next('publish')).topic).toBe(`v1/devices/me/rpc/request/${second}`);
    raw.close();
    await raw.ended;
  });

  it('are visibly refused if they are larger than the device accepts', async () => {
    const raw = await listen({ maximumPacketSize: 40 });
    const id = await command(3);
    await expect
      .poll(async () => {
        return (await commandOf(server, id)).state;
      })
      .toBe('rejected');
    expect(raw.answers).toEqual([]);
    raw.close();
  });

  it('are not sent after its token was renewed', async () => {
    const device = await listenMqtt(server.mqttPort, 'token-b', 5);
    await device.client.subscribeAsync(RPC, { qos: 1 });
    const admin = await login(server);
    const { id } = await admin.call('deviceBySn', { path: { id: 'b' } });
    await command(4);
    await expect.poll(() => device.messages.length).toBe(1);
    await admin.call('deviceTokenRenew', { path: { id } });
    const closed = new Promise<void>((done) => device.client.once('close', () => done()));
    await admin.call('controlRequest', { body: { sn: 'b-kw', value: 5 } });
    device.client.publish(TOPIC, '{"kw": 1}', { qos: 1 });
    await closed;
    expect(device.messages).toHaveLength(1);
  });
});
