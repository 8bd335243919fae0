/** Writes a site with any number of variables straight into the tables. */
import type pg from 'pg';
import type { App } from '../../server/app.ts';
import type { ReadyPoint } from '../../server/sites/telemetry/types.ts';
import {
  float8Array,
  int2Array,
  int4Array,
  timestamptzArray,
} from '../../server/sites/telemetry/write/binaryArrays.ts';
import { sendTelemetry } from '../../tests/support/telemetry/telemetry.ts';
import {
  BASE,
  DEVICE_VARIABLES,
  deviceSnOf,
  GATEWAY_TOKEN,
  type Message,
  pointValue,
  STATION,
} from './rows.ts';

const TENANT = 1;
const CHUNK = 100_000;
/** Rows of one transaction of the plain writer: the size of the server's group commit. */
const PLAIN_ROWS = 10_000;
const HOUR_MS = 3_600_000;

export async function seedBenchSite({ db }: App, variables: number): Promise<void> {
  const devices = variables / DEVICE_VARIABLES;
  await db.pool.query(
    "INSERT INTO station (tenant_id, sn, name, time_zone) VALUES ($1, $2, $2, 'Europe/Berlin')",
    [TENANT, STATION],
  );
  await db.pool.query(
    `INSERT INTO device (tenant_id, sn, name, station_sn, type, token, token_hash, gateway)
     VALUES ($1, $2, $2, $3, 'other', $2, encode(sha256(convert_to($2, 'UTF8')), 'hex'), true)`,
    [TENANT, GATEWAY_TOKEN, STATION],
  );
  await db.pool.query(
    `INSERT INTO device (tenant_id, sn, name, station_sn, type, token, token_hash)
     SELECT $1, 'bench-' || g, 'bench-' || g, $2, 'meter', 'bench-' || g,
            encode(sha256(('bench-' || g)::bytea), 'hex') FROM generate_series(0, $3::int4 - 1) g`,
    [TENANT, STATION, devices],
  );
  for (let at = 0; at < variables; at += CHUNK) {
    await db.pool.query(
      `INSERT INTO device_variable (tenant_id, sn, device_sn, code, name, kind, data_type)
       SELECT $1, 'bench-' || g / $2 || '-v' || g % $2, 'bench-' || g / $2, 'v' || g % $2, 'v' || g % $2, 'gauge', 'number'
         FROM generate_series($3::int4, $4::int4 - 1) g`,
      [TENANT, DEVICE_VARIABLES, at, Math.min(at + CHUNK, variables)],
    );
  }
  await db.pool.query('ANALYZE device; ANALYZE device_variable');
}

/** Stores an earlier value of every variable, so that tables and indexes are as large as in daily use. */
export async function fillSite({ services }: App, variables: number): Promise<number> {
  const start = performance.now();
  const devices = variables / DEVICE_VARIABLES;
  const atOnce = CHUNK / 10 / DEVICE_VARIABLES;
  for (let at = 0; at < devices; at += atOnce) {
    const entries = await Promise.all(
      Array.from({ length: Math.min(atOnce, devices - at) }, (_, one) =>
        services.telemetry.device.byDeviceSn(TENANT, deviceSnOf(at + one)),
      ),
    );
    const points = entries.flatMap((entry) =>
      [...entry!.variables.values()].map(
        (variable): ReadyPoint => ({ variable, ts: BASE - HOUR_MS, value: 0, quality: 0 }),
      ),
    );
    await services.telemetry.store(points, { waits: true, quiet: true });
  }
  return variables / ((performance.now() - start) / 1000);
}

/** Number of devices of a new site. Each of them sends 50 keys. */
const NEW_DEVICES = 20;

/** Sends the first values of devices without variables, 50 of each device, all at once. Returns points a second. */
export async function sendNew({ db, url }: App, round: number): Promise<number> {
  const tokens = Array.from({ length: NEW_DEVICES }, (_, at) => `bench-new-${round}-${at}`);
  await db.pool.query(
    `INSERT INTO device (tenant_id, sn, name, station_sn, type, token, token_hash)
     SELECT $1, t, t, $2, 'meter', t, encode(sha256(t::bytea), 'hex') FROM unnest($3::text[]) AS t`,
    [TENANT, STATION, tokens],
  );
  const values = Object.fromEntries(Array.from({ length: DEVICE_VARIABLES }, (_, at) => [`v${at}`, at]));
  const start = performance.now();
  const answers = await Promise.all(tokens.map((token) => sendTelemetry(url, token, { ts: BASE, values })));
  const seconds = (performance.now() - start) / 1000;
  if (answers.some(({ ok }) => !ok)) throw new Error('the first values were not taken');
  return (NEW_DEVICES * DEVICE_VARIABLES) / seconds;
}

export async function makePlain(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE TABLE bench_plain (tenant_id int4 NOT NULL, variable_id int4 NOT NULL, ts timestamptz NOT NULL,
    value float8 NOT NULL, quality int2 NOT NULL, PRIMARY KEY (tenant_id, variable_id, ts))`);
}

/** Writes the same rows straight into a table of the same database. Returns points a second. */
export async function writePlain(pool: pg.Pool, messages: readonly Message[]): Promise<number> {
  const rows = messages.flatMap((message) =>
    message.times.flatMap((ts, reading) =>
      Array.from({ length: DEVICE_VARIABLES }, (_, at) => {
        return {
          variable: message.device * DEVICE_VARIABLES + at,
          ts,
          value: pointValue(message, reading, at),
        };
      }),
    ),
  );
  const start = performance.now();
  for (let at = 0; at < rows.length; at += PLAIN_ROWS) {
    const part = rows.slice(at, at + PLAIN_ROWS);
    await pool.query({
      name: 'bench-plain',
      text: `INSERT INTO bench_plain SELECT * FROM
        unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::float8[], $5::int2[])
        ON CONFLICT (tenant_id, variable_id, ts) DO UPDATE SET value = excluded.value`,
      values: [
        int4Array(part.map(() => TENANT)),
        int4Array(part.map(({ variable }) => variable)),
        timestamptzArray(part.map(({ ts }) => ts)),
        float8Array(part.map(({ value }) => value)),
        int2Array(part.map(() => 0)),
      ],
    });
  }
  return rows.length / ((performance.now() - start) / 1000);
}

/** Counts the stored points, including sealed days, and the rows of the plain writer. */
export async function countPoints(pool: pg.Pool): Promise<{ plain: number; stored: number }> {
  const { rows } = await pool.query<{ plain: number; stored: number }>(
    `SELECT (SELECT count(*)::float8 FROM bench_plain) AS plain,
            (SELECT count(*)::float8 FROM points) + (SELECT coalesce(sum(cardinality(value)), 0)::float8 FROM point_row)
              + (SELECT coalesce(sum(n), 0)::float8 FROM points_day) AS stored`,
  );
  return rows[0]!;
}

/** Returns the bytes of a point in the rows of devices, with their index. */
export async function measureRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ each: number }>(
    `SELECT sum(pg_total_relation_size(inhrelid))::float8 / (SELECT sum(cardinality(value)) FROM point_row)::float8 AS each
       FROM pg_inherits WHERE inhparent = 'point_row'::regclass`,
  );
  return rows[0]!.each;
}
