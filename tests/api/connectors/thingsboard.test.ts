import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { flushRefusals } from '../../support/calls/inside.ts';
import { commandOf, readRows } from '../../support/calls/world.ts';
import { listenMqtt, type MqttListener } from '../../support/devices/listenMqtt.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const ME = 'v1/devices/me';
const GATEWAY = 'v1/gateway';
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  const site = { tenantId: TENANT, station: 's1', zone: 'UTC' };
  for (const device of ['a', 'b', 'h', 'behind', 'gw'])
    await seedSite(server, {
      ...site,
      device,
      token: `token-${device}`,
      variables: [{ code: 'kw', writable: true }],
      gateway: device === 'gw',
    });
  admin = await login(server);
});

afterAll(() => server?.stop());

const idOf = async (sn: string) => (await admin.call('deviceBySn', { path: { id: sn } })).id;

const attributesOf = async (sn: string) =>
  admin.call('deviceAttributes', { path: { id: await idOf(sn) } }) as Promise<
    { scope: string; key: string; value: unknown }[]
  >;

const setShared = async (sn: string, key: string, value: unknown) =>
  admin.call('deviceAttributeSet', {
    path: { id: await idOf(sn) },
    body: { scope: 'shared', key, value },
  });

async function refusals(): Promise<{ device_sn: string; key: string; reason: string }[]> {
  await flushRefusals(server);
  return readRows(server, 'telemetry_refusal', ['device_sn', 'key', 'reason']);
}

const connect = (username: string, version: 4 | 5) => listenMqtt(server.mqttPort, username, version);

