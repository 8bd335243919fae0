/** Days that are packed piece by piece while they go on: nothing that is asked of them notices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketBounds } from '../../runtime/core/timeWindow.ts';
import { expirePoints } from '../../server/sites/telemetry/storage/expire.ts';
import { packPieces } from '../../server/sites/telemetry/storage/pieces.ts';
import { readCourses } from '../../server/sites/telemetry/storage/read.ts';
import { sealDaysBefore } from '../../server/sites/telemetry/storage/seal.ts';
import type { Method } from '../../server/sites/telemetry/types.ts';
import {
  askExact,
  type ExactPoint,
  everyKind,
  makeRandom,
  seedExact,
  sendExact,
} from '../support/exactSite.ts';
import { rawStatistic } from '../support/rawStatistic.ts';
import { startServer, type TestServer } from '../support/server.ts';

const TENANT = 1;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY_MS = 24 * HOUR;
const DAY = Date.parse('2026-06-03T00:00:00Z');
const signal = new AbortController().signal;
let server: TestServer;
const ids = new Map<string, number>();

const options = (before: number) => ({
  ...{ before: new Date(before), signal, rest: 0, log: server.app.services.log },
});
const pool = () => server.app.db.pool;
const pack = (before: number) => packPieces(pool(), options(before));

const every = (ms: number, from: number, to: number): ExactPoint[] =>
  Array.from({ length: Math.ceil((to - from) / ms) }, (_, at): ExactPoint => [from + at * ms, at % 97, 0]);

async function asked<T>(text: string, ...values: unknown[]): Promise<T[]> {
  const { rows } = await pool().query(text, values);
  return rows as T[];
}

const pointsOf = async (sn: string, from = DAY, to = DAY + 2 * DAY_MS): Promise<ExactPoint[]> => {
  const rows = await asked<{ ts: string; value: number; quality: number }>(
    'SELECT ts, value, quality FROM points_between($1, $2, $3, $4) ORDER BY ts',
    ...[TENANT, ids.get(sn), new Date(from), new Date(to)],
  );
  return rows.map(({ ts, value, quality }) => [Date.parse(ts), value, quality]);
};

const courseOf = async (sn: string, from = DAY, to = DAY + 2 * DAY_MS): Promise<ExactPoint[]> => {
  const id = ids.get(sn)!;
  const request = { tenantId: TENANT, ids: [id], from, to };
  const courses = await server.app.db.tenant(TENANT, (trx) => readCourses(trx, request));
  const { times, values, quality } = courses.get(id)!;
  return times.map((ts, at) => [ts, values[at]!, quality?.[at] ?? 0]);
};

/** How many points each packed row has, and how many are rows. */
const kept = async (sn: string) => {
  const pieces = await asked<{ n: number }>(
    'SELECT n FROM points_day WHERE variable_id = $1 ORDER BY day, start',
    ids.get(sn),
  );
  const [rows] = await asked<{ n: number }>(
    'SELECT count(*) AS n FROM points WHERE variable_id = $1',
    ids.get(sn),
  );
  return { pieces: pieces.map(({ n }) => n), rows: rows!.n };
};

const RANDOM = everyKind('p');

beforeAll(async () => {
  server = await startServer();
  const own = ['dense', 'late', 'few', 'busy', 'old'].map((sn) => ({ sn, zone: 'Asia/Kolkata' }));
  await seedExact(server, [...own, ...RANDOM]);
  const sns = [...own, ...RANDOM].map(({ sn }) => sn);
  for (const { sn, id } of await server.app.services.telemetry.variables(TENANT, sns)) ids.set(sn, id);
});
afterAll(() => server?.stop());

/** What comes one by one is rolled up when its tail is long. */
const sendOn = async (sn: string, points: readonly ExactPoint[]) => {
  for (let at = 0; at < points.length; at += 400) await sendExact(server, sn, points.slice(at, at + 400));
};

