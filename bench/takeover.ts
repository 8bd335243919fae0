/**
 * Kills the process (kill -9) that controls 1,000 stations, while another process runs over the same database. It
 * measures the time until the other process sends the next due set point of a station. It also measures the time
 * until the process has made a decision for each station. Every command is counted. A station gets a command only if
 * its set point changes. Goal: 5 s.
 */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { makeStorage, strategyBody } from '../tests/support/devices/storage.ts';
import { openPlain } from '../tests/support/server/postgres/postgres.ts';
import { type ServerProcess, spawnServer } from '../tests/support/server/process.ts';
import { dataFolder, login } from '../tests/support/server/server.ts';
import { send } from '../tests/support/telemetry/site.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';

const STATIONS = sized(1000, 3);
const ROUNDS = sized(6, 1);
const GOAL_S = 5;
const POLL_MS = 20;
/** The controller decides at the same interval. */
const CYCLE_MS = sized(15_000, 0);
const LIMIT_MS = 60_000;
const CELLS = { cellVoltageMax: 3.3, cellVoltageMin: 3.2, cellTemperatureMax: 30, cellTemperatureMin: 25 };

/**
 * SQL that adds the other stations as copies of the first one. They have no points, but the controller decides for
 * them as for any other.
 */
const COPIES = [
  `insert into station (tenant_id, sn, name, time_zone, capacity, rated_power)
   select tenant_id, sn || n, name || n, time_zone, capacity, rated_power
     from station, generate_series(1, $1) n where sn = 'TK'`,
  `insert into device (tenant_id, sn, name, station_sn, type, token, token_hash)
   select tenant_id, replace(sn, 'TK-', 'TK' || n || '-'), name, station_sn || n, type, token, md5(sn || n)
     from device, generate_series(1, $1) n where station_sn = 'TK'`,
  `insert into device_variable (tenant_id, sn, device_sn, code, name, unit, kind, data_type, writable, min_value, max_value)
   select tenant_id, replace(sn, 'TK-', 'TK' || n || '-'), replace(device_sn, 'TK-', 'TK' || n || '-'), code, name, unit,
          kind, data_type, writable, min_value, max_value
     from device_variable, generate_series(1, $1) n where device_sn like 'TK-%'`,
  `insert into strategy_config (tenant_id, number, name, station_sn, kind, power, device_sn, battery_sn, meter_sn,
     start_date, days, limits, state, approval, issued_at)
   select tenant_id, number || '-' || n, name || n, station_sn || n, kind, power, replace(device_sn, 'TK-', 'TK' || n || '-'),
          replace(battery_sn, 'TK-', 'TK' || n || '-'), replace(meter_sn, 'TK-', 'TK' || n || '-'), start_date, days, limits,
          state, approval, issued_at
     from strategy_config, generate_series(1, $1) n`,
];

const folder = await dataFolder();
const { postgres, urlOf } = await openPlain(folder.path, ['site']);
const running = new Set<ServerProcess>();

async function start(name: string): Promise<{ process: ServerProcess; url: string; mqttPort: string }> {
  const own = join(folder.path, name);
  await mkdir(own);
  const process = spawnServer(own, { env: { DATABASE_URL: urlOf('site') } });
  running.add(process);
  const url = await process.ready();
  const [, mqttPort = ''] = await process.said(/MQTT listens on port (\d+)/);
  return { process, url, mqttPort };
}

async function end(process: ServerProcess): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
  running.delete(process);
}

const elsewhere = new pg.Pool({ connectionString: urlOf('site') });
const one = async <T>(text: string, ...values: unknown[]): Promise<T> =>
  (await elsewhere.query(text, values)).rows[0] as T;

async function until(isDone: () => Promise<boolean>): Promise<number> {
  for (const end = performance.now() + LIMIT_MS; !(await isDone()); await sleep(POLL_MS))
    if (performance.now() > end) throw new Error(`not within ${LIMIT_MS / 1000} s`);
  return performance.now();
}

const decidedSince = (at: Date) => async () =>
  (
    await one<{ n: number }>(
      'select count(*)::int as n from strategy_config where decided_at is null or decided_at < $1',
      at,
    )
  ).n === 0;

try {
  let steering = await start('first');
  const client = await login({ url: steering.url });
  const site = await makeStorage(client, 'TK');
  await client.call('strategyConfigCreate', {
    body: { ...strategyBody(site), kind: 'fixedPower', power: 200, blocks: undefined },
  });
  await elsewhere.query(`update strategy_config set state = 'issued', issued_at = now()`);
  for (const text of COPIES) await elsewhere.query(text, [STATIONS - 1]);
  const measure = async (url: string, soc: number) => {
    await send(url, site.pcs, { power: 0 });
    await send(url, site.battery, { ...CELLS, soc });
    await send(url, site.meter, { power: 300 });
  };
  await measure(steering.url, 50);
  await until(decidedSince(new Date()));
  const found = { sent: [] as number[], all: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = await start(`next${round}`);
    const converter = await connectAsync(`mqtt://127.0.0.1:${next.mqttPort}`, {
      username: site.pcs.token ?? '',
    });
    const setPoint = round % 2 === 0 ? 0 : 200;
    const arrived = new Promise<number>((done) => {
      converter.on('message', (topic, payload) => {
        const { params } = JSON.parse(payload.toString()) as { params: { setpoint: number } };
        if (params.setpoint === setPoint) done(performance.now());
        void converter.publishAsync(topic.replace('request', 'response'), '{"success":true}', { qos: 1 });
      });
    });
    await converter.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    // The process is killed at a random time within a cycle.
    await sleep(Math.random() * CYCLE_MS);
    await measure(next.url, setPoint === 0 ? 50 : 8);
    const [killed, at] = [performance.now(), new Date()];
    await end(steering.process);
    await measure(next.url, setPoint === 0 ? 8 : 50);
    const all = await until(decidedSince(at));
    const sent = await arrived;
    found.sent.push(sent - killed);
    found.all.push(all - killed);
    await converter.endAsync();
    steering = next;
  }
  const { commands } = await one<{ commands: number }>(
    'select count(*)::int as commands from control_command',
  );
  assert.equal(commands, ROUNDS + 1, 'a command for each set point');
  const longest = (times: readonly number[]): string => {
    const value = Math.max(...times) / 1000;
    return `at most ${value.toFixed(1)} s (${judge({ value, goal: GOAL_S, better: 'less' })})`;
  };
  console.log(
    `${ROUNDS} kills: the next set point after ${longest(found.sent)}, all ${STATIONS} stations decided after ${longest(found.all)}; ${commands} commands for as many set points`,
  );
} finally {
  for (const process of running) await end(process);
  await elsewhere.end();
  await postgres.stop();
  await folder.remove();
}
