/**
 * Measures curves of ten variables over a year of points at 10 s (31.5 million). They are requested over HTTP, as a
 * chart does: the whole year and zoomed windows, 60 times each. It also reads the raw points of one variable from the
 * database. The curve must contain the extremes. Goals: 400 ms for 95 of 100 years, 200 ms for 95 of 100 zooms, at
 * most 4,000 points a line, and a twentieth of the time of reading the raw points. The processor time of server,
 * database and client is printed as well, because other programs change it less. WATTDECK_BENCH_POINTS sets the
 * number of points. 190 further variables have few points.
 */
import assert from 'node:assert/strict';
import { pointsBetween } from '../server/sites/telemetry/read/pointsSql.ts';
import { postmasterPid } from '../tests/support/server/process.ts';
import { login, startServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';
import { DAY_MS, fillYear, TENANT, YEAR } from './storage/fill.ts';

const POINTS = sized(Number(process.env.WATTDECK_BENCH_POINTS ?? 50_000_000), 0);
const ROUNDS = sized(60, 2);
const RAW_ROUNDS = sized(3, 1);
const MOST = 4_000;
const HOUR_MS = 3_600_000;
const GOALS = { year: 400, zoom: 200, ratio: 20 };
const ZOOMS = [
  { name: 'a month', ms: 30 * DAY_MS },
  { name: 'a day', ms: DAY_MS },
  { name: 'an hour', ms: HOUR_MS },
];

async function timed<T>(run: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const result = await run();
  return [performance.now() - start, result];
}

/** Returns a time in the format of a query, in the time zone of these devices (UTC). */
const wallOf = (ts: number): string => new Date(ts).toISOString().slice(0, 19).replace('T', ' ');

const server = await startServer();
try {
  const { dense, end, points } = await fillYear(server, POINTS);
  const { pool } = server.app.db;
  await pool.query('vacuum analyze');
  const client = await login(server);
  const sns = dense.map(({ sn }) => sn).join();
  const query = (from: number, to: number) =>
    client.call('trendValues', {
      query: { sns, startTime: wallOf(from), endTime: wallOf(to), maxPoints: MOST },
    });
  const start = end - YEAR * DAY_MS;
  const work = () => cpuTimeOf([process.pid, postmasterPid(server.config.dataDir)]);
  /** Requests a window of this width at a different place each time, like a user who pans through the year. */
  const look = async (name: string, width: number, goal: number): Promise<void> => {
    const times: number[] = [];
    let longest = 0;
    const before = work();
    for (let round = 0; round < ROUNDS; round += 1) {
      const from =
        start + Math.floor(((end - start - width) * ((round * 37) % ROUNDS)) / ROUNDS / HOUR_MS) * HOUR_MS;
      const [ms, lines] = await timed(() => query(from, from + width));
      times.push(ms);
      assert.equal(lines.length, dense.length);
      longest = Math.max(longest, ...lines.map((line) => line.points.length));
    }
    assert.ok(longest <= MOST, `${longest} points on a line`);
    const late = percentile(times, 0.95);
    const each = ((work() - before) / ROUNDS).toFixed(0);
    const verdict = judge({ value: late, goal, better: 'less' });
    console.log(
      `${name}: ${median(times).toFixed(0)} ms, p95 ${late.toFixed(0)} ms (${verdict}); ${each} ms of work; at most ${longest} points a line`,
    );
  };
  console.log(`${Math.round(points).toLocaleString('en')} points`);
  await look('a year', end - start, GOALS.year);
  for (const { name, ms } of ZOOMS) await look(name, ms, GOALS.zoom);

  const [variable] = dense;
  const view = pointsBetween({ tenant: '$1', variable: '$2', lower: '$3', upper: '$4' });
  const raw: number[] = [];
  let extremes = { n: 0, high: 0, low: 0 };
  for (let round = 0; round < RAW_ROUNDS; round += 1) {
    const [ms, { rows }] = await timed(() =>
      pool.query<typeof extremes>({
        text: `select count(*)::float8 as n, max(value) as high, min(value) as low from ${view} as p`,
        values: [TENANT, variable!.id, new Date(start), new Date(end)],
      }),
    );
    raw.push(ms);
    extremes = rows[0]!;
  }
  const single: number[] = [];
  let drawn: (number | null)[] = [];
  for (let round = 0; round < RAW_ROUNDS * 3; round += 1) {
    const [ms, [line]] = await timed(() =>
      client.call('trendValues', {
        query: { sns: variable!.sn, startTime: wallOf(start), endTime: wallOf(end), maxPoints: MOST },
      }),
    );
    single.push(ms);
    drawn = line!.points.map(([, value]) => value as number | null);
  }
  const known = drawn.filter((value) => value !== null);
  assert.ok(known.length > 0, 'the curve has points');
  assert.deepEqual(
    [Math.max(...known), Math.min(...known)],
    [extremes.high, extremes.low],
    'extremes are kept',
  );
  const ratio = median(raw) / median(single);
  const verdict = keepRatio({
    name: 'raw points of a year',
    value: ratio,
    goal: GOALS.ratio,
    better: 'more',
  });
  console.log(
    `one variable: ${median(single).toFixed(0)} ms; its ${extremes.n.toLocaleString('en')} raw points read in the database ${median(raw).toFixed(0)} ms, ${ratio.toFixed(0)} times as long (${verdict}); extremes on the curve`,
  );
} finally {
  await server.stop();
}
