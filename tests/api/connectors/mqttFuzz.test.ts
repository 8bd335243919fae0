import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFuzz } from '../../support/devices/mqttFuzz.ts';
import { CONNECT, rawMqtt } from '../../support/devices/rawMqtt.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

/** For more frames, run: WATTDECK_FUZZ_FRAMES=600000 npx vitest run --project api tests/api/connectors/mqttFuzz.test.ts */
const FRAMES = Number(process.env.WATTDECK_FUZZ_FRAMES ?? 20_000);
const SEED = Number(process.env.WATTDECK_FUZZ_SEED ?? Date.now() % 2 ** 31);
const A_CONNECTION = 10;
const AT_ONCE = 20;
const MAX_GROWTH = 150 * 1024 * 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { WATTDECK_LOG: 'silent' } });
  const site = { tenantId: 1, station: 's1', zone: 'UTC' };
  for (const device of ['a', 'b'])
    await seedSite(server, {
      ...site,
      device,
      token: `token-${device}`,
      variables: [{ code: 'kw' }],
    });
});

afterAll(() => server?.stop());

/** Sends all packets, and resolves when the connection is closed. */
async function flood(packets: readonly Buffer[]): Promise<void> {
  const socket = createConnection(server.mqttPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for (const packet of packets) socket.write(packet);
  socket.end();
  await closed;
}

async function connections(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^wattdeck_mqtt_connections (\d+)/m.exec(text)?.[1]);
}

const metricOfBytes = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^wattdeck_mqtt_bytes_waiting (\d+)/m.exec(text)?.[1]);
};

it('survives arbitrary input with bounded memory', async () => {
  console.info(`seed of the frames: ${SEED}`);
  const fuzz = createFuzz(SEED, 'token-a');
  const wholes = Math.ceil(FRAMES / A_CONNECTION);
  const round = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - sent) }, () => flood(fuzz.stream(A_CONNECTION))),
      );
  };
  // A tenth of the packets is sent first, so that one-time allocations do not count as growth.
  await round(wholes / 10);
  const before = process.memoryUsage().rss;
  await round(wholes - wholes / 10);
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
  await expect.poll(connections).toBe(0);
  await expect.poll(metricOfBytes).toBe(0);
  const raw = rawMqtt(server.mqttPort);
  raw.send(
    { ...CONNECT, username: 'token-b' },
    {
      ...{ cmd: 'publish', topic: 'v1/devices/me/telemetry', payload: '{"kw": 3}' },
      ...{ qos: 1, messageId: 1, dup: false, retain: false },
    },
  );
  expect(await raw.next('puback')).toMatchObject({ reasonCode: 0 });
  raw.close();
});
