/**
 * Measures durable ingest: each message is acknowledged after its commit. The comparison writes the same rows
 * straight into a table of the same database in the same run. Messages arrive over HTTP (500 points: 50 variables of
 * a device, ten readings) and over MQTT with QoS 1 (50 points, from a gateway). There are 1,000, 100,000 and
 * 1,000,000 variables, and messages are spread over all devices. InfluxDB and VictoriaMetrics receive the same points
 * over loopback if they are installed. Prints rates, ratios, and the cost of a start with so many variables.
 *
 * `node bench/ingest.ts [--variables 1000,100000] [--rounds 3] [--messages 600]`
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type App, createApp } from '../server/app.ts';
import { loadConfig } from '../server/platform/config.ts';
import { spawnServer } from '../tests/support/server/process.ts';
import { startedFolder, testEnv } from '../tests/support/server/server.ts';
import { sendTelemetry } from '../tests/support/telemetry/telemetry.ts';
import { type Other, startOthers } from './ingest/others.ts';
import { BASE, DEVICE_VARIABLES, deviceSnOf, MESSAGE_POINTS, makeMessage, READINGS } from './ingest/rows.ts';
import type { Done, Job } from './ingest/sender.ts';
import {
  countPoints,
  fillSite,
  makePlain,
  measureRows,
  seedBenchSite,
  sendNew,
  writePlain,
} from './ingest/site.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const GOALS = { http: 0.5, mqtt: 0.2, growth: 1.5, fresh: 20_000 };
const HTTP_PARALLEL = 16;
/** Maximum number of unacknowledged messages: as many points as over HTTP. */
const MQTT_PARALLEL = HTTP_PARALLEL * READINGS;
const MB = 1024 * 1024;

const { values: options } = parseArgs({
  options: {
    variables: { type: 'string', default: sized('1000,100000,1000000', '100') },
    rounds: { type: 'string', default: sized('3', '1') },
    messages: { type: 'string', default: sized('600', '20') },
  },
});

interface IngestFigures {
  variables: number;
  http: number;
  mqtt: number;
  plain: number;
  others: Record<string, number>;
}

const rate = (points: number): string => `${Math.round(points).toLocaleString('en')} points/s`;

function startSender(): { send(job: Job): Promise<Done>; stop(): void } {
  const child: ChildProcess = fork(join(import.meta.dirname, 'ingest/sender.ts'), { stdio: 'inherit' });
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`the sender ended with ${code}`))),
  );
  ended.catch(() => {});
  return {
    send(job) {
      const done = new Promise<Done>((resolve) => child.once('message', (answer) => resolve(answer as Done)));
      child.send(job);
      return Promise.race([done, ended]);
    },
    stop: () => child.disconnect(),
  };
}

/** Returns the best of several rounds. The targets alternate. The first round of each only warms up. */
async function runRounds(app: App, others: readonly Other[], variables: number): Promise<IngestFigures> {
  const devices = variables / DEVICE_VARIABLES;
  const count = Number(options.messages);
  const best: IngestFigures = { variables, http: 0, mqtt: 0, plain: 0, others: {} };
  const sender = startSender();
  // Each round has its own messages, and each protocol has its own points.
  const first = (round: number, way: number): number =>
    (round * 2 + way) * Math.ceil(count / devices) * devices;
  const run = async (to: Job['to'], url: string, from: number): Promise<number> => {
    const isMqtt = to === 'mqtt';
    const points = isMqtt ? DEVICE_VARIABLES : MESSAGE_POINTS;
    const job: Job = {
      to,
      url,
      devices,
      // Each message has one value of each variable, so the same period needs ten times as many messages.
      from: isMqtt ? from * READINGS : from,
      count: isMqtt ? count * READINGS : count,
      readings: isMqtt ? 1 : READINGS,
      parallel: isMqtt ? MQTT_PARALLEL : HTTP_PARALLEL,
    };
    const { seconds, messages } = await sender.send(job);
    return (messages * points) / seconds;
  };
  try {
    for (let round = 0; round <= Number(options.rounds); round += 1) {
      const messages = Array.from({ length: count }, (_, at) =>
        makeMessage(first(round, 0) + at, devices, READINGS),
      );
      const plain = await writePlain(app.db.pool, messages);
      const http = await run('http', app.url, first(round, 0));
      const mqtt = await run('mqtt', `mqtt://127.0.0.1:${app.mqttPort}`, first(round, 1));
      if (round === 0) continue;
      best.plain = Math.max(best.plain, plain);
      best.http = Math.max(best.http, http);
      best.mqtt = Math.max(best.mqtt, mqtt);
      for (const { name, url } of others)
        best.others[name] = Math.max(best.others[name] ?? 0, await run('lines', url, first(round, 0)));
    }
  } finally {
    sender.stop();
  }
  const each = (Number(options.rounds) + 1) * count * MESSAGE_POINTS;
  assert.deepEqual(await countPoints(app.db.pool), { plain: each, stored: 2 * each + variables });
  console.log(`a point takes ${(await measureRows(app.db.pool)).toFixed(1)} bytes in the rows of devices`);
  return best;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / MB);
}

