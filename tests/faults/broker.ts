/** An existing broker is lost and comes back: the line to it is cut, and it is killed itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { freePort } from '../support/port.ts';
import { dataFolder, login } from '../support/server.ts';
import { embedded_access, fleet_start } from './fleet.ts';
import { type Site, STATION, site_make } from './ledger.ts';
import { breach_throw, type Scenario } from './scenario.ts';

const CUTS = 5;
const CUT_MS = 1_500;
const PERIOD_MS = 20;
const STORED_MS = 30_000;
const SN = `${STATION}-M-v0`;

/** A line that can be cut: what it carries goes to a port while it is whole. */
async function line_make(to: number): Promise<{ port: number; cut(whole: boolean): void; close(): void }> {
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = dial(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut(next) {
      whole = next;
      if (!whole) for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function broker_start(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'brokerProcess.ts'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

async function stored_count(database: pg.ClientConfig, { base }: Site, from: number): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct p.value)::int as n
         from device_variable v, points_between(v.tenant_id, v.id::int4, $2, $3) p
        where v.sn = $1`,
      [SN, new Date(base + from * 1000).toISOString(), new Date().toISOString()],
    );
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

export default {
  title: 'an existing broker is lost and comes back',
  async run() {
    const folder = await dataFolder();
    const brokerPort = await freePort();
    let broker = await broker_start(brokerPort);
    const line = await line_make(brokerPort);
    const fleet = await fleet_start(folder.path, { server: { MQTT_URL: `mqtt://127.0.0.1:${line.port}` } });
    const device: MqttClient = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, { reconnectPeriod: 200 });
    device.on('error', () => {});
    try {
      const site = await site_make(await login({ url: fleet.addresses()[0] ?? '' }));
      const database = embedded_access(folder.path);
      let next = 0;
      /** Resolves when the broker has taken it over: from then on it owes it to us. */
      const publish = (): Promise<unknown> => {
        const value = next++;
        const message = { ts: site.base + value * 1000, values: { v0: value } };
        return device.publishAsync(`v1/devices/${site.token}/telemetry`, JSON.stringify(message), { qos: 1 });
      };
      const all_stored = async (from: number): Promise<string[]> => {
        const due = next - from;
        const until = performance.now() + STORED_MS;
        for (;;) {
          const stored = await stored_count(database, site, from);
          if (stored === due) return [];
          if (performance.now() > until)
            return [`${due} messages were acknowledged by the broker, ${stored} are stored`];
          await sleep(100);
        }
      };
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
      const cutMessages = next;
      // It forgets everything: nothing is owed, and only a new subscription brings messages again.
      broker.kill('SIGKILL');
      await once(broker, 'exit');
      await sleep(CUT_MS);
      broker = await broker_start(brokerPort);
      const from = next;
      const since = performance.now();
      while ((await stored_count(database, site, from)) === 0) {
        if (performance.now() - since > STORED_MS) {
          wrong.push('nothing arrives any more after the broker was started again');
          break;
        }
        await publish();
        await sleep(PERIOD_MS);
      }
      const back = (performance.now() - since) / 1000;
      const again = next;
      for (let count = 0; count < 50; count++) await publish();
      wrong.push(...(await all_stored(again)));
      if (fleet.restarts() > 0) wrong.push(`the server ended ${fleet.restarts()} times`);
      breach_throw(wrong);
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