/** Sends a command to the variable as a user does. The device is online because it has just sent a value. */
async function command(sn: string, value: number): Promise<{ id: number }> {
  const sent = await fetch(`${server.url}/api/v1/token-${sn}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"kw": 1}',
  });
  expect(sent.status).toBe(200);
  return admin.call('controlRequest', { body: { sn: `${sn}-kw`, value } }) as Promise<{ id: number }>;
}

const stateOf = (id: number) => commandOf(server, id);

describe.each([4, 5] as const)("a device that uses ThingsBoard's MQTT API %s", (version) => {
  let device: MqttListener;
  beforeAll(async () => {
    device = await connect('token-a', version);
    const granted = await device.client.subscribeAsync(
      [`${ME}/attributes`, `${ME}/attributes/response/+`, `${ME}/rpc/request/+`, `${ME}/rpc/response/+`],
      { qos: 1 },
    );
    expect(granted.map(({ qos }) => qos)).toEqual([1, 1, 1, 1]);
  });
  afterAll(() => device?.client.endAsync());

  it('requests the limits of its session, and the time', async () => {
    const limits = await device.ask(
      `${ME}/rpc/request/1`,
      { method: 'getSessionLimits', params: { timeout: 5000 } },
      `${ME}/rpc/response/1`,
    );
    const rates = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };
    expect(limits).toEqual({
      maxPayloadSize: 1024 * 1024,
      maxInflightMessages: 100,
      rateLimits: rates,
      gatewayRateLimits: rates,
    });
    const time = await device.ask(
      `${ME}/rpc/request/2`,
      { method: 'getCurrentTime' },
      `${ME}/rpc/response/2`,
    );
    expect(Math.abs((time as number) - Date.now())).toBeLessThan(60_000);
    const other = await device.ask(`${ME}/rpc/request/3`, { method: 'constructor' }, `${ME}/rpc/response/3`);
    expect(other).toEqual({ error: 'there is no method "constructor"' });
    expect(await refusals()).toContainEqual({ device_sn: 'a', key: 'constructor', reason: 'unknownMethod' });
  });

  it('reports attributes, requests shared attributes, and receives changes at once', async () => {
    const nested = { list: [1, { deep: true }] };
    await device.client.publishAsync(
      `${ME}/attributes`,
      JSON.stringify({ firmware: `1.${version}`, nested, 'bad\u0000key': 1 }),
      { qos: 1 },
    );
    expect(await attributesOf('a')).toEqual([
      expect.objectContaining({ scope: 'client', key: 'firmware', value: `1.${version}` }),
      expect.objectContaining({ scope: 'client', key: 'nested', value: nested }),
    ]);
    await setShared('a', 'rate', version);
    expect(await device.next(`${ME}/attributes`)).toEqual({ rate: version });
    const keys = { clientKeys: 'firmware,missing', sharedKeys: 'rate' };
    expect(await device.ask(`${ME}/attributes/request/7`, keys, `${ME}/attributes/response/7`)).toEqual({
      client: { firmware: `1.${version}` },
      shared: { rate: version },
    });
    expect(
      await device.ask(`${ME}/attributes/request/8`, { sharedKeys: 'rate' }, `${ME}/attributes/response/8`),
    ).toEqual({ shared: { rate: version } });
    expect(await device.ask(`${ME}/attributes/request/9`, {}, `${ME}/attributes/response/9`)).toEqual({
      client: { firmware: `1.${version}`, nested },
      shared: { rate: version },
    });
    await admin.call('deviceAttributeRemove', {
      path: { id: await idOf('a') },
      query: { scope: 'shared', key: 'rate' },
    });
    expect(await device.next(`${ME}/attributes`)).toEqual({ deleted: ['rate'] });
  });

  it('carries out a command, or reports that it does not', async () => {
    const { id } = await command('a', 5);
    expect(await device.next(`${ME}/rpc/request/${id}`)).toEqual({ method: 'setValue', params: { kw: 5 } });
    await device.client.publishAsync(`${ME}/rpc/response/${id}`, '{"success": true}', { qos: 1 });
    expect(await stateOf(id)).toEqual({ state: 'acknowledged', answer: '{"success": true}' });
    const second = await command('a', 6);
    await device.next(`${ME}/rpc/request/${second.id}`);
    await device.client.publishAsync(`${ME}/rpc/response/${second.id}`, '{"error": "hot"}', { qos: 1 });
    expect((await stateOf(second.id)).state).toBe('rejected');
  });

  it('stays connected whatever it sends: unknown messages are counted', async () => {
    for (const topic of [
      'v2/fw/request/1/chunk/0',
      `${ME}/nothing`,
      'other/topic',
      `${ME}/attributes/request/x`,
    ])
      await device.client.publishAsync(topic, '{}', { qos: 1 });
    for (const topic of [
      `${ME}/attributes`,
      `${ME}/attributes/request/4`,
      `${ME}/rpc/request/4`,
      `${ME}/claim`,
    ])
      await device.client.publishAsync(topic, 'no json', { qos: 1 }).catch((error: Error) => {
        // MQTT 5 senders receive the reason.
        expect(version).toBe(5);
        expect(error.message).toMatch(/payload format/i);
      });
    expect(device.client.connected).toBe(true);
    const noted = await refusals();
    for (const key of [
      'v2/fw/request/1/chunk/0',
      `${ME}/nothing`,
      'other/topic',
      `${ME}/attributes/request/x`,
    ])
      expect(noted).toContainEqual({ device_sn: 'a', key, reason: 'unknownTopic' });
    expect(noted).toContainEqual({ device_sn: 'a', key: '', reason: 'notJson' });
  });
});

describe.each([4, 5] as const)("a gateway that uses ThingsBoard's MQTT API %s", (version) => {
  let gateway: MqttListener;
  beforeAll(async () => {
    gateway = await connect('token-gw', version);
    await gateway.client.subscribeAsync(
      [`${GATEWAY}/attributes`, `${GATEWAY}/attributes/response`, `${GATEWAY}/rpc`],
      { qos: 1 },
    );
  });
  afterAll(() => gateway?.client.endAsync());
  const publish = (topic: string, message: unknown) =>
    gateway.client.publishAsync(`${GATEWAY}/${topic}`, JSON.stringify(message), { qos: 1 });

  it('represents its devices: connects them, sends and requests attributes, receives changes', async () => {
    await publish('connect', { device: 'behind', type: 'default' });
    await publish('attributes', { behind: { model: `m${version}` }, stranger: { model: 1 } });
    expect(await attributesOf('behind')).toContainEqual(
      expect.objectContaining({ scope: 'client', key: 'model', value: `m${version}` }),
    );
    expect(await refusals()).toContainEqual({ device_sn: 'stranger', key: '', reason: 'unknownDevice' });
    await setShared('behind', 'limit', version);
    expect(await gateway.next(`${GATEWAY}/attributes`)).toEqual({
      device: 'behind',
      data: { limit: version },
    });
    const answer = `${GATEWAY}/attributes/response`;
    const requestAttributes = (question: object) =>
      gateway.ask(`${GATEWAY}/attributes/request`, question, answer);
    expect(await requestAttributes({ id: 1, device: 'behind', client: true, key: 'model' })).toEqual({
      ...{ id: 1, device: 'behind', value: `m${version}` },
    });
    expect(
      await requestAttributes({ id: 2, device: 'behind', client: false, keys: ['limit', 'none'] }),
    ).toEqual({
      ...{ id: 2, device: 'behind', values: { limit: version } },
    });
  });

  it('forwards commands to its connected devices, and returns their answers', async () => {
    await publish('connect', { device: 'behind' });
    const { id } = await command('behind', 9);
    expect(await gateway.next(`${GATEWAY}/rpc`)).toEqual({
      device: 'behind',
      data: { id, method: 'setValue', params: { kw: 9 } },
    });
    await publish('rpc', { device: 'behind', id, data: { success: true } });
    expect(await stateOf(id)).toEqual({ state: 'acknowledged', answer: '{"success":true}' });
    await publish('disconnect', { device: 'behind' });
    await command('behind', 10);
    await publish('telemetry', { behind: [{ ts: 1_790_000_000_000 + version, values: { kw: 1 } }] });
    const third = await command('behind', 11);
    // The command in between was not sent, because the gateway had disconnected the device. A new value connects it
    // again.
    expect(await gateway.next(`${GATEWAY}/rpc`)).toMatchObject({ data: { id: third.id } });
  });

  it('cannot represent devices of another station, and a plain device cannot represent any', async () => {
    await seedSite(server, {
      ...{ tenantId: TENANT, station: `far${version}`, zone: 'UTC' },
      ...{ device: `far-device${version}`, token: `token-far${version}` },
    });
    await publish('attributes', { [`far-device${version}`]: { stolen: 1 } });
    expect(await attributesOf(`far-device${version}`)).toEqual([]);
    const plain = await connect('token-b', version);
    await plain.client
      .publishAsync(`${GATEWAY}/attributes`, '{"behind": {"stolen": 1}}', { qos: 1 })
      .catch((error: Error) => expect(error.message).toMatch(/not authorized/i));
    expect(plain.client.connected).toBe(true);
    expect((await attributesOf('behind')).map(({ key }) => key)).not.toContain('stolen');
    expect(await refusals()).toContainEqual({ device_sn: 'b', key: '', reason: 'notAGateway' });
    await plain.client.endAsync();
  });
});

describe("a device that uses ThingsBoard's HTTP API", () => {
  const send = (path: string, body?: unknown): Promise<Response> =>
    fetch(`${server.url}/api/v1/token-h/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });

  it('sends and requests attributes, and waits for a change', async () => {
    expect((await send('attributes', { firmware: '2.0' })).status).toBe(200);
    await setShared('h', 'rate', 3);
    expect(await (await send('attributes?clientKeys=firmware&sharedKeys=rate')).json()).toEqual({
      client: { firmware: '2.0' },
      shared: { rate: 3 },
    });
    expect(await (await send('attributes?sharedKeys=rate')).json()).toEqual({ shared: { rate: 3 } });
    expect((await send('attributes/updates?timeout=50')).status).toBe(408);
    let answer: unknown = null;
    const waiting = send('attributes/updates?timeout=20000').then(async (response) => {
      answer = await response.json();
    });
    let rate = 3;
    await expect
      .poll(async () => {
        // Repeats the change until the pending request receives it.
        if (answer === null) await setShared('h', 'rate', ++rate);
        return answer;
      })
      .toEqual({ rate: expect.any(Number) });
    await waiting;
    expect((await send('attributes', [1])).status).toBe(400);
    const wrong = await fetch(`${server.url}/api/v1/nobody/attributes`);
    expect(wrong.status).toBe(401);
  });

  it('waits for a command, receives it once, and answers', async () => {
    expect((await send('rpc?timeout=50')).status).toBe(408);
    const waiting = send('rpc?timeout=20000');
    const { id } = await command('h', 4);
    expect(await (await waiting).json()).toEqual({ id, method: 'setValue', params: { kw: 4 } });
    expect((await send('rpc?timeout=50')).status).toBe(408);
    expect((await send(`rpc/${id}`, { success: true })).status).toBe(200);
    expect(await stateOf(id)).toEqual({ state: 'acknowledged', answer: '{"success":true}' });
    expect(await (await send('rpc', { method: 'getCurrentTime' })).json()).toEqual(expect.any(Number));
  });
});