describe('a day with many points', () => {
  const points = every(10 * SECOND, DAY, DAY + DAY_MS);
  const until = (ts: number) => points.filter(([at]) => at < ts);

  it('is packed piece by piece up to the limit, each a thousand points or more', async () => {
    await sendOn('dense', until(DAY + 4 * HOUR));
    expect(await pack(DAY + 2 * HOUR)).toEqual({ days: 0, points: 0, failed: 0 });
    expect(await pack(DAY + 3 * HOUR)).toEqual({ days: 1, points: 1080, failed: 0 });
    expect(await pack(DAY + 3.5 * HOUR)).toEqual({ days: 0, points: 0, failed: 0 });
    await sendOn('dense', points.slice(1440, 3600));
    await pack(DAY + 7 * HOUR);
    expect(await kept('dense')).toEqual({ pieces: [1080, 1440], rows: 1080 });
    expect(await pointsOf('dense')).toEqual(until(DAY + 10 * HOUR));
    expect(await courseOf('dense')).toEqual(until(DAY + 10 * HOUR));
    // Windows that begin and end inside of pieces, or between them.
    for (const [from, to] of [
      [DAY + HOUR, DAY + 2 * HOUR],
      [DAY + 3 * HOUR - 10 * SECOND, DAY + 3 * HOUR],
      [DAY + 3 * HOUR, DAY + 3 * HOUR + 1],
      [DAY + 2.5 * HOUR + 1, DAY + 8 * HOUR],
    ] as const) {
      const inside = points.filter(([ts]) => ts >= from && ts < to);
      expect(await pointsOf('dense', from, to)).toEqual(inside);
      expect(await courseOf('dense', from, to)).toEqual(inside);
    }
  });

  it('is one row when it is over, with everything that came', async () => {
    await sendOn('dense', points.slice(3600));
    await pack(DAY + 20 * HOUR);
    expect((await kept('dense')).pieces).toHaveLength(3);
    await pack(DAY + DAY_MS + 60 * SECOND);
    expect(await kept('dense')).toEqual({ pieces: [8640], rows: 0 });
    expect(await pack(DAY + DAY_MS + HOUR)).toEqual({ days: 0, points: 0, failed: 0 });
    expect(await pointsOf('dense')).toEqual(points);
    expect(await courseOf('dense')).toEqual(points);
  });

  it('takes in late and repeated points: they count at once, and are packed when the day is sealed', async () => {
    await sendOn('late', until(DAY + 6 * HOUR));
    await pack(DAY + 5 * HOUR);
    const changed: ExactPoint[] = [
      [DAY + HOUR, -7, 0],
      [DAY + HOUR + 1, 5_000, 2],
      [DAY + 4 * HOUR, 3, 1],
    ];
    await sendExact(server, 'late', changed);
    const known = new Map([...until(DAY + 6 * HOUR), ...changed].map((point) => [point[0], point]));
    const wanted = [...known.values()].sort((a, b) => a[0] - b[0]);
    expect(await pointsOf('late')).toEqual(wanted);
    expect(await courseOf('late')).toEqual(wanted);
    await pack(DAY + 6 * HOUR);
    expect(await kept('late')).toEqual({ pieces: [1800], rows: 363 });
    await sealDaysBefore(pool(), options(DAY + 3 * DAY_MS));
    expect(await kept('late')).toEqual({ pieces: [wanted.length], rows: 0 });
    expect(await pointsOf('late')).toEqual(wanted);
  });

  it('stays as rows where the points are few', async () => {
    await sendOn('few', every(300 * SECOND, DAY, DAY + DAY_MS));
    await pack(DAY + DAY_MS + HOUR);
    expect(await kept('few')).toEqual({ pieces: [], rows: 288 });
  });

  it('goes with its class, pieces and all', async () => {
    await sendOn('old', until(DAY + 12 * HOUR));
    await pack(DAY + 3 * HOUR);
    await pack(DAY + 8 * HOUR);
    expect((await kept('old')).pieces).toHaveLength(2);
    await pool().query(`UPDATE device_variable SET retention = 'raw30d' WHERE sn = 'old'`);
    expect(await expirePoints(pool(), new Date(DAY + 40 * DAY_MS), signal, 0)).toEqual({ points: 4320 });
    expect(await kept('old')).toEqual({ pieces: [], rows: 0 });
  });

  it('is packed while others read and write, with every point there exactly once', async () => {
    await sendOn('busy', until(DAY + 12 * HOUR));
    const [first] = await pointsOf('busy');
    let open = true;
    const counts = new Set<number>();
    const reader = (async () => {
      while (open) {
        counts.add((await pointsOf('busy', DAY, DAY + 12 * HOUR)).length);
        counts.add((await courseOf('busy')).filter(([ts]) => ts < DAY + 12 * HOUR).length);
      }
    })();
    const writer = (async () => {
      for (let round = 0; round < 12; round += 1) {
        await sendExact(server, 'busy', points.slice(4320 + round * 20, 4340 + round * 20));
        // Points that change nothing, late.
        await sendExact(server, 'busy', points.slice(round * 300, round * 300 + 30));
      }
    })();
    for (let hour = 3; hour <= 12; hour += 3) await pack(DAY + hour * HOUR);
    await writer;
    await sealDaysBefore(pool(), options(DAY + DAY_MS));
    open = false;
    await reader;
    expect(first).toEqual(points[0]);
    expect([...counts]).toEqual([4320]);
    expect(await pointsOf('busy')).toEqual(points.slice(0, 4320 + 240));
    expect((await kept('busy')).rows).toBe(0);
  });
});

describe('random points of a day that is packed in between', () => {
  it.each(RANDOM.map((variable) => [variable.sn, variable] as const))(
    'of %s say the same as one by one',
    async (sn, variable) => {
      const random = makeRandom(sn.length + 11);
      const sent = new Map<number, ExactPoint>();
      for (let hour = 0; hour < 26; hour += 2) {
        const points = Array.from({ length: 700 }, (): ExactPoint => {
          // Some are late, by up to half a day.
          const late = random(20) === 0 ? random(12) * HOUR : 0;
          const ts = Math.max(DAY, DAY + hour * HOUR + random(7_200) * SECOND - late);
          return [ts, random(8_000) / 8, random(9) === 0 ? 2 : 0];
        });
        for (const point of points) sent.set(point[0], point);
        await sendExact(server, sn, points);
        await pack(DAY + (hour + 1) * HOUR);
      }
      expect((await kept(sn)).pieces.length).toBeGreaterThan(0);
      const known = [...sent.values()];
      for (const [from, to] of [
        [DAY - HOUR, DAY + 28 * HOUR],
        [DAY + 2 * HOUR + 1_234_000, DAY + 17 * HOUR + 77_000],
      ] as const) {
        for (const bucket of ['hour', 'total'] as const) {
          const bounds = bucketBounds({ from, to }, bucket, variable.zone);
          for (const method of ['AVG', 'MAX', 'SUM', 'DIFF'] satisfies Method[]) {
            const [series] = await askExact(server, [sn], { method, bucket, from, to, zone: variable.zone });
            const wanted = rawStatistic(known, bounds, method, variable);
            expect(
              series!.cells.map(({ value }) => value),
              `${method} by ${bucket} of ${sn}`,
            ).toEqual(wanted.map((value) => (value === null ? null : expect.closeTo(value, 6))));
          }
        }
      }
    },
  );
});
