/**
 * Measures a cycle of the controller over 1,000 stations with a strategy each. In one cycle all stations get a new
 * set point, in another none changes. The same cycles run with every converter connected by MQTT. They then include
 * the cost of sending, of the answers and of the converters' values. It also measures the time from a set point to
 * its converter. The figure is our processor time and the database's. Goals: 1 s a cycle, 250 ms for 95 of 100 set
 * points.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { stationKey, steerStations } from '../server/sites/strategies/steer.ts';
import { storeToken } from '../server/sites/telemetry/catalog/deviceToken.ts';
import { runSql } from '../tests/support/calls/world.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import type { TestServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const TENANT = 1;
const STATIONS = sized(1000, 5);
const ROUNDS = sized(3, 1);
const SET_POINTS = sized(40, 2);
const GOALS = { cycleMs: 1_000, wayMs: 250 };
const VARIABLES = [
  ['PCS', 'pcs', ['power', 'kW'], ['setpoint', 'kW']],
  ['BAT', 'battery', ['soc', '%'], ['cellVoltageMax', 'V'], ['cellVoltageMin', 'V']],
  ['METER', 'meter', ['power', 'kW']],
] as const;
const VALUES: Readonly<Record<string, number>> = {
  ...{ power: 0, setpoint: 0, soc: 50, cellVoltageMax: 3.3, cellVoltageMin: 3.2 },
};

const stations = Array.from({ length: STATIONS }, (_, at) => `ST${String(at).padStart(4, '0')}`);
const tokenOf = (sn: string): string => `token-of-${sn}`;

async function seed({ app: { db, services } }: TestServer): Promise<void> {
  const tenantId = TENANT;
  await db.system(async (trx) => {
    for (const sn of stations) {
      const place = { tenantId, sn, name: sn, timeZone: 'Asia/Shanghai', capacity: 1000, ratedPower: 500 };
      await trx.insertInto('station').values(place).execute();
      await trx
        .insertInto('transformer')
        .values({ tenantId, stationSn: sn, name: 'T', rating: 1000 })
        .execute();
      for (const [suffix, type, ...variables] of VARIABLES) {
        const deviceSn = `${sn}-${suffix}`;
        const token = storeToken(services.vault, tenantId, tokenOf(deviceSn));
        await trx
          .insertInto('device')
          .values({ tenantId, sn: deviceSn, name: suffix, stationSn: sn, type, ...token })
          .execute();
        await trx
          .insertInto('deviceVariable')
          .values(
            variables.map(([code, unit]) => ({
              ...{ tenantId, sn: `${deviceSn}-${code}`, deviceSn, code, name: code, unit },
              ...{ kind: 'gauge', dataType: 'number', writable: code === 'setpoint' },
              ...(code === 'setpoint' ? { minValue: -500, maxValue: 500 } : {}),
            })),
          )
          .execute();
      }
    }
  });
}

/** Every device reports values, because silent devices get no commands. */
const measure = ({ app: { services } }: TestServer, of: readonly string[] = stations) =>
  services.telemetry.ingest(
    of.flatMap((sn) =>
      VARIABLES.flatMap(([suffix, , ...variables]) =>
        variables.map(([code]) => ({
          ...{ tenantId: TENANT, sn: `${sn}-${suffix}-${code}`, ts: Date.now() },
          // The site consumes more than any battery supplies.
          value: suffix === 'METER' ? 800 : (VALUES[code] ?? 0),
        })),
      ),
    ),
  );

/** Issues a strategy at each station. */
const issue = (server: TestServer) =>
  runSql(
    server,
    `insert into strategy_config (tenant_id, number, name, station_sn, kind, power, device_sn, battery_sn, meter_sn,
        start_date, days, priority, limits, manual_minutes, state, approval, issued_at)
      select tenant_id, 'N' || sn, sn, sn, 'fixedPower', 100, sn || '-PCS', sn || '-BAT', sn || '-METER',
        date '2026-01-01', 'every', 50, '{"export": 500}', 30, 'inForce', 'agreed', now() from station where sn like 'ST%'`,
  );

/** Takes the lease of each station, so that the server's own controller skips it. */
const leaseStations = ({ app: { db } }: TestServer, signal: AbortSignal) =>
  Promise.all(
    stations.map((stationSn) => db.lease(`strategy ${stationKey({ tenantId: TENANT, stationSn })}`, signal)),
  );

async function spent(
  server: TestServer,
  run: () => Promise<unknown>,
): Promise<{ work: number; clock: number }> {
  const pids = [process.pid, postmasterPid(server.config.dataDir)];
  const [began, before] = [performance.now(), cpuTimeOf(pids)];
  await run();
  return { clock: performance.now() - began, work: cpuTimeOf(pids) - before };
}

const cycle = ({ app }: TestServer, of?: string): Promise<void> =>
  steerStations(
    app.services,
    Date.now(),
    (keys) => new Set(keys.filter((key) => of === undefined || key.endsWith(of))),
  );

