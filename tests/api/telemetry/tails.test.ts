/** Points that arrive one by one are rolled up once the unwritten tail is long, or once it is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketBounds } from '../../../runtime/core/time/timeWindow.ts';
import { expirePointsAt, historyOf, type Method, variablesOf } from '../../support/calls/inside.ts';
import { changeRows, runSql } from '../../support/calls/world.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import {
  askExact,
  type ExactPoint,
  everyKind,
  readRollups,
  recutRollups,
  seedExact,
  sendExact,
} from '../../support/telemetry/exactSite.ts';
import { makeRandom } from '../../support/telemetry/random.ts';
import { rawStatistic } from '../../support/telemetry/rawStatistic.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const variableOf = async (sn: string) => (await variablesOf(server, [sn]))[0]!;

/** Reads the rows of a roll-up table of a variable, each with the transaction that wrote it. */
async function rowsOf(table: 'rollup_hour' | 'rollup_day', sn: string): Promise<string[]> {
  const rows = await runSql<{ row: string }>(
    server,
    `SELECT bucket::text || ' ' || n || ' ' || r.xmin::text AS row FROM ${table} AS r WHERE variable_id = $1 ORDER BY 1`,
    (await variableOf(sn)).id,
  );
  return rows.map(({ row }) => row);
}

describe('a tail', () => {
  const from = Date.parse('2026-06-01T10:50:00Z');
  const sum = async (sn: string, to = from + 24 * HOUR) =>
    (
      await askExact(server, [sn], { method: 'SUM', bucket: 'day', from: from - 24 * HOUR, to, zone: 'UTC' })
    )[0]!.value;

  beforeAll(() =>
    seedExact(
      server,
      ['few', 'long', 'bad', 'old', 'stay', 'part'].map((sn) => ({ sn, zone: 'UTC' })),
    ),
  );

  it('is not rolled up until it is read, and then once', async () => {
    for (let at = 0; at < 5; at += 1) await sendExact(server, 'few', [[from + at * 2 * MINUTE, at]]);
    expect(await rowsOf('rollup_hour', 'few')).toEqual([]);
    expect(await sum('few')).toBe(10);
    const hours = await rowsOf('rollup_hour', 'few');
    expect(hours).toHaveLength(1);
    expect(await sum('few')).toBe(10);
    expect(await rowsOf('rollup_hour', 'few')).toEqual(hours);
    await sendExact(server, 'few', [[from + 11 * MINUTE, 90]]);
    expect(await rowsOf('rollup_hour', 'few')).toEqual(hours);
    expect(await sum('few')).toBe(100);
    expect(await rowsOf('rollup_hour', 'few')).toHaveLength(2);
  });

  it('remains if no user reads its time', async () => {
    await sendExact(server, 'stay', [[from, 1]]);
    expect(await sum('stay', from)).toBeNull();
    expect(await rowsOf('rollup_day', 'stay')).toEqual([]);
  });

  it('is rolled up by the next points once it is long', async () => {
    await sendExact(server, 'long', [[from, 1]]);
    await sendExact(server, 'long', [[from + 5 * MINUTE, 2]]);
    expect(await rowsOf('rollup_day', 'long')).toEqual([]);
    await sendExact(server, 'long', [[from + 25 * MINUTE, 4]]);
    expect(await rowsOf('rollup_hour', 'long')).toHaveLength(2);
    expect(await rowsOf('rollup_day', 'long')).toHaveLength(1);
    expect(await sum('long')).toBe(7);
  });

  it('excludes points that became bad or changed before the roll-up', async () => {
    await sendExact(server, 'bad', [[from, 1]]);
    await sendExact(server, 'bad', [[from + MINUTE, 2]]);
    await sendExact(server, 'bad', [[from + MINUTE, 2, 2]]);
    await sendExact(server, 'bad', [[from, 5]]);
    expect(await sum('bad')).toBe(5);
  });

  it('is excluded from a roll-up that a late point has computed again', async () => {
    await sendExact(server, 'part', [[from, 1]]);
    expect(await sum('part')).toBe(1);
    await sendExact(server, 'part', [[from + 2 * MINUTE, 10]]);
    await sendExact(server, 'part', [[from - MINUTE, 100]]);
    await sendExact(server, 'part', [[from + 2 * MINUTE, 10, 2]]);
    expect(await sum('part')).toBe(101);
  });

  it('is rolled up before its points are deleted', async () => {
    await sendExact(server, 'old', [[from, 3]]);
    await changeRows(server, 'device_variable', { sn: 'old' }, { retention: 'raw30d' });
    const { points } = await expirePointsAt(server, new Date(from + 90 * 24 * HOUR));
    expect(points).toBe(1);
    expect(await sum('old')).toBe(3);
  });

  it('is included in calculated variables', async () => {
    await seedExact(
      server,
      ['in1', 'in2'].map((sn) => ({ sn, zone: 'UTC', offlineAfter: 7_200 })),
    );
    await seedExact(server, [{ sn: 'both', zone: 'UTC', formula: '[in1] + [in2]', formulaBasis: 'point' }]);
    await sendExact(server, 'in1', [[from, 5]]);
    await sendExact(server, 'in2', [[from + HOUR, 1]]);
    const window = { from: from + HOUR / 2, to: from + 2 * HOUR, zone: 'UTC' };
    const [series] = await askExact(server, ['both'], { method: 'MAX', bucket: 'total', ...window });
    expect(series!.value).toBe(6);
  });

  it('is included in the curve of a year', async () => {
    await seedExact(server, [{ sn: 'course', zone: 'UTC' }]);
    await sendExact(server, 'course', [[from, 0]]);
    await sendExact(server, 'course', [[from + MINUTE, 1]]);
    const year = { from: from - 300 * 24 * HOUR, to: from + 10 * 24 * HOUR, maxPoints: 500 };
    const [series] = await historyOf(server, ['course'], year);
    expect(series!.points.map(([, value]) => value)).toEqual([0, 1]);
  });
});

