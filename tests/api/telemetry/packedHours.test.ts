/** Hours of sealed days are packed. Reads and writes find the same values as in rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketBounds } from '../../../runtime/core/time/timeWindow.ts';
import { type Method, recutInZone } from '../../support/calls/inside.ts';
import { hoursBetween, runStorageAt } from '../../support/calls/insideStorage.ts';
import { dropPointsBefore, runSql } from '../../support/calls/world.ts';
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

const HOUR = 3_600_000;
const DAYS = 20;
/** The clocks of Europe and of Lord Howe change within the following days. */
const START = Date.parse('2026-03-22T05:17:00Z');
const END = START + DAYS * 24 * HOUR;
const VARIABLES = everyKind('p');
const SNS = VARIABLES.map(({ sn }) => sn);
const known = new Map(SNS.map((sn) => [sn, new Map<number, ExactPoint>()]));

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await seedExact(server, VARIABLES);
});
afterAll(() => server?.stop());

const pack = (): Promise<void> => runStorageAt(server, new Date());

/** Sends points at random minutes. Every sixth is bad, and may replace a good one. */
async function sendRandom(seed: number, count: number): Promise<void> {
  for (const [at, sn] of SNS.entries()) {
    const random = makeRandom(seed + at);
    const points = Array.from({ length: count }, (): ExactPoint => {
      const ts = START + random(DAYS * 24 * 60) * 60_000;
      return [ts, random(8_000) / 8, random(6) === 0 ? 2 : random(2)];
    });
    await sendExact(server, sn, points);
    for (const point of points) known.get(sn)!.set(point[0], point);
  }
}

const close = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : expect.closeTo(value, 6)));

async function compare(): Promise<void> {
  const windows = [
    [START - 24 * HOUR, END],
    [START + 7 * HOUR + 1_234_000, START + 53 * HOUR + 77_000],
  ] as const;
  for (const variable of VARIABLES)
    for (const [from, to] of windows)
      for (const bucket of ['hour', 'day', 'month', 'total'] as const)
        for (const method of ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[]) {
          const bounds = bucketBounds({ from, to }, bucket, variable.zone);
          const question = { method, bucket, from, to, zone: variable.zone };
          const [series] = await askExact(server, [variable.sn], question);
          const expected = rawStatistic([...known.get(variable.sn)!.values()], bounds, method, variable);
          expect(
            series!.cells.map(({ value }) => value),
            `${method} by ${bucket} of ${variable.sn} from ${new Date(from).toISOString()}`,
          ).toEqual(close(expected));
        }
}

const COLUMNS = [
  ...(['bucket', 'n', 'sum', 'min', 'max', 'first', 'first_ts', 'last', 'last_ts', 'increase'] as const),
  ...(['integral', 'held', 'hold', 'roll_over', 'mark'] as const),
];
const SOURCE = {
  ...{ tenant: '1', variable: 'v.id::int4' },
  ...{ lower: `'-infinity'`, upper: `'infinity'` },
};

/** Reads all hours to the last digit, wherever they are stored. */
const readHours = () =>
  runSql<{ sn: string; hour: string }>(
    server,
    `select v.sn, to_jsonb(h)::text as hour from device_variable as v, ${hoursBetween(SOURCE, ...COLUMNS)} as h
      where v.sn = any($1) order by v.sn, h.bucket`,
    SNS,
  );

/** Counts the hours that are stored as rows, the packed days, and the days that are stored in both ways. */
async function countRows(): Promise<{ rows: number; days: number; both: number }> {
  const [counted] = await runSql<{ rows: number; days: number; both: number }>(
    server,
    `select (select count(*)::int from rollup_hour) as rows, (select count(*)::int from hours_day) as days,
       (select count(*)::int from hours_day as d join rollup_hour as h on h.tenant_id = d.tenant_id
          and h.variable_id = d.variable_id and (h.bucket at time zone 'UTC')::date = d.day) as both`,
  );
  return counted!;
}

describe('hours of sealed days', () => {
  it('are unpacked unchanged, to the last digit', async () => {
    await sendRandom(11, 900);
    const before = await readHours();
    expect(before.length).toBeGreaterThan(1_000);
    await pack();
    expect(await readHours()).toEqual(before);
    const { rows, days, both } = await countRows();
    expect(days).toBeGreaterThan(90);
    // A day whose clock changes by half an hour cannot be packed.
    expect(rows).toBeLessThan(60);
    expect(both).toBe(0);
    await compare();
  });

  it('include late and bad points, and are packed again', async () => {
    for (const round of [1, 2, 3]) {
      await sendRandom(100 * round, 40);
      await compare();
      expect(await countRows()).toMatchObject({ both: 0 });
      await pack();
      await compare();
    }
    expect((await countRows()).rows).toBeLessThan(60);
  });

  it('are the same when rebuilt, also in another zone', async () => {
    const before = await readRollups(server, SNS);
    await recutRollups(server, SNS);
    expect(await readRollups(server, SNS)).toEqual(before);
    await pack();
    await recutInZone(server, 'p-gauge', 'Asia/Kolkata');
    await pack();
    const variable = { ...VARIABLES[0]!, zone: 'Asia/Kolkata' };
    const bounds = bucketBounds({ from: START, to: END }, 'hour', variable.zone);
    const question = { method: 'SUM', bucket: 'hour', from: START, to: END, zone: variable.zone } as const;
    const [series] = await askExact(server, ['p-gauge'], question);
    const expected = rawStatistic([...known.get('p-gauge')!.values()], bounds, 'SUM', variable);
    expect(series!.cells.map(({ value }) => value)).toEqual(close(expected));
  });

  it('outlive their points: a point after the last one of its hour counts, one before does not', async () => {
    await seedExact(server, [{ sn: 'p-kept', zone: 'UTC' }]);
    const hour = Date.parse('2026-02-03T10:00:00Z');
    await sendExact(server, 'p-kept', [
      [hour + 60_000, 1],
      [hour + 120_000, 2],
      [hour + 180_000, 3],
    ]);
    await sendExact(server, 'p-kept', [[Date.now(), 0]]);
    await pack();
    await dropPointsBefore(server, ['p-kept'], hour + 24 * HOUR);
    await sendExact(server, 'p-kept', [
      [hour + 90_000, 1_000],
      [hour + 240_000, 4],
    ]);
    const question = { method: 'SUM', bucket: 'hour', from: hour, to: hour + HOUR, zone: 'UTC' } as const;
    expect((await askExact(server, ['p-kept'], question))[0]!.value).toBe(1 + 2 + 3 + 4);
    await pack();
    expect((await askExact(server, ['p-kept'], question))[0]!.value).toBe(1 + 2 + 3 + 4);
  });
});