async function benchCycles(server: TestServer): Promise<void> {
  const found = { news: [] as number[], quiet: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(server);
    await runSql(server, 'update strategy_config set power = $1', 100 + 50 * (round + 1));
    const before = await lastCommand(server);
    const news = await spent(server, () => cycle(server));
    assert.equal((await lastCommand(server)) - before, STATIONS, 'each station has a command');
    const quiet = await spent(server, () => cycle(server));
    found.news.push(news.work);
    found.quiet.push(quiet.work);
    console.log(
      `${STATIONS} stations: new set points ${news.work} ms of work (${news.clock.toFixed(0)} on the clock), nothing new ${quiet.work} ms (${quiet.clock.toFixed(0)})`,
    );
  }
  const verdict = (value: number): string => judge({ value, goal: GOALS.cycleMs, better: 'less' });
  const [news, quiet] = [median(found.news), median(found.quiet)];
  console.log(
    `median: new set points ${news} ms of work (${verdict(news)}), nothing new ${quiet} ms (${verdict(quiet)})`,
  );
}

/** Resolves when the process has sent this message `count` times. */
function receives(child: ReturnType<typeof fork>, text: string, count: number): Promise<void> {
  return new Promise((done) => {
    let left = count;
    const listen = (message: unknown): void => {
      if (message !== text || --left > 0) return;
      child.off('message', listen);
      done();
    };
    child.on('message', listen);
  });
}

const lastCommand = async (server: TestServer): Promise<number> =>
  (await runSql<{ id: number }>(server, 'select coalesce(max(id), 0)::int as id from control_command'))[0]!
    .id;

/** Waits until the answer to every later command is stored. */
async function answered(server: TestServer, after: number): Promise<void> {
  for (;;) {
    const open = await runSql(
      server,
      `select from control_command where id > $1 and state = 'requested' limit 1`,
      after,
    );
    if (open.length === 0) return;
    await sleep(20);
  }
}

async function benchDevices(server: TestServer): Promise<void> {
  const tokens = stations.map((sn) => tokenOf(`${sn}-PCS`));
  const child = fork(join(import.meta.dirname, 'strategies/converters.ts'), [
    String(server.mqttPort),
    ...tokens,
  ]);
  await receives(child, 'ready', 1);
  const ours = async (run: () => Promise<unknown>): Promise<number> => {
    const before = cpuTimeOf([child.pid ?? 0]);
    const { work } = await spent(server, run);
    return work - (cpuTimeOf([child.pid ?? 0]) - before);
  };
  const found = { sent: [] as number[], repeated: [] as number[], taken: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(server);
    await runSql(server, 'update strategy_config set power = $1', 400 - 50 * (round + 1));
    const before = await lastCommand(server);
    const sent = await ours(async () => {
      const all = receives(child, 'heard', STATIONS);
      await Promise.all([cycle(server), all]);
      await answered(server, before);
    });
    const repeated = await ours(() => Promise.all([receives(child, 'heard', STATIONS), cycle(server)]));
    const spentTime = await ours(async () => {
      child.send(JSON.stringify({ power: round }));
      await receives(child, 'told', 1);
    });
    found.sent.push(sent);
    found.repeated.push(repeated);
    found.taken.push(spentTime);
  }
  child.kill();
  await once(child, 'close');
  console.log(
    `the same with ${STATIONS} converters connected: new set points with their answers ${median(found.sent)} ms of work, the same set points said again ${median(found.repeated)} ms, a message of each ${median(found.taken)} ms`,
  );
}

async function benchWay(server: TestServer): Promise<void> {
  const [sn = ''] = stations;
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: tokenOf(`${sn}-PCS`),
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  let onPower: (power: number) => void = () => {};
  client.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString()) as { params: { setpoint: number } };
    onPower(params.setpoint);
    void client.publishAsync(topic.replace('request', 'response'), '{"success":true}', { qos: 1 });
  });
  const ways: number[] = [];
  for (let no = 0; no < SET_POINTS; no += 1) {
    const setPoint = no % 2 ? 100 : 200;
    await measure(server, [sn]);
    await runSql(server, 'update strategy_config set power = $1 where station_sn = $2', setPoint, sn);
    const arrived = new Promise<void>((done) => {
      onPower = (power) => (power === setPoint ? done() : undefined);
    });
    const began = performance.now();
    await cycle(server, sn);
    await arrived;
    ways.push(performance.now() - began);
  }
  await client.endAsync();
  const late = percentile(ways, 0.95);
  console.log(
    `a cycle of one among ${STATIONS} stations until its converter has the set point: ${median(ways).toFixed(0)} ms, 95 of 100 within ${late.toFixed(0)} ms (${judge({ value: late, goal: GOALS.wayMs, better: 'less' })})`,
  );
}

const server = await startFresh();
const stop = new AbortController();
try {
  await seed(server);
  await leaseStations(server, stop.signal);
  await measure(server);
  await issue(server);
  await benchCycles(server);
  await benchWay(server);
  await benchDevices(server);
} finally {
  stop.abort();
  await server.stop();
}
