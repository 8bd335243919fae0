import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdTable } from '../../support/calls/held.ts';
import {
  type MqttLink,
  otherTelemetry,
  startOwnListener,
  startOwnMqtt,
  type Telemetry,
} from '../../support/calls/inside.ts';
import { countPoints, deleteRows, readRows, runSql } from '../../support/calls/world.ts';
import { findMosquitto, startMosquitto } from '../../support/devices/mosquitto.ts';
import { needs } from '../../support/server/needs.ts';
import { freePort } from '../../support/server/port.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const TOPIC = 'v1/devices/me/telemetry';
const BASE = Date.UTC(2026, 5, 1);
const CAPACITY = 500;

let server: TestServer;
/** A second telemetry service with a small queue. */
let telemetry: Telemetry;

beforeAll(async () => {
  server = await startServer();
  const site = { tenantId: TENANT, station: 's1', zone: 'UTC' };
  for (const device of ['a', 'b', 'gw'])
    await seedSite(server, {
      ...site,
      device,
      token: `token-${device}`,
      variables: [{ code: 'kw' }],
      gateway: device === 'gw',
    });
  telemetry = otherTelemetry(server, { capacity: CAPACITY, batchSize: 200 });
});

afterAll(async () => {
  await telemetry?.close();
  await server?.stop();
});

const count = (sn: string) => countPoints(server, sn);
/** Blocks the database until the returned function is called. */
const lockDatabase = () => holdTable(server, 'latest', 'exclusive');

const message = (at: number, values: number): string =>
  JSON.stringify(
    Array.from({ length: values }, (_, one) => ({
      ts: BASE + (at * values + one) * 1000,
      values: { kw: one },
    })),
  );

describe('our listener, while the database is blocked', () => {
  let link: MqttLink;
  beforeAll(async () => {
    link = await startOwnMqtt(server, { mqttPort: 0 }, { telemetry });
  });
  afterAll(() => link?.close());
  const connect = (username: string): Promise<MqttClient> =>
    connectAsync(`mqtt://127.0.0.1:${link.port}`, { username, reconnectPeriod: 0 }, false);

  it('stops reading from its senders, limits its queue, and finally stores all messages', async () => {
    const unlock = await lockDatabase();
    const device = await connect('token-a');
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, telemetry.waiting());
    }, 1);
    const messages = 600;
    const padding = ' '.repeat(60_000);
    let acknowledged = 0;
    const sent = Promise.all(
      Array.from({ length: messages }, async (_, at) => {
        await device.publishAsync(TOPIC, message(at, 5) + padding, { qos: 1 });
        acknowledged += 1;
      }),
    );
    let left = -1;
    const isStill = (): boolean => {
      const before = left;
      left = device.stream.writableLength;
      return left > 0 && left === before && peak > 0;
    };
    await expect.poll(isStill, { interval: 200 }).toBe(true);
    // The buffers of two sockets are far smaller than 36 megabytes, so the rest remains at the sender.
    expect(device.stream.writableLength).toBeGreaterThan(2_000_000);
    expect(acknowledged).toBe(0);
    await unlock();
    await sent;
    clearInterval(watch);
    expect(await count('a-kw')).toBe(messages * 5);
    expect(peak).toBeLessThanOrEqual(CAPACITY);
    await device.endAsync();
  });

  it('stores the valid devices of a message beside one with a name that the database cannot store', async () => {
    const gateway = await connect('token-gw');
    const before = await count('b-kw');
    const value = { ts: BASE - 60_000, values: { kw: 1 } };
    const body = JSON.stringify({ 'dev\u0000x': { kw: 1 }, 'half\ud83d': { kw: 1 }, b: [value] });
    await gateway.publishAsync('v1/gateway/telemetry', body, { qos: 1 });
    expect(await count('b-kw')).toBe(before + 1);
    await telemetry.refusals.flush();
    const rows = await runSql(
      server,
      'delete from telemetry_refusal returning device_sn, reason, occurrences::int',
    );
    expect(rows).toEqual([
      { device_sn: 'dev x', reason: 'unknownDevice', occurrences: 1 },
      { device_sn: 'half\uFFFD', reason: 'unknownDevice', occurrences: 1 },
    ]);
    await deleteRows(server, 'points');
    await gateway.endAsync();
  });

  it('accepts messages that a gateway sends for its devices', async () => {
    const gateway = await connect('token-gw');
    const listReceived = async () => {
      await telemetry.heard.flush();
      const rows = await readRows<{ heard_at: string }>(server, 'device_heard', ['heard_at']);
      return rows.map(({ heard_at }) => Date.parse(heard_at));
    };
    const before = Date.now();
    await gateway.publishAsync('v1/gateway/connect', '{"device": "b"}', { qos: 1 });
    const [connected = 0] = await listReceived();
    expect(connected).toBeGreaterThanOrEqual(before);
    const body = JSON.stringify({ b: [{ ts: BASE, values: { kw: 1 } }], stranger: { kw: 2 } });
    await gateway.publishAsync('v1/gateway/telemetry', body, { qos: 1 });
    expect(await count('b-kw')).toBe(1);
    expect((await listReceived())[0]).toBeGreaterThan(connected);
    const device = await connect('token-a');
    await device.publishAsync('v1/devices/me/attributes', '{}', { qos: 1 });
    await device.publishAsync('v1/gateway/telemetry', body, { qos: 1 });
    await telemetry.refusals.flush();
    const rows = await readRows(server, 'telemetry_refusal', ['device_sn', 'sender', 'reason']);
    expect(rows.sort((one, other) => String(one.reason).localeCompare(String(other.reason)))).toEqual([
      { device_sn: 'a', sender: 'a', reason: 'notAGateway' },
      { device_sn: 'stranger', sender: 'gw', reason: 'unknownDevice' },
    ]);
    expect(await listReceived()).toHaveLength(1);
    await Promise.all([gateway.endAsync(), device.endAsync()]);
  });
});

