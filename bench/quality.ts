/**
 * Measures power quality over HTTP, for a month of 23 variables that send each minute. It measures without stored
 * results, with stored results, and with one day to recompute. A hand-written statement over the points is the
 * comparison. It also measures ten curves over a year. Finally it compares the hourly work with the work of storing
 * its points, at 20,000 a second. Goals: 500 ms without, 50 ms with stored results, 5 % of the work of storing.
 */
import assert from 'node:assert/strict';
import { login, type TestServer } from '../tests/support/server/server.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';
import { timed } from './kit/timed.ts';
import { benchHourly } from './quality/hourly.ts';
import { CODES, seedStations, TENANT } from './quality/site.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 60_000;
const DAYS = sized(31, 2);
const ROUNDS = sized(7, 1);
const STORED_ROUNDS = sized(41, 1);
const GOALS = { madeMs: 500, keptMs: 50 };

const STATION = 'PQB';

/** July 2026, in UTC. */
const FROM = Date.UTC(2026, 6, 1);
const TO = FROM + DAYS * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * Returns mean, 95 % value and extremes of the ten-minute means of each variable. It ignores gaps and checks no
 * limits.
 */
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

/** Stores an hour of points of all variables of the station. */
const storeHour = ({ app }: TestServer, from: number) =>
  app.services.telemetry.ingest(
    CODES.flatMap((code) =>
      Array.from({ length: HOUR_MS / STEP_MS }, (_, at) => ({
        ...{ tenantId: TENANT, sn: `${STATION}-A-${code}`, ts: from + at * STEP_MS },
        value: sineAt(from + at * STEP_MS),
      })),
    ),
  );

const server = await startFresh();
try {
  await seedStations(server, [STATION]);
  const { db, services } = server.app;
  for (let ts = FROM; ts < TO; ts += HOUR_MS) await storeHour(server, ts);
  await db.pool.query('vacuum analyze');
  const admin = await login(server);
  const month = () => admin.call('qualityMonth', { query: { stationSn: STATION, month: '2026-07' } });
  console.log(`the first question of a server: ${(await timed(month)).toFixed(0)} ms`);
  const nothing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.pool.query('delete from mean_day');
    nothing.push(await timed(month));
  }
  const made = judge({ value: median(nothing), goal: GOALS.madeMs, better: 'less' });
  console.log(`all days made: ${median(nothing).toFixed(0)} ms (${made})`);
  await db.pool.query('vacuum analyze');
  const stored: number[] = [];
  for (let round = 0; round < STORED_ROUNDS; round += 1) stored.push(await timed(month));
  const plain: number[] = [];
  const query = () => db.pool.query(STATEMENT, [new Date(FROM), new Date(TO)]);
  // All variables have the same values.
  const thd = (await month()).rows.find(({ quantity }) => quantity === 'thdU')!;
  const [byHand] = (await query()).rows as { avg: number; count: string }[];
  assert.deepEqual(
    [thd.samples, thd.mean?.toFixed(3)],
    [Number(byHand!.count), byHand!.avg.toFixed(3)],
    'both sides have the same means',
  );
  for (let round = 0; round < ROUNDS; round += 1) plain.push(await timed(query));
  const value = median(plain) / median(stored);
  const storedVerdict = judge({ value: median(stored), goal: GOALS.keptMs, better: 'less' });
  console.log(`all days kept: ${median(stored).toFixed(0)} ms (${storedVerdict})`);
  const verdict = keepRatio({ name: 'one statement beside a month that is kept', value, better: 'more' });
  console.log(
    `one statement over the points: ${median(plain).toFixed(0)} ms, ${value.toFixed(1)} times as long (${verdict})`,
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
  await benchHourly(server, TO);
} finally {
  await server.stop();
}
