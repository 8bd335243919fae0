import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketBounds } from '../../../runtime/core/time/timeWindow.ts';
import { type Method, recutInZone, variablesOf } from '../../support/calls/inside.ts';
import { changeRows, dropPointsBefore, runSql } from '../../support/calls/world.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import {
  askExact,
  type ExactPoint,
  everyKind,
  readRollups,
  recutRollups,
  seedExact,
  sendExact,
  shuffled,
} from '../../support/telemetry/exactSite.ts';
import { makeRandom } from '../../support/telemetry/random.ts';
import { rawStatistic } from '../../support/telemetry/rawStatistic.ts';
import { statisticCases } from '../../support/telemetry/statisticCases/index.ts';

const HOUR = 3_600_000;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const close = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : expect.closeTo(value, 6)));

describe('statistics computed by hand', () => {
  const snOf = (at: number): string => `case${at}`;

  beforeAll(async () => {
    const random = makeRandom(7);
    await seedExact(
      server,
      statisticCases.map(({ zone, kind, average, rollOver, offlineAfter }, at) => ({
        ...{ sn: snOf(at), zone, kind, average, rollOver, offlineAfter },
      })),
    );
    for (const [at, { points }] of statisticCases.entries()) {
      const all = points.map(([time, value, quality]): ExactPoint => [Date.parse(time), value, quality]);
      // Points arrive late and in any order. Some arrive twice, and some first with another value.
      const mixed = shuffled(all, random);
      const third = Math.ceil(mixed.length / 3);
      await sendExact(
        server,
        snOf(at),
        mixed.slice(0, third).map(([ts]) => [ts, 4_711, ts % 3]),
      );
      for (let from = 0; from < mixed.length; from += third)
        await sendExact(server, snOf(at), mixed.slice(from, from + third));
      await sendExact(server, snOf(at), mixed.slice(-third));
    }
  });

  it.each(statisticCases.map(({ name }, at) => [name, at] as const))('%s', async (_name, at) => {
    const { zone, asks } = statisticCases[at]!;
    for (const { method, bucket, from, to, values, whole } of asks) {
      const question = { method, bucket, from: Date.parse(from), to: Date.parse(to), zone };
      const [series] = await askExact(server, [snOf(at)], question);
      expect(
        series!.cells.map(({ value }) => value),
        `${method} by ${bucket} from ${from}`,
      ).toEqual(close(values));
      expect([series!.value], `${method} over all from ${from}`).toEqual(close([whole]));
    }
  });
});

describe('random points', () => {
  const VARIABLES = everyKind('r');
  const START = Date.parse('2026-10-03T05:17:00Z');
  const sent = new Map<string, Map<number, ExactPoint>>();

  beforeAll(async () => {
    await seedExact(server, VARIABLES);
    for (const [seed, { sn }] of VARIABLES.entries()) {
      const random = makeRandom(seed + 1);
      const known = new Map<number, ExactPoint>();
      sent.set(sn, known);
      for (let round = 0; round < 12; round += 1) {
        const base = START + random(3 * 24) * HOUR;
        const points = Array.from({ length: 60 }, (): ExactPoint => {
          // Times are whole minutes, so that they repeat. Every sixth point is bad, and may replace a good one.
          const ts = base + random(20 * 60) * 60_000;
          return [ts, random(8_000) / 8, random(6) === 0 ? 2 : random(2)];
        });
        await sendExact(server, sn, points);
        for (const point of points) known.set(point[0], point);
      }
    }
  });

  it.each(VARIABLES.map((variable) => [variable.sn, variable] as const))(
    'of %s roll up to the same as one by one',
    async (sn, variable) => {
      const points = [...sent.get(sn)!.values()];
      const windows = [
        [START - 5 * HOUR, START + 96 * HOUR],
        [START + 7 * HOUR + 1_234_000, START + 53 * HOUR + 77_000],
        [START + 30 * HOUR, START + 30 * HOUR + 900_000],
      ] as const;
      for (const [from, to] of windows) {
        for (const bucket of ['hour', 'day', 'total'] as const) {
          const bounds = bucketBounds({ from, to }, bucket, variable.zone);
          for (const method of ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[]) {
            const question = { method, bucket, from, to, zone: variable.zone };
            const [series] = await askExact(server, [sn], question);
            const expected = rawStatistic(points, bounds, method, variable);
            const title = `${method} by ${bucket} of ${sn} from ${new Date(from).toISOString()}`;
            expect(
              series!.cells.map(({ value }) => value),
              title,
            ).toEqual(close(expected));
            const [whole = null] = rawStatistic(points, [from, to], method, variable);
            expect([series!.value], `${title}, over all`).toEqual(close([whole]));
          }
        }
      }
    },
  );

  it('give the same roll-ups when these are rebuilt', async () => {
    const sns = VARIABLES.map(({ sn }) => sn);
    const before = await readRollups(server, sns);
    await recutRollups(server, sns);
    expect(before.days.length).toBeGreaterThan(10);
    expect(await readRollups(server, sns)).toEqual(before);
  });
});

