/**
 * Makes a site with a year of points. One day is stored normally and sealed by the server's own function. The other
 * days are copies of it made inside the database, which takes minutes instead of hours. All rows really exist.
 */
import { bucketBounds, startUnit } from '../../runtime/core/time/timeWindow.ts';
import type { TelemetryVariable } from '../../server/sites/telemetry/types.ts';
import { settleRollups } from '../../server/sites/telemetry/write/rollups/pendingRollups.ts';
import { recomputeRows } from '../../server/sites/telemetry/write/rollups/rollupStore.ts';
import { sealDay } from '../../tests/support/calls/insideStorage.ts';
import type { TestServer } from '../../tests/support/server/server.ts';
import { seedSite } from '../../tests/support/telemetry/telemetry.ts';
import { sized } from '../kit/size.ts';

export const TENANT = 1;
export const DAY_MS = 86_400_000;
const DEVICES = sized(20, 2);
const VARIABLES = 10;
/** Number of variables with a point every ten seconds. The others have one every five minutes. */
const DENSE = 10;
const DENSE_MS = sized(10_000, 60_000);
const SPARSE_MS = 300_000;
/** Days. */
export const YEAR = sized(365, 40);
const RAW_DAYS = 30;
const DAY_POINTS = (DENSE * DAY_MS) / DENSE_MS + ((DEVICES * VARIABLES - DENSE) * DAY_MS) / SPARSE_MS;
const CHUNK = 20_000;

/** The tables of raw points, and the columns of their keys before the time. */
const RAW = { points: 'tenant_id, variable_id', point_row: 'tenant_id, shape' };

export interface Filled {
  variables: TelemetryVariable[];
  dense: TelemetryVariable[];
  /** The midnight at which today began. */
  end: number;
  points: number;
  /** Number of days before today whose points are still stored as rows. */
  rawDays: number;
}

/** Makes values as a real site has them: powers, counters and unrounded values. */
function sampleValueOf(index: number, at: number): number {
  const wave = 50 + 30 * Math.sin(at / 900) + Math.random();
  const value = [
    Math.round(wave * 100) / 100,
    Math.round((1e5 + at * 1.3) * 10) / 10,
    wave,
    Math.round(wave * 10) / 10,
  ];
  return value[index % 4]!;
}

/** Every fourth device sends each value alone, with its own time. The other devices send all values together. */
const isAlone = (device: number): boolean => device % 4 === 3;

async function seedBenchSite({ app }: TestServer): Promise<TelemetryVariable[]> {
  for (let device = 0; device < DEVICES; device += 1) {
    await seedSite(
      { app },
      {
        ...{ tenantId: TENANT, station: 'bench', zone: 'UTC', device: `s${device}`, token: `s${device}` },
        variables: Array.from({ length: VARIABLES }, (_, at) => ({
          code: `v${at}`,
          kind: (device * VARIABLES + at) % 4 === 1 ? 'counter' : 'gauge',
        })),
      },
    );
  }
  const sns = Array.from(
    { length: DEVICES * VARIABLES },
    (_, at) => `s${Math.floor(at / VARIABLES)}-v${at % VARIABLES}`,
  );
  return app.services.telemetry.variables(TENANT, sns);
}

/** Sends the points of a day, or of its past part, as devices would. */
async function sendDay(
  { app }: TestServer,
  variables: readonly TelemetryVariable[],
  start: number,
  until: number,
): Promise<number> {
  let sent = 0;
  for (let device = 0; device < DEVICES; device += 1) {
    const first = device * VARIABLES;
    const own = variables.slice(first, first + VARIABLES);
    const step = first < DENSE ? DENSE_MS : SPARSE_MS;
    const readings = Array.from({ length: Math.floor((until - start) / step) }, (_, at) =>
      own.map(({ sn }, place) => {
        const ts = start + at * step + (isAlone(device) ? place * 40 + Math.floor(Math.random() * 40) : 0);
        return { tenantId: TENANT, sn, ts, value: sampleValueOf(first + place, at) };
      }),
    );
    const atOnce = CHUNK / VARIABLES;
    for (let from = 0; from < readings.length; from += atOnce)
      await app.services.telemetry.ingest(readings.slice(from, from + atOnce).flat());
    sent += readings.length * VARIABLES;
  }
  await settleRollups(app.db, TENANT, variables, until);
  return sent;
}

/** Fills this many days before `end`, and today. Roll-ups always cover a year. */
export async function fillYear(server: TestServer, target: number): Promise<Filled> {
  const { pool } = server.app.db;
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = Math.max(2, Math.min(YEAR, Math.round(target / DAY_POINTS)));
  const rawDays = Math.min(RAW_DAYS, Math.ceil(days / 12));
  const variables = await seedBenchSite(server);
  await sendDay(server, variables, end - DAY_MS, end);

  const months = new Set(
    Array.from({ length: YEAR + 1 }, (_, at) => new Date(end - at * DAY_MS).toISOString().slice(0, 7)),
  );
  for (const month of months)
    await pool.query('SELECT points_partition($1::date), points_day_partition($1::date)', [`${month}-01`]);
  const copy = (table: string, columns: string, source: string, from: number, to: number) =>
    pool.query(
      `INSERT INTO ${table} SELECT ${columns} FROM ${source} AS s, generate_series(${from}, ${to - 1}) AS back`,
    );
  const day = new Date(end - DAY_MS).toISOString().slice(0, 10);
  const oldest = new Date(end - days * DAY_MS).toISOString().slice(0, 10);
  const back = `interval '1 day' * back`;
  for (const [table, columns] of Object.entries(RAW)) {
    const earlier = `${columns}, ts - ${back}, value, quality`;
    // The first sealed day is made from rows, like every sealed day, so the template does not change.
    const template = `(SELECT ${columns}, ts, value, quality FROM ${table} WHERE ts >= '${day}')`;
    await copy(table, earlier, template, 1, rawDays);
    await copy(table, earlier, template, days - 1, days);
  }
  for (const { id } of variables) await sealDay(server, { tenant: TENANT, variable: id, day: oldest });
  await copy(
    'points_day',
    `tenant_id, variable_id, day + back, n, slots, start, step, base, scale, apart2, apart4, value2, value4, value8, quality`,
    `(SELECT * FROM points_day WHERE day = '${oldest}')`,
    1,
    days - rawDays,
  );
  const rollup = `tenant_id, variable_id, bucket - ${back}, n, sum, min, max, first, first_ts - ${back}, last,
    last_ts - ${back}, increase, integral, held, hold, roll_over`;
  for (const table of ['rollup_hour', 'rollup_day'])
    await copy(table, rollup, `(SELECT * FROM ${table} WHERE bucket >= '${day}')`, 1, YEAR);
  const client = await pool.connect();
  const cuts = bucketBounds({ from: end - (YEAR + 31) * DAY_MS, to: end }, 'month', 'UTC');
  for (const [at, bucketEnd] of cuts.slice(1).entries())
    await recomputeRows(
      client,
      TENANT,
      'rollup_month',
      variables.map((variable) => ({ variable, bucket: startUnit(cuts[at]!, 'month', 'UTC'), bucketEnd })),
    );
  client.release();
  const today = await sendDay(server, variables, end, Date.now());
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
  const dense = variables.slice(0, DENSE);
  return { variables, dense, end, points: days * DAY_POINTS + today, rawDays };
}
