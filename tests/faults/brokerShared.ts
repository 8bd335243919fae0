/**
 * A broker distributes its messages among several processes. Connections are cut, then a process and the broker are
 * killed.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { findMosquitto, startMosquitto } from '../support/devices/mosquitto.ts';
import { freePort } from '../support/server/port.ts';
import { makePostgres } from '../support/server/postgres/postgres.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { makeSite } from './ledger.ts';
import { type Line, makeLine } from './line.ts';
import { type Scenario, Skipped, throwBreach } from './scenario.ts';
import { makeTraffic, STORED_MS } from './traffic.ts';

const INTAKES = ['intake 1', 'intake 2'] as const;
const ROUNDS = 3;
const ROUND_MS = 1_500;
const PERIOD_MS = 10;

/** Returns how many messages a process has stored since it started. */
async function storedBy(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^wattdeck_mqtt_messages_total\{outcome="stored"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

export default {
  title: 'an existing broker divides its messages among processes that come and go',
  async run() {
    const path = findMosquitto();
    if (!path) throw new Skipped('mosquitto is not installed');
    const postgres = await makePostgres();
    const folder = await dataFolder();
    const brokerPort = await freePort();
    let broker = await startMosquitto(path, folder.path, brokerPort);
    const lines: Line[] = [];
    const environments: Record<string, Record<string, string>> = {
      screens: { DATABASE_URL: postgres.url, WATTDECK_ROLES: 'api' },
    };
    for (const name of INTAKES) {
      const line = await makeLine(brokerPort);
      lines.push(line);
      environments[name] = {
        DATABASE_URL: postgres.url,
        WATTDECK_ROLES: 'ingest',
        // The port is part of its name at the broker, so a restarted process is the same client.
        WATTDECK_PORT: String(await freePort()),
        WATTDECK_MQTT_SHARED: '1',
        MQTT_URL: `mqtt://127.0.0.1:${line.port}`,
      };
    }
    const fleet = await startFleet(folder.path, environments);
    const device = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, { reconnectPeriod: 200 });
    device.on('error', () => {});
    try {
      const site = await makeSite(await login({ url: fleet.addresses('screens')[0] ?? '' }));
      const traffic = makeTraffic(device, site, { connectionString: postgres.url });
      const { publish, sent, stored, all_stored } = traffic;
      const publishFor = async (ms: number): Promise<void> => {
        for (const until = performance.now() + ms; performance.now() < until; await sleep(PERIOD_MS))
          await publish();
      };
      const wrong: string[] = [];
      await publishFor(ROUND_MS);
      const shares = await Promise.all(fleet.addresses(...INTAKES).map(storedBy));
      if (shares.length < INTAKES.length || shares.includes(0))
        wrong.push(`the processes took ${shares.join(' and ')} messages`);
      for (let round = 0; round < ROUNDS; round++) {
        for (const line of lines) {
          line.cut(false);
          await publishFor(ROUND_MS);
          line.cut(true);
          await publishFor(ROUND_MS);
        }
      }
      for (const name of INTAKES) {
        fleet.process(name)?.child.kill('SIGKILL');
        await publishFor(ROUND_MS);
      }
      wrong.push(...(await all_stored(0)));
      const messages = sent();
      // The broker loses its whole state. It has no stored messages, and sends messages only after new subscriptions.
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      broker = await startMosquitto(path, folder.path, brokerPort);
      const from = sent();
      const until = performance.now() + STORED_MS;
      while ((await stored(from)) === 0 && performance.now() < until) await publishFor(PERIOD_MS);
      const again = sent();
      for (let count = 0; count < 50; count++) await publish();
      wrong.push(...(await all_stored(again)));
      if (fleet.restarts() !== INTAKES.length)
        wrong.push(`processes were started again ${fleet.restarts()} times`);
      throwBreach(wrong);
      return `${messages} messages, of the first ${shares.join(' and ')}; the broker was killed and is heard again`;
    } finally {
      await device.endAsync(true);
      await fleet.close();
      for (const line of lines) line.close();
      broker.kill('SIGKILL');
      await postgres.remove();
      await folder.remove();
    }
  },
} satisfies Scenario;
