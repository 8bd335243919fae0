/**
 * Power quality of a month of 23 variables that send each minute, asked over HTTP: cold, kept, and with one day that has
 * to be made anew, beside the statement over the points that somebody would write by hand; what the hourly work costs
 * against taking in its points; and ten curves over a year. Goals: 500 ms cold, 50 ms kept, 5 % of taking in.
 */
import { keepQualityMeans } from '../server/sites/quality/keepMeans.ts';
import { readMeans } from '../server/sites/telemetry/read/tenMinutes.ts';
import { login, startServer } from '../tests/support/server.ts';
import { seedSite } from '../tests/support/telemetry.ts';

const TENANT = 1;
const DAY_MS = 86_400_000;
const STEP_MS = 60_000;
const DAYS = 31;
const ROUNDS = 7;
const KEPT_ROUNDS = 41;
const PHASES = ['A', 'B', 'C'];
const CODES = [
  'frequency',
  'unbalance',
  ...PHASES.flatMap((phase) => [
    `voltage${phase}`,
    `current${phase}`,
    `thdU${phase}`,
    ...[3, 5, 7, 11].map((order) => `u${phase}h${order}`),
  ]),
];

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** As many as the hourly work reads in one go; the month is that of the first. */
const STATIONS = ['PQB', ...Array.from({ length: 7 }, (_, at) => `PQB${at + 1}`)];

/** July 2026, in UTC. */
const FROM = Date.UTC(2026, 6, 1);
const TO = FROM + DAYS * DAY_MS;
const HOUR_MS = 3_600_000;
/** The day after sends as an analyser does. */
const DENSE_MS = 10_000;

/** Mean, 95 % value and extremes of the means of ten minutes of each variable: no holes looked at, nothing judged. */
const STATEMENT = `
  with means as (
    select p.variable_id, date_bin('10 minutes', p.ts, '2000-01-01') as slot, avg(p.value) as mean
      from points p join device_variable v on v.tenant_id = p.tenant_id and v.id = p.variable_id
     where p.tenant_id = ${TENANT} and v.device_sn = 'PQB-A' and p.ts >= $1 and p.ts < $2 and p.quality < 2
     group by 1, 2)
  select variable_id, avg(mean), max(mean), min(mean), count(*),
      percentile_disc(0.95) within group (order by abs(mean))
    from means group by 1`;

const sineAt = (ts: number): number => 2 + Math.sin(ts / 9e6);

/** Takes an hour of all variables of a station in. */
const takeHour = (
  { app }: Awaited<ReturnType<typeof startServer>>,
  station: string,
  from: number,
  step: number,
) =>
  app.services.telemetry.ingest(
    CODES.flatMap((code) =>
      Array.from({ length: HOUR_MS / step }, (_, at) => ({
        ...{ tenantId: TENANT, sn: `${station}-A-${code}`, ts: from + at * step },
        value: sineAt(from + at * step),
      })),
    ),
  );

const server = await startServer({ fresh: true });
try {
  for (const station of STATIONS)
    await seedSite(server, {
      ...{ tenantId: TENANT, station, zone: 'UTC', device: `${station}-A`, token: `${station}-bench-token` },
      variables: CODES.map((code) => ({ code, unit: '%' })),
    });
  const { db, services } = server.app;
  for (let ts = FROM; ts < TO; ts += HOUR_MS) await takeHour(server, 'PQB', ts, STEP_MS);
  await db.pool.query('vacuum analyze');
  const admin = await login(server);
  const month = () => admin.call('qualityMonth', { query: { stationSn: 'PQB', month: '2026-07' } });
  console.log(`the first question of a server: ${(await timed(month)).toFixed(0)} ms`);
  const nothing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.pool.query('delete from mean_day');
    nothing.push(await timed(month));
  }
  console.log(`all days made: ${median(nothing).toFixed(0)} ms (goal 500)`);
  await db.pool.query('vacuum analyze');
  const kept: number[] = [];
  for (let round = 0; round < KEPT_ROUNDS; round += 1) kept.push(await timed(month));
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    plain.push(await timed(() => db.pool.query(STATEMENT, [new Date(FROM), new Date(TO)])));
  const ratio = median(plain) / median(kept);
  console.log(`all days kept: ${median(kept).toFixed(0)} ms (goal 50)`);
  console.log(
    `one statement over the points: ${median(plain).toFixed(0)} ms, ${ratio.toFixed(1)} times as long`,
  );
  const cold: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const point = {
      tenantId: TENANT,
      sn: 'PQB-A-thdUA',
      ts: FROM + DAY_MS + round * STEP_MS,
      value: 3 + round,
    };
    await services.telemetry.ingest([point]);
    cold.push(await timed(month));
  }
  console.log(`a day of one variable made anew: ${median(cold).toFixed(0)} ms`);
  const variables = await services.telemetry.variables(
    TENANT,
    STATIONS.flatMap((station) => CODES.map((code) => `${station}-A-${code}`)),
  );
  let [taken, worked] = [0, 0];
  for (let ts = TO; ts < TO + DAY_MS; ts += HOUR_MS) {
    for (const station of STATIONS) taken += await timed(() => takeHour(server, station, ts, DENSE_MS));
    const now = ts + 1.5 * HOUR_MS;
    worked += await timed(() =>
      readMeans(db, { tenantId: TENANT, variables, from: TO - DAY_MS, to: now }, now),
    );
  }
  const share = ((100 * worked) / taken).toFixed(1);
  console.log(
    `24 hours of points each ${DENSE_MS / 1000} s: taken in ${taken.toFixed(0)} ms, means kept ${worked.toFixed(0)} ms, ${share} % (goal 5)`,
  );
  console.log(
    `a round of the work with nothing new: ${(await timed(() => keepQualityMeans(services, { days: 2 }))).toFixed(0)} ms`,
  );
  const sns = CODES.slice(0, 10).map((code) => `PQB-A-${code}`);
  const year = () =>
    admin.call('trendValues', {
      query: {
        ...{ sns: sns.join(','), maxPoints: 4000 },
        ...{ startTime: '2026-01-01 00:00:00', endTime: '2027-01-01 00:00:00' },
      },
    });
  const years: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) years.push(await timed(year));
  console.log(`ten variables over a year: ${median(years).toFixed(0)} ms`);
} finally {
  await server.stop();
}