describe('random points of months', () => {
  const VARIABLES = everyKind('m');
  // The clocks of these zones change within this time.
  const START = Date.parse('2026-01-27T05:17:00Z');
  const DAYS = 110;
  const sent = new Map<string, ExactPoint[]>();

  const compareMonths = async () => {
    const windows = [
      [START - 24 * HOUR, START + DAYS * 24 * HOUR],
      [START + 3 * 24 * HOUR + 1_234_000, START + 80 * 24 * HOUR + 77_000],
    ] as const;
    for (const variable of VARIABLES) {
      for (const [from, to] of windows) {
        for (const bucket of ['month', 'total'] as const) {
          const bounds = bucketBounds({ from, to }, bucket, variable.zone);
          for (const method of ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[]) {
            const question = { method, bucket, from, to, zone: variable.zone };
            const [series] = await askExact(server, [variable.sn], question);
            const expected = rawStatistic(sent.get(variable.sn)!, bounds, method, variable);
            const title = `${method} by ${bucket} of ${variable.sn} from ${new Date(from).toISOString()}`;
            expect(
              series!.cells.map(({ value }) => value),
              title,
            ).toEqual(close(expected));
          }
        }
      }
    }
  };

  beforeAll(async () => {
    await seedExact(server, VARIABLES);
    for (const [seed, { sn }] of VARIABLES.entries()) {
      const random = makeRandom(seed + 40);
      const known = new Map<number, ExactPoint>();
      for (let round = 0; round < 8; round += 1) {
        const points = Array.from({ length: 120 }, (): ExactPoint => {
          const ts = START + random(DAYS * 24 * 2) * (HOUR / 2);
          return [ts, random(8_000) / 8, random(6) === 0 ? 2 : random(2)];
        });
        await sendExact(server, sn, points);
        for (const point of points) known.set(point[0], point);
      }
      sent.set(sn, [...known.values()]);
    }
  });

  it('have the same roll-ups as one by one, early or late', compareMonths);

  it('are read from one row per month', async () => {
    const sns = VARIABLES.map(({ sn }) => sn);
    const { days, months } = await readRollups(server, sns);
    expect(days.length).toBeGreaterThan(400);
    expect(months.length).toBeLessThanOrEqual(5 * 5);
    const [variable] = await variablesOf(server, ['m-gauge']);
    const from = Date.parse('2026-03-01T00:00:00+01:00');
    const to = Date.parse('2026-05-01T00:00:00+02:00');
    const question = { method: 'SUM', bucket: 'month', from, to, zone: 'Europe/Berlin' } as const;
    const values = async () => (await askExact(server, ['m-gauge'], question))[0]!.cells;
    const before = await values();
    await changeRows(server, 'rollup_day', { variable_id: variable!.id }, { sum: 0 });
    expect(await values()).toEqual(before);
    await recutRollups(server, ['m-gauge']);
    expect(await values()).toEqual(before);
  });

  it('give the same when these are rebuilt', async () => {
    const sns = VARIABLES.map(({ sn }) => sn);
    const before = await readRollups(server, sns);
    await recutRollups(server, sns);
    expect(await readRollups(server, sns)).toEqual(before);
    await compareMonths();
  });

  it('are cut in the new zone even if the points of their days are deleted', async () => {
    await dropPointsBefore(server, ['m-interval'], Date.parse('2026-04-10T00:00:00Z'));
    await recutInZone(server, 'm-interval', 'Asia/Kolkata');
    const [first, second] = (await readRollups(server, ['m-interval'])).months;
    // The hours, cut for St. John's, outlive their points. Cut again for Kolkata, their sums are still exact.
    const january = [Date.parse('2025-12-31T18:30:00Z'), Date.parse('2026-01-31T18:30:00Z')] as const;
    const [sum] = rawStatistic(sent.get('m-interval')!, january, 'SUM', VARIABLES[4]!);
    expect(first).toMatchObject({ bucket: '2025-12-31T18:30:00.000Z' });
    expect(Number(first!.sum)).toBeCloseTo(sum!, 6);
    expect(second).toMatchObject({ bucket: '2026-01-31T18:30:00.000Z' });
  });
});

