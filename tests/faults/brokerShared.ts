/** A broker divides its messages among several processes: lines are cut, a process and then the broker are killed. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { mosquitto_find, mosquitto_start } from '../support/mosquitto.ts';
import { freePort } from '../support/port.ts';
import { postgres_make } from '../support/postgres.ts';
import { dataFolder, login } from '../support/server.ts';
import { fleet_start } from './fleet.ts';
import { site_make } from './ledger.ts';
import { type Line, line_make } from './line.ts';
import { breach_throw, type Scenario, Skipped } from './scenario.ts';
import { STORED_MS, traffic_make } from './traffic.ts';

const INTAKES = ['intake 1', 'intake 2'] as const;
const ROUNDS = 3;
const ROUND_MS = 1_500;
const PERIOD_MS = 10;

/** How many messages a process has stored since it started. */
async function stored_by(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^wattdeck_mqtt_messages_total\{outcome="stored"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

export default {
  title: 'an existing broker divides its messages among processes that come and go',
  async run() {
    const path = mosquitto_find();
    if (!path) throw new Skipped('mosquitto is not installed');
    const postgres = await postgres_make();
    const folder = await dataFolder();
    const brokerPort = await freePort();
    let broker = await mosquitto_start(path, folder.path, brokerPort);
    const lines: Line[] = [];
    const environments: Record<string, Record<string, string>> = {
      screens: { DATABASE_URL: postgres.url, WATTDECK_ROLES: 'api' },
    };
    for (const name of INTAKES) {
      const line = await line_make(brokerPort);
      lines.push(line);
      environments[name] = {
        DATABASE_URL: postgres.url,
        WATTDECK_ROLES: 'ingest',
        // Its name at the broker goes by it: started again, it is the same client.
        WATTDECK_PORT: String(await freePort()),
        WATTDECK_MQTT_SHARED: '1',
        MQTT_URL: `mqtt://127.0.0.1:${line.port}`,
      };
    }
    const fleet = await fleet_start(folder.path, environments);
    const device = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, { reconnectPeriod: 200 });
    device.on('error', () => {});
    try {
      const site = await site_make(await login({ url: fleet.addresses('screens')[0] ?? '' }));
      const traffic = traffic_make(device, site, { connectionString: postgres.url });
      const { publish, sent, stored, all_stored } = traffic;
      const publish_for = async (ms: number): Promise<void> => {
        for (const until = performance.now() + ms; performance.now() < until; await sleep(PERIOD_MS))
          await publish();
      };
      const wrong: string[] = [];
      await publish_for(ROUND_MS);
      const shares = await Promise.all(fleet.addresses(...INTAKES).map(stored_by));
      if (shares.length < INTAKES.length || shares.includes(0))
        wrong.push(`the processes took ${shares.join(' and ')} messages`);
      for (let round = 0; round < ROUNDS; round++) {
        for (const line of lines) {
          line.cut(false);
          await publish_for(ROUND_MS);
          line.cut(true);
          await publish_for(ROUND_MS);
        }
      }
      for (const name of INTAKES) {
        fleet.process(name)?.child.kill('SIGKILL');
        await publish_for(ROUND_MS);
      }
      wrong.push(...(await all_stored(0)));
      const messages = sent();
      // It forgets everything: nothing is owed, and only new subscriptions bring messages again.
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      broker = await mosquitto_start(path, folder.path, brokerPort);
      const from = sent();
      const until = performance.now() + STORED_MS;
      while ((await stored(from)) === 0 && performance.now() < until) await publish_for(PERIOD_MS);
      const again = sent();
      for (let count = 0; count < 50; count++) await publish();
      wrong.push(...(await all_stored(again)));
      if (fleet.restarts() !== INTAKES.length)
        wrong.push(`processes were started again ${fleet.restarts()} times`);
      breach_throw(wrong);
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
