/** An existing broker fails and returns. Its connection is cut, and its process is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { embeddedAccess } from '../support/server/embeddedAccess.ts';
import { freePort } from '../support/server/port.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { makeSite } from './ledger.ts';
import { makeLine } from './line.ts';
import { type Scenario, throwBreach } from './scenario.ts';
import { makeTraffic, STORED_MS } from './traffic.ts';

const CUTS = 5;
const CUT_MS = 1_500;
const PERIOD_MS = 20;

async function startBroker(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'brokerProcess.ts'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

export default {
  title: 'an existing broker is lost and comes back',
  async run() {
    const folder = await dataFolder();
    const brokerPort = await freePort();
    let broker = await startBroker(brokerPort);
    const line = await makeLine(brokerPort);
    const fleet = await startFleet(folder.path, { server: { MQTT_URL: `mqtt://127.0.0.1:${line.port}` } });
    const device: MqttClient = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, { reconnectPeriod: 200 });
    device.on('error', () => {});
    try {
      const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
      const database = embeddedAccess(folder.path);
      const { publish, sent, stored, all_stored } = makeTraffic(device, site, database);
      const wrong: string[] = [];
      for (let cut = 0; cut < CUTS; cut++) {
        for (const whole of [true, false]) {
          line.cut(whole);
          const until = performance.now() + CUT_MS;
          while (performance.now() < until) {
            await publish();
            await sleep(PERIOD_MS);
          }
        }
      }
      line.cut(true);
      wrong.push(...(await all_stored(0)));
      const cutMessages = sent();
      // The broker loses its whole state. It has no stored messages, and sends messages only after a new
      // subscription.
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      await sleep(CUT_MS);
      broker = await startBroker(brokerPort);
      const from = sent();
      const since = performance.now();
      while ((await stored(from)) === 0) {
        if (performance.now() - since > STORED_MS) {
          wrong.push('nothing arrives any more after the broker was started again');
          break;
        }
        await publish();
        await sleep(PERIOD_MS);
      }
      const back = (performance.now() - since) / 1000;
      const again = sent();
      for (let count = 0; count < 50; count++) await publish();
      wrong.push(...(await all_stored(again)));
      if (fleet.restarts() > 0) wrong.push(`the server ended ${fleet.restarts()} times`);
      throwBreach(wrong);
      return `${CUTS} cuts, ${cutMessages} messages as the broker had taken them; killed and started anew it is heard after ${back.toFixed(1)} s`;
    } finally {
      await device.endAsync(true);
      await fleet.close();
      line.close();
      broker.kill('SIGKILL');
      await folder.remove();
    }
  },
} satisfies Scenario;
