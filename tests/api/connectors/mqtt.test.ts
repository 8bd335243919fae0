import { createConnection, type Socket } from 'node:net';
import { connectAsync, connect as connectNow, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOwnMqtt } from '../../support/calls/inside.ts';
import { storedPoints } from '../../support/calls/world.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const TOPIC = 'v1/devices/me/telemetry';
let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
  const site = { tenantId: TENANT, station: 's1', zone: 'UTC' };
  await seedSite(server, { ...site, device: 'a', token: 'token-a' });
  await seedSite(server, { ...site, device: 'b', token: 'token-b' });
});

afterAll(() => server?.stop());

const connect = (username: string, options: IClientOptions = {}): Promise<MqttClient> =>
  connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username, reconnectPeriod: 0, ...options }, false);

async function stored(sn: string): Promise<number[]> {
  return (await storedPoints(server, sn)).map(({ value }) => value);
}

describe('a device over MQTT', () => {
  it('gets PUBACK for QoS 1 when the values are on disk', async () => {
    const device = await connect('token-a');
    await device.publishAsync(TOPIC, JSON.stringify([{ ts: 1_790_000_000_000, values: { kw: 1.5 } }]), {
      qos: 1,
    });
    expect(await stored('a-kw')).toEqual([1.5]);
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const message = { ts: 1_790_000_001_000 + at, values: { kw: at } };
        return device.publishAsync(TOPIC, JSON.stringify(message), { qos: 1 });
      }),
    );
    expect(await stored('a-kw')).toHaveLength(201);
    await device.endAsync();
  });

  it('is not queued for a disconnected device: a command is valid only immediately', async () => {
    const options = { clientId: 'lasting', clean: false };
    const first = await connect('token-a', options);
    await first.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await first.endAsync(true);
    const again = connectNow(`mqtt://127.0.0.1:${server.mqttPort}`, {
      ...{ username: 'token-a', reconnectPeriod: 0 },
      ...options,
    });
    const { sessionPresent } = await new Promise<{ sessionPresent: boolean }>((done) =>
      again.once('connect', done),
    );
    expect(sessionPresent).toBe(false);
    await again.endAsync();
  });

  it('may use QoS 0', async () => {
    const device = await connect('token-b');
    await device.publishAsync(TOPIC, '{"kw": 3}', { qos: 0 });
    await expect.poll(() => stored('b-kw')).toEqual([3]);
    await device.endAsync();
  });

  it('is refused without a known token', async () => {
    await expect(connect('nobody')).rejects.toThrow(/not authorized|bad user/i);
    await expect(connect('')).rejects.toThrow();
  });

  it('gets an acknowledgement for an unreadable message, and can continue', async () => {
    const device = await connect('token-b');
    await device.publishAsync(TOPIC, 'not json', { qos: 1 });
    await device.publishAsync(TOPIC, '5', { qos: 1 });
    await device.publishAsync('v1/devices/me/attributes', '{"firmware": "1.2"}', { qos: 1 });
    await device.publishAsync(TOPIC, '{"after": 1}', { qos: 1 });
    expect(await stored('b-after')).toEqual([1]);
    await device.endAsync();
  });

  it('cannot subscribe to other devices, nor disconnect them with their client id', async () => {
    const spy = await connect('token-b', { clientId: 'same' });
    const victim = await connect('token-a', { clientId: 'same' });
    const received: string[] = [];
    spy.on('message', (topic) => received.push(topic));
    const granted = await spy
      .subscribeAsync(['#', TOPIC, 'v1/devices/me/rpc/request/+'], { qos: 1 })
      .catch(() => []);
    expect(
      granted.filter(({ topic, qos }) => topic !== 'v1/devices/me/rpc/request/+' && qos !== 128),
    ).toEqual([]);
    await victim.publishAsync(TOPIC, '{"secret": 1}', { qos: 1, retain: true });
    // Packets arrive in order. When this answer arrives, no earlier packet is missing.
    await spy.publishAsync(TOPIC, '{"seen": 1}', { qos: 1 });
    expect(received).toEqual([]);
    expect(spy.connected).toBe(true);
    await Promise.all([spy.endAsync(true), victim.endAsync(true)]);
  });

  it('is disconnected when it announces a packet of hundreds of megabytes', async () => {
    const socket = createConnection(server.mqttPort, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    // CONNECT with a remaining length of 256 MB.
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54]));
    await closed;
  });
});

describe('the listener', () => {
  it('reports in one sentence that its port is in use', async () => {
    await expect(startOwnMqtt(server, { mqttPort: server.mqttPort })).rejects.toThrow(
      `the MQTT port ${server.mqttPort} on 127.0.0.1 is already in use; set WATTDECK_MQTT_PORT to another`,
    );
  });
});

describe('an existing broker', () => {
  it('acknowledges messages of devices, identified by their token, after the commit', async () => {
    const { Aedes } = await import('aedes');
    const { createServer } = await import('node:net');
    const broker = await Aedes.createBroker();
    const listener = createServer(broker.handle);
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    const bridge = await startOwnMqtt(server, { mqttUrl: `mqtt://127.0.0.1:${port}` });
    const device = await connectAsync({ host: '127.0.0.1', port });
    await device.publishAsync('v1/devices/token-a/telemetry', '{"bridged": 7}', { qos: 1 });
    await device.publishAsync('v1/devices/nobody/telemetry', '{"bridged": 8}', { qos: 1 });
    await expect.poll(() => stored('a-bridged')).toEqual([7]);
    await device.endAsync(true);
    await bridge.close();
    await new Promise<void>((resolve) => broker.close(resolve));
    listener.close();
  });

  it('appears in /readyz while it is unreachable', async () => {
    const { Aedes } = await import('aedes');
    const { createServer } = await import('node:net');
    const open = new Set<Socket>();
    const listen = async (at: number) => {
      const broker = await Aedes.createBroker();
      const listener = createServer((socket) => {
        open.add(socket);
        broker.handle(socket);
      });
      await new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve));
      return { broker, listener, port: (listener.address() as { port: number }).port };
    };
    const first = await listen(0);
    const bridge = await startOwnMqtt(server, { mqttUrl: `mqtt://127.0.0.1:${first.port}` });
    const readyz = async () => (await fetch(`${server.url}/readyz`)).json();
    const here = async () =>
      /^wattdeck_mqtt_broker_connected (\d)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
    expect([await readyz(), await here()]).toEqual([{ status: 'ok', away: [] }, '1']);
    await new Promise<void>((resolve) => first.broker.close(resolve));
    first.listener.close();
    for (const socket of open) socket.destroy();
    await expect.poll(readyz).toEqual({ status: 'degraded', away: [`MQTT broker 127.0.0.1:${first.port}`] });
    expect(await here()).toBe('0');
    const second = await listen(first.port);
    await expect.poll(readyz).toEqual({ status: 'ok', away: [] });
    await bridge.close();
    expect(await readyz()).toEqual({ status: 'ok', away: [] });
    await new Promise<void>((resolve) => second.broker.close(resolve));
    second.listener.close();
  });

  it('that does not answer is reported in one sentence', async () => {
    await expect(startOwnMqtt(server, { mqttUrl: 'mqtt://127.0.0.1:1' })).rejects.toThrow(
      /MQTT broker at 127.0.0.1:1 \(MQTT_URL\) does not answer/,
    );
  });
});