describe('our listener with a small buffer', () => {
  const LARGE = 500_000;
  const CONNECTIONS = 12;
  let link: MqttLink;
  beforeAll(async () => {
    link = await startOwnListener(server, 2_000_000, { telemetry });
  });
  afterAll(() => link?.close());

  it('reads large messages while the buffer has room, and finally all of them', async () => {
    const unlock = await lockDatabase();
    const before = await count('a-kw');
    const devices = await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        connectAsync(`mqtt://127.0.0.1:${link.port}`, { username: 'token-a', reconnectPeriod: 0 }, false),
      ),
    );
    const sent = Promise.all(
      devices.map((device, at) =>
        device.publishAsync(TOPIC, message(20_000 + at, 5) + ' '.repeat(LARGE), { qos: 1 }),
      ),
    );
    const room = async (): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^wattdeck_mqtt_bytes_waiting (\d+)/m.exec(text)?.[1]);
    };
    await expect.poll(room).toBeGreaterThan(1_400_000);
    for (let look = 0; look < 10; look += 1) expect(await room()).toBeLessThanOrEqual(2_000_000);
    await unlock();
    await sent;
    expect(await count('a-kw')).toBe(before + CONNECTIONS * 5);
    expect(await room()).toBe(0);
    await Promise.all(devices.map((device) => device.endAsync()));
  });
});

const mosquitto = findMosquitto();

describe('an existing broker with several processes', needs(mosquitto !== null, 'mosquitto'), () => {
  let folder: string;
  let broker: ChildProcess;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wattdeck-test-'));
    port = await freePort();
    broker = await startMosquitto(mosquitto!, folder, port);
  });
  afterAll(async () => {
    broker?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const bridge = (own: Telemetry, process: string, mqttShared = true): Promise<MqttLink> =>
    startOwnMqtt(
      server,
      { dataDir: process, mqttUrl: `mqtt://127.0.0.1:${port}`, mqttShared },
      { telemetry: own },
    );

  it('sends each message to one of them, which acknowledges it after it is on disk', async () => {
    const before = await count('b-kw');
    const counts = [0, 0];
    const counting = (at: number): Telemetry => ({
      ...telemetry,
      receive: async (...args) => {
        counts[at]! += 1;
        return telemetry.receive(...args);
      },
    });
    const bridges = [await bridge(counting(0), 'one'), await bridge(counting(1), 'two')];
    const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {}, false);
    await Promise.all(
      Array.from({ length: 400 }, (_, at) =>
        device.publishAsync('v1/devices/token-b/telemetry', message(1_000 + at, 2), { qos: 1 }),
      ),
    );
    await device.publishAsync('v1/gateway/token-gw/telemetry', `{"b": ${message(5_000, 1)}}`, { qos: 1 });
    await expect.poll(() => count('b-kw')).toBe(before + 801);
    expect(counts[0]! + counts[1]!).toBe(400);
    expect(Math.min(...counts)).toBeGreaterThan(50);
    for (const one of bridges) await one.close();
    await device.endAsync();
  });

  it('redelivers messages that a stopped process did not acknowledge', async () => {
    const unlock = await lockDatabase();
    const first = await bridge(telemetry, 'three', false);
    const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {}, false);
    const before = await count('a-kw');
    await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        device.publishAsync('v1/devices/token-a/telemetry', message(10_000 + at, 4), { qos: 1 }),
      ),
    );
    await expect.poll(() => telemetry.waiting()).toBeGreaterThan(0);
    const closed = first.close();
    await unlock();
    await closed;
    const again = await bridge(telemetry, 'three', false);
    await expect.poll(() => count('a-kw')).toBe(before + 1_200);
    await again.close();
    await device.endAsync();
  });
});