describe('a back-fill', () => {
  const from = Date.parse('2026-06-01T00:00:00Z');
  const [variable] = [{ sn: 'fill', zone: 'UTC', average: 'time', offlineAfter: 3_600 }] as const;

  beforeAll(async () => {
    await seedExact(server, [variable]);
    await sendExact(
      server,
      'fill',
      Array.from({ length: 3 * 24 * 4 }, (_, at): ExactPoint => [from + (at * HOUR) / 4, at]),
    );
  });

  /** Counts the rows of each table that a step wrote. A written row contains the transaction that wrote it. */
  async function touched(step: () => Promise<void>) {
    const read = async (table: string) => {
      const rows = await runSql<{ row: string }>(
        server,
        `SELECT r.ctid::text || ' ' || r.xmin::text AS row FROM ${table} AS r
           JOIN device_variable v ON v.id = r.variable_id AND v.tenant_id = r.tenant_id WHERE v.sn = 'fill'`,
      );
      return new Set(rows.map(({ row }) => row));
    };
    const tables = ['rollup_hour', 'rollup_day', 'rollup_month', 'points'];
    const before = await Promise.all(tables.map(read));
    await step();
    const after = await Promise.all(tables.map(read));
    return after.map((rows, at) => [...rows].filter((row) => !before[at]!.has(row)).length);
  }

  it('writes only the hour, the day and the month of a late point', async () => {
    expect(await touched(() => sendExact(server, 'fill', [[from + 90 * 60_000 + 1, 1_000]]))).toEqual([
      1, 1, 1, 1,
    ]);
  });

  it('writes nothing for known points', async () => {
    const again = Array.from({ length: 40 }, (_, at): ExactPoint => [from + (at * HOUR) / 4, at]);
    expect(await touched(() => sendExact(server, 'fill', again))).toEqual([0, 0, 0, 0]);
  });

  it('updates when a point becomes bad, and when one becomes good again', async () => {
    const ts = from + 30 * HOUR;
    const hour = { method: 'MIN', bucket: 'hour', from: ts, to: ts + HOUR, zone: 'UTC' } as const;
    const value = async () => (await askExact(server, ['fill'], hour))[0]!.value;
    expect(await value()).toBe(120);
    expect(await touched(() => sendExact(server, 'fill', [[ts, 120, 2]]))).toEqual([1, 1, 1, 1]);
    expect(await value()).toBe(121);
    expect(await touched(() => sendExact(server, 'fill', [[ts, 120, 1]]))).toEqual([1, 1, 1, 1]);
    expect(await value()).toBe(120);
    // A point that counts for no figure changes no roll-up.
    expect(await touched(() => sendExact(server, 'fill', [[from + 80 * HOUR, 1, 2]]))).toEqual([0, 0, 0, 1]);
  });

  it('leaves no bucket in which nothing counts any more', async () => {
    const ts = from + 100 * HOUR;
    const day = {
      method: 'MAX',
      bucket: 'day',
      from: from + 96 * HOUR,
      to: from + 120 * HOUR,
      zone: 'UTC',
    } as const;
    const value = async () => (await askExact(server, ['fill'], day))[0]!.cells[0]!.value;
    await sendExact(server, 'fill', [[ts, 77]]);
    expect(await value()).toBe(77);
    await sendExact(server, 'fill', [[ts, 77, 2]]);
    expect(await value()).toBeNull();
    await sendExact(server, 'fill', [[ts, 78]]);
    expect(await value()).toBe(78);
  });

  it('keeps roll-ups whose points were deleted', async () => {
    await dropPointsBefore(server, ['fill'], from + 24 * HOUR);
    expect(await touched(() => sendExact(server, 'fill', [[from + 5 * HOUR, 9_999]]))).toEqual([0, 0, 0, 0]);
    const day = { method: 'MAX', bucket: 'day', from, to: from + 48 * HOUR, zone: 'UTC' } as const;
    expect((await askExact(server, ['fill'], day))[0]!.cells.map(({ value }) => value)).toEqual([1_000, 191]);
  });
});
