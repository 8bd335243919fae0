/**
 * Measures the queries of boards with 50 million stored points: a year of 200 variables up to now, sealed except the
 * last month. Most devices send ten values together, some send each value alone. Each query uses the server's own
 * functions (latest values over HTTP too). It runs alone, and while 20,000 points a second arrive. The 95th
 * percentile is printed with its goal, and the bytes of a point on disk. WATTDECK_BENCH_POINTS sets the number of
 * points. Roll-ups always cover a year.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bucket } from '../runtime/core/time/timeWindow.ts';
import { pointsBetween } from '../server/sites/telemetry/read/pointsSql.ts';
import type { Method, TelemetryVariable } from '../server/sites/telemetry/types.ts';
import type { Client } from '../tests/support/calls/client.ts';
import { login, startServer, type TestServer } from '../tests/support/server/server.ts';
import { seedSite } from '../tests/support/telemetry/telemetry.ts';
import { percentile } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';
import { DAY_MS, type Filled, fillYear, TENANT, YEAR } from './storage/fill.ts';

const POINTS = sized(Number(process.env.WATTDECK_BENCH_POINTS ?? 50_000_000), 0);
const KINDS = ['sealed', 'together', 'alone'] as const;
const BYTES_GOALS = { sealed: 12, together: 16, alone: 101 } satisfies Record<(typeof KINDS)[number], number>;
const RATE = sized(20_000, 5_000);
const ROUNDS = sized(60, 1);
const WARM = sized(5, 0);
const SETTLE_MS = sized(3000, 1000);
const CHART_POINTS = 1500;

interface Question {
  name: string;
  goalMs: number;
  ask(): Promise<unknown>;
}

interface Answer {
  name: string;
  goalMs: number;
  p50: number;
  p95: number;
}

interface StorageBench {
  points: number;
  alone: Answer[];
  ingesting: Answer[];
  /** The actual rate of stored points during the queries. */
  rate: number;
  refused: number;
  bytes: Record<(typeof KINDS)[number], number>;
}

function makeQuestions({ app }: TestServer, client: Client, filled: Filled): Question[] {
  const { variables, dense, end } = filled;
  const { telemetry, db } = app.services;
  const sns = variables
    .slice(0, 60)
    .map(({ sn }) => sn)
    .join();
  const now = Date.now();
  const few = variables.slice(0, 20);
  const statistic = (of: TelemetryVariable[], method: Method, days: number, bucket: Bucket) =>
    telemetry.statistic({
      tenantId: TENANT,
      variables: of,
      method,
      from: end - days * DAY_MS,
      to: end,
      bucket,
      zone: 'UTC',
    });
  const trend = (from: number) =>
    telemetry.history({
      tenantId: TENANT,
      variables: dense,
      from,
      to: from + DAY_MS,
      maxPoints: CHART_POINTS,
    });
  const sealed = filled.rawDays + 1;
  const window = [
    TENANT,
    dense[0]!.id,
    new Date(end - sealed * DAY_MS),
    new Date(end - (sealed - 1) * DAY_MS),
  ];
  const packed = [...window.slice(0, 2), new Date(end - sealed * DAY_MS).toISOString().slice(0, 10)];
  return [
    { name: 'latest of 60 variables', goalMs: 5, ask: async () => telemetry.latest(variables.slice(0, 60)) },
    { name: 'the same over HTTP', goalMs: 5, ask: () => client.call('realtimeData', { query: { sns } }) },
    {
      name: 'hourly averages of 20 variables over a day',
      goalMs: 10,
      ask: () => statistic(few, 'AVG', 1, 'hour'),
    },
    {
      name: 'daily differences of 20 variables over 30 days',
      goalMs: 10,
      ask: () => statistic(few, 'DIFF', 30, 'day'),
    },
    {
      name: 'monthly sums of 200 variables over a year',
      goalMs: 80,
      ask: () => statistic(variables, 'SUM', YEAR - 1, 'month'),
    },
    {
      name: "a sealed day's trend of 10 variables, 8,640 points each",
      goalMs: 40,
      ask: () => trend(end - sealed * DAY_MS),
    },
    {
      name: 'the same of the last 24 hours, which lie in rows',
      goalMs: 40,
      ask: () => trend(now - DAY_MS),
    },
    {
      name: "a sealed day's 8,640 points, in the database, packed",
      goalMs: 2,
      ask: () =>
        db.pool.query({
          name: 'bench-packed',
          text: `SELECT length(coalesce(array_send(value2), array_send(value4), array_send(value8)))
            FROM points_day WHERE tenant_id = $1 AND variable_id = $2 AND day = $3::date`,
          values: packed,
        }),
    },
    {
      name: 'the same as rows',
      goalMs: 2,
      ask: () =>
        db.pool.query({
          name: 'bench-rows',
          text: `SELECT count(*) FROM (SELECT ts, value FROM ${pointsBetween({ tenant: '$1', variable: '$2', lower: '$3', upper: '$4' })} AS b OFFSET 0) AS p`,
          values: window,
        }),
    },
  ];
}