describe('random points in the order of measurement', () => {
  const VARIABLES = everyKind('t');
  const START = Date.parse('2026-10-24T19:17:00Z');
  const METHODS = ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[];

  beforeAll(() => seedExact(server, VARIABLES));

  it.each(VARIABLES.map((variable, seed) => [variable.sn, variable, seed] as const))(
    'of %s say the same as one by one, whenever they are asked for',
    async (sn, variable, seed) => {
      const random = makeRandom(seed + 11);
      const known = new Map<number, ExactPoint>();
      let now = START;
      for (let step = 0; step < 160; step += 1) {
        const kind = random(10);
        // Most points continue. Some arrive again with another value or quality, and some are late.
        if (kind < 7) now += (1 + random(9)) * MINUTE;
        const ts = kind < 8 ? now : now - random(3 * 60) * MINUTE;
        const point: ExactPoint = [ts, random(8_000) / 8, random(8) === 0 ? 2 : random(2)];
        await sendExact(server, sn, [point]);
        known.set(ts, point);
        if (random(12) > 0) continue;
        const from = START - HOUR + random(20) * 37 * MINUTE;
        const to = from + (1 + random(30)) * HOUR;
        const bucket = (['hour', 'day', 'total'] as const)[random(3)]!;
        const bounds = bucketBounds({ from, to }, bucket, variable.zone);
        const method = METHODS[random(5)]!;
        const [series] = await askExact(server, [sn], { method, bucket, from, to, zone: variable.zone });
        const expected = rawStatistic([...known.values()], bounds, method, variable);
        expect(
          series!.cells.map(({ value }) => value),
          `${method} by ${bucket} after ${step}`,
        ).toEqual(expected.map((value) => (value === null ? null : expect.closeTo(value, 6))));
      }
    },
  );

  it('have the same roll-ups as when rebuilt', async () => {
    const sns = VARIABLES.map(({ sn }) => sn);
    const all = { method: 'SUM', bucket: 'total', from: START, to: START + 999 * HOUR } as const;
    for (const { sn, zone } of VARIABLES) await askExact(server, [sn], { ...all, zone });
    const before = await readRollups(server, sns);
    await recutRollups(server, sns);
    expect(before.hours.length).toBeGreaterThan(40);
    expect(await readRollups(server, sns)).toEqual(before);
  });
});