/** Measures a start with the same folder, in its own process. */
async function measureStart(folder: string): Promise<string> {
  const start = performance.now();
  const server = spawnServer(folder);
  try {
    const url = await server.ready();
    const ready = performance.now() - start;
    const first = await sendTelemetry(url, deviceSnOf(0), { ts: BASE, values: { v0: 1 } });
    if (!first.ok) throw new Error(`the first message was not taken: ${first.status}`);
    const answered = performance.now() - start;
    const memory = await residentMb(server.pid);
    return `ready after ${(ready / 1000).toFixed(1)} s, the first message stored after ${(answered / 1000).toFixed(1)} s, ${memory} MB resident`;
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

async function measureFigures(variables: number): Promise<IngestFigures> {
  const folder = await startedFolder();
  let others: Other[] = [];
  try {
    const app = await createApp(loadConfig(testEnv(folder.path)));
    let figures: IngestFigures;
    try {
      await seedBenchSite(app, variables);
      await makePlain(app.db.pool);
      console.log(`\n${variables.toLocaleString('en')} variables`);
      console.log(`  one value of each first: ${rate(await fillSite(app, variables))}`);
      others = await startOthers(folder.path);
      figures = await runRounds(app, others, variables);
      const fresh = await measureNew(app);
      console.log(
        `  the first value of each of 1,000 new variables: ${rate(fresh)} (${judge({ value: fresh, goal: GOALS.fresh, better: 'more' })})`,
      );
      console.log(`  straight into the database: ${rate(figures.plain)}`);
      for (const way of ['http', 'mqtt'] as const) {
        const value = figures[way] / figures.plain;
        const name = `over ${way.toUpperCase()}, ${variables.toLocaleString('en')} variables`;
        const verdict = keepRatio({ name, value, goal: GOALS[way], better: 'more' });
        console.log(
          `  over ${way.toUpperCase()}: ${rate(figures[way])}, ${value.toFixed(2)} of it (${verdict})`,
        );
      }
      for (const [name, points] of Object.entries(figures.others)) console.log(`  ${name}: ${rate(points)}`);
      console.log(`  resident with all of them known: ${await residentMb(process.pid)} MB`);
    } finally {
      for (const other of others) await other.stop();
      await app.close();
    }
    console.log(`  a start: ${await measureStart(folder.path)}`);
    return figures;
  } finally {
    await folder.remove();
  }
}

/** Returns the best of several rounds. The first round only warms up. */
async function measureNew(app: App): Promise<number> {
  let best = 0;
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    const rate = await sendNew(app, round);
    if (round > 0) best = Math.max(best, rate);
  }
  return best;
}

const all: IngestFigures[] = [];
for (const variables of options.variables.split(',').map(Number)) all.push(await measureFigures(variables));
for (const way of ['http', 'mqtt'] as const) {
  const rates = all.map((one) => one[way]);
  const value = Math.max(...rates.map((one) => rates[0]! / one));
  const name = `cost a point over ${way.toUpperCase()} as variables grow`;
  const verdict = keepRatio({ name, value, goal: GOALS.growth, better: 'less' });
  console.log(`\n${name}: ${value.toFixed(2)} times (${verdict})`);
}
