/**
 * Durable ingest over HTTP (messages of 500 points, each acknowledged after its commit) beside the same rows
 * written straight into a table of the same database, in the same run. Prints both rates and their ratio.
 */
import { performance } from 'node:perf_hooks';
import { float8_array, int2_array, int4_array, timestamptz_array } from '../server/telemetry/binaryArrays.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import { seedSite } from '../tests/support/telemetry.ts';

const TENANT = 1;
const DEVICES = 8;
const VARIABLES = 10;
const MESSAGE_POINTS = 500;
const MESSAGES = 600;
const PARALLEL = 16;
/** Rows of one transaction of the plain writer: what the server's group commit reaches. */
const PLAIN_ROWS = 8_000;
const BASE = Date.UTC(2026, 8, 1);
const ROUNDS = 3;

interface Row {
  device: number;
  variable: number;
  ts: number;
  value: number;
}

/** The rows of one message: ten variables of a device over fifty seconds. */
function message_rows(number: number, round: number): Row[] {
  const device = number % DEVICES;
  const start = BASE + (round * MESSAGES + Math.floor(number / DEVICES)) * 50_000;
  return Array.from({ length: MESSAGE_POINTS }, (_, at) => {
    const variable = at % VARIABLES;
    return { device, variable, ts: start + Math.floor(at / VARIABLES) * 1000, value: number + at / 8 };
  });
}

function message_body(rows: readonly Row[]): string {
  const byTime = Map.groupBy(rows, ({ ts }) => ts);
  return JSON.stringify(
    [...byTime].map(([ts, own]) => ({
      ts,
      values: Object.fromEntries(own.map(({ variable, value }) => [`v${variable}`, value])),
    })),
  );
}

async function http_round({ url }: TestServer, round: number): Promise<number> {
  const messages = Array.from({ length: MESSAGES }, (_, number) => {
    return { token: `bench-${number % DEVICES}`, body: message_body(message_rows(number, round)) };
  });
  const start = performance.now();
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let at = next++; at < messages.length; at = next++) {
      const { token, body } = messages[at]!;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/v1/${token}/telemetry`, { method: 'POST', headers, body });
      const { data } = (await response.json()) as { data: { accepted: number } };
      if (data?.accepted !== MESSAGE_POINTS) throw new Error(`a message was not taken: ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, sender));
  return (performance.now() - start) / 1000;
}

async function plain_round({ app }: TestServer, round: number): Promise<number> {
  const rows = Array.from({ length: MESSAGES }, (_, number) => message_rows(number, round)).flat();
  const start = performance.now();
  for (let at = 0; at < rows.length; at += PLAIN_ROWS) {
    const part = rows.slice(at, at + PLAIN_ROWS);
    await app.db.pool.query({
      name: 'bench-plain',
      text: `INSERT INTO bench_plain SELECT * FROM
        unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::int2[])
        ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value`,
      values: [
        int4_array(part.map(() => TENANT)),
        int4_array(part.map(({ device, variable }) => device * VARIABLES + variable)),
        timestamptz_array(part.map(({ ts }) => ts)),
        float8_array(part.map(({ value }) => value)),
        int2_array(part.map(() => 0)),
      ],
    });
  }
  return (performance.now() - start) / 1000;
}

async function site_seed({ app }: TestServer): Promise<void> {
  for (let device = 0; device < DEVICES; device += 1) {
    await seedSite(app.db, {
      tenantId: TENANT,
      station: 'bench',
      zone: 'Europe/Berlin',
      device: `bench-${device}`,
      token: `bench-${device}`,
      variables: Array.from({ length: VARIABLES }, (_, variable) => ({ code: `v${variable}` })),
    });
  }
  await app.db.pool.query(`CREATE TABLE bench_plain (tenant_id int4 NOT NULL, variable_id int4 NOT NULL,
    ts timestamptz NOT NULL, value float8 NOT NULL, quality int2 NOT NULL, PRIMARY KEY (tenant_id, variable_id, ts))`);
}

export interface IngestBench {
  httpRate: number;
  plainRate: number;
  ratio: number;
}

/** The best of some rounds, in turns; the first of each only warms up. */
export async function bench_ingest(): Promise<IngestBench> {
  const server = await startServer();
  try {
    await site_seed(server);
    await http_round(server, -1);
    await plain_round(server, -1);
    const points = MESSAGES * MESSAGE_POINTS;
    const best = { http: 0, plain: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      best.http = Math.max(best.http, points / (await http_round(server, round)));
      best.plain = Math.max(best.plain, points / (await plain_round(server, round)));
    }
    return { httpRate: best.http, plainRate: best.plain, ratio: best.http / best.plain };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { httpRate, plainRate, ratio } = await bench_ingest();
  const text = (rate: number): string => `${Math.round(rate).toLocaleString('en')} points/s`;
  console.log(`ingest over HTTP, ${MESSAGE_POINTS} points a message, durable: ${text(httpRate)}`);
  console.log(`the same rows straight into the database: ${text(plainRate)}`);
  console.log(`ratio: ${ratio.toFixed(2)} of the direct rate`);
}