/** Returns whether a result is not empty: a list, a map, or the rows of the database. */
function isFull(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0;
  if (answer instanceof Map) return answer.size > 0;
  return (answer as { rows: unknown[] }).rows.length > 0;
}

async function sendQuestions(questions: readonly Question[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, goalMs, ask } of questions) {
    const times: number[] = [];
    for (let round = -WARM; round < ROUNDS; round += 1) {
      const start = performance.now();
      const answer = await ask();
      assert.ok(isFull(answer), `${name}: there is nothing`);
      if (round >= 0) times.push(performance.now() - start);
    }
    answers.push({ name, goalMs, p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
  }
  return answers;
}

/**
 * Returns the bytes of a point with all indexes, in the partitions of a table. `count` is the query that counts its
 * points.
 */
async function measureBytes({ app }: TestServer, table: string, count: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ each: number }>(
    `SELECT sum(pg_total_relation_size(inhrelid))::float8 / (SELECT ${count} FROM ${table})::float8 AS each
       FROM pg_inherits WHERE inhparent = $1::regclass`,
    [table],
  );
  return rows[0]!.each;
}

async function runSender(server: TestServer, whileSending: () => Promise<Answer[]>) {
  for (let device = 0; device < 20; device += 1)
    await seedSite(server, {
      ...{ tenantId: TENANT, station: 'bench', zone: 'UTC', device: `live${device}`, token: `live${device}` },
      variables: Array.from({ length: 10 }, (_, variable) => ({ code: `v${variable}` })),
    });
  const script = join(import.meta.dirname, 'storage/sender.ts');
  const child = spawn(process.execPath, [script, server.url, String(RATE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const ended = new Promise((done) => child.once('close', done));
  await sleep(SETTLE_MS);
  const answers = await whileSending();
  child.kill('SIGTERM');
  await ended;
  return { answers, ...(JSON.parse(output) as { rate: number; refused: number }) };
}

async function benchStorage(): Promise<StorageBench> {
  const server = await startServer();
  try {
    const filled = await fillYear(server, POINTS);
    const bytes = {
      sealed: await measureBytes(server, 'points_day', 'sum(n)'),
      together: await measureBytes(server, 'point_row', 'sum(cardinality(value))'),
      alone: await measureBytes(server, 'points', 'count(*)'),
    };
    const questions = makeQuestions(server, await login(server), filled);
    const alone = await sendQuestions(questions);
    const { answers, rate, refused } = await runSender(server, () => sendQuestions(questions));
    return { points: filled.points, alone, ingesting: answers, rate, refused, bytes };
  } finally {
    await server.stop();
  }
}

const { points, alone, ingesting, rate, refused, bytes } = await benchStorage();
assert.ok(rate > 0, 'points come in meanwhile');
const whole = (count: number): string => Math.round(count).toLocaleString('en');
const verdict = (value: number, goal: number): string => judge({ value, goal, better: 'less' });
const lines = (answers: readonly Answer[]): void => {
  for (const { name, goalMs, p50, p95 } of answers)
    console.log(
      `  ${name}: ${p50.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms (${verdict(p95, goalMs)})`,
    );
};
console.log(`${whole(points)} points stored:`);
lines(alone);
console.log(`the same while ${whole(rate)} points a second come in (${whole(refused)} refused):`);
lines(ingesting);
for (const kind of KINDS)
  console.log(
    `a point takes ${bytes[kind].toFixed(1)} bytes, ${kind} (${verdict(bytes[kind], BYTES_GOALS[kind])})`,
  );
