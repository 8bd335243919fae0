/**
 * Sends ten times the load that the server can accept, over HTTP and MQTT at once, for some minutes. First it
 * measures the capacity, then it offers ten times that rate. HTTP messages are sent on schedule, whatever the answer.
 * MQTT connections send as fast as they can. Reports whether every acknowledged message is stored, the memory, and
 * the response time of a dashboard during the load. Before this, it measures a user's work while sixteen callers
 * request the document of one public link.
 *
 * `node bench/overload.ts [--minutes 5] [--times 10] [--variables 100000]`
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type App, createApp } from '../server/app.ts';
import { loadConfig } from '../server/platform/config.ts';
import { int4Array, timestamptzArray } from '../server/sites/telemetry/write/binaryArrays.ts';
import { createClient } from '../tests/support/calls/client.ts';
import { ADMIN, startedFolder, testEnv } from '../tests/support/server/server.ts';
import type { Flood, Flooded } from './ingest/flood.ts';
import { DEVICE_VARIABLES, deviceSnOf, MESSAGE_POINTS, makeMessage, READINGS } from './ingest/rows.ts';
import type { Done, Job } from './ingest/sender.ts';
import { seedBenchSite } from './ingest/site.ts';
import { percentile } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';
import { runBesideLink } from './overload/besideLink.ts';

const GOAL_MB = 1_500;
const TENANT = 1;
const MEASURED_MESSAGES = sized(600, 40);
const MQTT_CONNECTIONS = sized(50, 2);
const PROBE_EVERY_MS = sized(500, 200);
const CHUNK = 20_000;
const MB = 1024 * 1024;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: sized('5', '0.03') },
    times: { type: 'string', default: sized('10', '2') },
    variables: { type: 'string', default: sized('100000', '1000') },
  },
});
const variables = Number(options.variables);
const devices = variables / DEVICE_VARIABLES;

function runChild<Question extends object, Answer>(file: string, question: Question): Promise<Answer> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'ingest', file), { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => {
      child.disconnect();
      resolve(answer as Answer);
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
    child.send(question);
  });
}

/** Measures the accepted points a second if senders wait for each answer. */
async function measureCapacity(url: string): Promise<number> {
  const job: Job = {
    to: 'http',
    url,
    devices,
    from: 0,
    count: MEASURED_MESSAGES,
    readings: READINGS,
    parallel: 16,
  };
  await runChild<Job, Done>('sender.ts', job);
  const { seconds, messages } = await runChild<Job, Done>('sender.ts', { ...job, from: MEASURED_MESSAGES });
  return (messages * MESSAGE_POINTS) / seconds;
}

/** Counts the acknowledged messages with a missing point. */
async function countLost({ db }: App, acknowledged: readonly number[], readings: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number; sn: string }>(
    "SELECT id, sn FROM device_variable WHERE tenant_id = $1 AND code IN ('v0', $2)",
    [TENANT, `v${DEVICE_VARIABLES - 1}`],
  );
  const ids = new Map(rows.map(({ id, sn }) => [sn, Number(id)]));
  let lost = 0;
  for (let at = 0; at < acknowledged.length; at += CHUNK) {
    const expected = acknowledged.slice(at, at + CHUNK).flatMap((number) => {
      const { device, times } = makeMessage(number, devices, readings);
      return [0, DEVICE_VARIABLES - 1].map((key) => {
        return { id: ids.get(`${deviceSnOf(device)}-v${key}`) ?? 0, ts: times.at(-1)! };
      });
    });
    const answer = await db.pool.query<{ n: number }>(
      // Forces an index lookup for each expected point, independent of the planner's estimates. Points that a device
      // sends together have a separate table.
      `SELECT count(*)::int4 AS n FROM unnest($1::int4[], $2::timestamptz[]) AS w(v, t)
        LEFT JOIN LATERAL (SELECT true AS found FROM points AS p
          WHERE p.tenant_id = ${TENANT} AND p.variable_id = w.v AND p.ts = w.t LIMIT 1) AS p ON true
        LEFT JOIN LATERAL (SELECT true AS together FROM point_shape AS s JOIN point_row AS r
            ON r.tenant_id = s.tenant_id AND r.shape = s.shape AND r.ts = w.t
          WHERE s.tenant_id = ${TENANT} AND s.variable_id = w.v AND r.value[s.place] IS NOT NULL LIMIT 1) AS r ON true
        WHERE found IS NULL AND together IS NULL`,
      [int4Array(expected.map(({ id }) => id)), timestamptzArray(expected.map(({ ts }) => ts))],
    );
    lost += answer.rows[0]!.n;
  }
  return lost;
}