describe('attributes', () => {
  it('are limited in number, size and depth, even for parallel requests', async () => {
    const device = await connect('token-b', 5);
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${from + at}`, at]));
    const sent = await Promise.allSettled(
      [0, 120].map((from) =>
        device.client.publishAsync(`${ME}/attributes`, JSON.stringify(many(from)), { qos: 1 }),
      ),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await attributesOf('b')).toHaveLength(120);
    expect(await refusals()).toContainEqual({ device_sn: 'b', key: '', reason: 'attributesFull' });
    const deep = `{"deep": ${'['.repeat(10_000)}${']'.repeat(10_000)}, "long": "${'x'.repeat(20_000)}", "good": 1}`;
    await device.client.publishAsync(`${ME}/attributes`, deep, { qos: 1 });
    expect((await attributesOf('b')).filter(({ key }) => !key.startsWith('k'))).toEqual([
      expect.objectContaining({ key: 'good', value: 1 }),
    ]);
    await device.client.endAsync();
  });

  it('of a device are set with the permission; if impossible, the reason is returned', async () => {
    await expect(setShared('a', 'x', null)).rejects.toMatchObject({ status: 400 });
    await expect(
      admin.call('deviceAttributeRemove', {
        path: { id: await idOf('a') },
        query: { scope: 'shared', key: 'nothing' },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