/** Sends the requests of an open board repeatedly. Returns the milliseconds of each request. */
async function watchDashboard(
  url: string,
  until: Promise<unknown>,
): Promise<{ waits: number[]; failed: number }> {
  const client = createClient(url);
  await client.signIn(ADMIN.username, ADMIN.password);
  const sns = Array.from({ length: DEVICE_VARIABLES }, (_, at) => `${deviceSnOf(0)}-v${at}`).join();
  const waits: number[] = [];
  let failed = 0;
  let over = false;
  void until.then(() => {
    over = true;
  });
  while (!over) {
    const start = performance.now();
    try {
      await client.call('realtimeDataByVariable', { query: { sns } });
      const query = { sns, calcmethod: 'AVG', startTime: '2026-09-01', endTime: '2026-09-02' };
      await client.call('accuSummarized', { query });
      waits.push(performance.now() - start);
    } catch {
      failed += 1;
    }
    await sleep(PROBE_EVERY_MS);
  }
  return { waits, failed };
}

const within = (waits: readonly number[], part: number): string =>
  `${Math.round(percentile(waits, part))} ms`;

const number = (value: number): string => Math.round(value).toLocaleString('en');

async function runOverload(app: App): Promise<void> {
  await seedBenchSite(app, variables);
  const capacity = await measureCapacity(app.url);
  const before = process.memoryUsage.rss() / MB;
  console.log(`it can take ${number(capacity)} points/s; resident ${number(before)} MB`);
  const seconds = Number(options.minutes) * 60;
  const flood: Flood = {
    url: app.url,
    mqttUrl: `mqtt://127.0.0.1:${app.mqttPort}`,
    devices,
    seconds,
    httpRate: (capacity * Number(options.times)) / MESSAGE_POINTS,
    mqttConnections: MQTT_CONNECTIONS,
    from: MEASURED_MESSAGES * 2,
  };
  let peakMemory = before;
  let peakWaiting = 0;
  const watch = setInterval(() => {
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss() / MB);
    peakWaiting = Math.max(peakWaiting, app.services.telemetry.waiting());
  }, 200);
  const flooding = runChild<Flood, Flooded>('flood.ts', flood);
  const { waits, failed } = await watchDashboard(app.url, flooding);
  const { http, mqtt, offered, refused, unsent, retryAfter, cut } = await flooding;
  clearInterval(watch);
  const lost = (await countLost(app, http, READINGS)) + (await countLost(app, mqtt, 1));
  const stored = http.length * MESSAGE_POINTS + mqtt.length * DEVICE_VARIABLES;
  console.log(
    `for ${seconds} s ${options.times} times of that: over HTTP ${number(offered)} messages were due`,
  );
  console.log(
    `  (${number(unsent)} more than a sender has connections for), ${number(refused)} were answered 429`,
  );
  console.log(
    `  with Retry-After of up to ${retryAfter} s, ${number(http.length)} taken; over MQTT ${number(mqtt.length)} taken from ${MQTT_CONNECTIONS} held-back connections, none of them cut`,
  );
  console.log(
    `  taken and acknowledged: ${number(stored / seconds)} points/s; points that waited at most: ${number(peakWaiting)}`,
  );
  assert.ok(http.length > 0 && mqtt.length > 0, 'some were taken over each of both ways');
  assert.deepEqual({ lost, cut, failed }, { lost: 0, cut: 0, failed: 0 });
  console.log('all that was acknowledged is stored');
  const verdict = judge({ value: peakMemory, goal: GOAL_MB, better: 'less' });
  console.log(`resident at most: ${number(peakMemory)} MB (${verdict})`);
  console.log(
    `a dashboard's current values and statistic of ${DEVICE_VARIABLES} variables: half within ${within(waits, 0.5)}, 95 % within ${within(waits, 0.95)}, the longest of ${waits.length} ${within(waits, 1)}`,
  );
}

const folder = await startedFolder();
try {
  const app = await createApp(loadConfig(testEnv(folder.path)));
  try {
    await runBesideLink(app);
    await runOverload(app);
  } finally {
    await app.close();
  }
} finally {
  await folder.remove();
}
