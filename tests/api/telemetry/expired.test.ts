/** Statistics still work for a time whose raw points were deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Method, recutInZone, statisticOf } from '../../support/calls/inside.ts';
import { dropPointsBefore } from '../../support/calls/world.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import {
  askExact,
  type ExactVariable,
  readRollups,
  seedExact,
  sendExact,
} from '../../support/telemetry/exactSite.ts';
import { sendTelemetry } from '../../support/telemetry/telemetry.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T00:00:00Z');
/** Raw points of the first two days are deleted. */
const RETAINED_FROM = START + 48 * HOUR;
const END = START + 72 * HOUR;
const SNS = ['e-counter', 'e-interval', 'e-gauge', 'e-time'];
const VARIABLES: ExactVariable[] = [
  { sn: 'e-counter', zone: 'Europe/Berlin', kind: 'counter' },
  { sn: 'e-interval', zone: 'Europe/Berlin', kind: 'interval' },
  { sn: 'e-gauge', zone: 'Europe/Berlin' },
  { sn: 'e-time', zone: 'Europe/Berlin', average: 'time', offlineAfter: 3_600 },
  { sn: 'e-sum', zone: 'Europe/Berlin', formula: '[e-gauge] + [e-time]' },
  { sn: 'e-half', zone: 'Asia/Kolkata', kind: 'interval' },
];
let server: TestServer;

const expirePoints = (sns: readonly string[]) => dropPointsBefore(server, sns, RETAINED_FROM);

/** Returns the figures of a window that begins and ends inside an hour, cut at half hours. */
async function figures(sns: readonly string[], method: Method, from: number, to: number, step = HOUR / 2) {
  const bounds = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  const series = await statisticOf(server, sns, {
    ...{ method, from, to, bucket: 'total', zone: 'Europe/Berlin', bounds },
  });
  return series.map(({ cells, value, max, min }) => ({
    cells: cells.map((cell) => cell.value),
    value,
    max,
    min,
  }));
}

beforeAll(async () => {
  server = await startServer();
  await seedExact(server, VARIABLES);
  for (const sn of [...SNS, 'e-half'])
    await sendExact(
      server,
      sn,
      Array.from({ length: 72 * 4 }, (_, at) => [START + (at * HOUR) / 4, 100 + at] as const),
    );
});
afterAll(() => server?.stop());

describe('a window that cuts its hours', () => {
  const from = START + 5.5 * HOUR;
  const to = START + 9.5 * HOUR;
  const methods: Method[] = ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'];
  const read = async () => ({
    halves: await Promise.all(methods.map((method) => figures(SNS, method, from, to))),
    hours: await Promise.all(
      methods.map((method) => figures(SNS, method, from + HOUR / 2, to - HOUR / 2, HOUR)),
    ),
  });

  it('loses nothing of the hours', async () => {
    const before = await read();
    await expirePoints(SNS);
    const after = await read();
    expect(after.hours).toEqual(before.hours);
    const [avg, max, min, sum, diff] = after.halves;
    const [wasAvg, , , wasSum, wasDiff] = before.halves;
    // The counter grows evenly, so that each reading can be computed exactly.
    expect(diff![0]!.cells).toEqual(Array.from({ length: 8 }, () => 2));
    expect(diff![0]!.cells).toEqual(wasDiff![0]!.cells);
    expect(diff![0]!.value).toBe(16);
    // Amounts are spread evenly over their hour, and their sum is unchanged.
    expect(wasSum![1]!.cells.slice(1, 3)).toEqual([249, 253]);
    expect(sum![1]!.cells.slice(1, 3)).toEqual([251, 251]);
    expect(sum![1]!.value).toBe(wasSum![1]!.value);
    // Each part of the hour gets the mean, the lowest and the highest value of the hour.
    expect(avg![2]!.cells.slice(1, 3)).toEqual([125.5, 125.5]);
    expect(max![2]!.cells.slice(1, 3)).toEqual([127, 127]);
    expect(min![2]!.cells.slice(1, 3)).toEqual([124, 124]);
    expect(avg![3]!.value).toBeCloseTo(wasAvg![3]!.value!, 1);
    expect(avg![3]!.cells[3]).toBeCloseTo(wasAvg![3]!.cells[3]!, 0);
  });
});

describe('a calculated variable', () => {
  it('has no figure for a time that its inputs lost, and the same ones after it', async () => {
    const days = { bucket: 'day', from: START - HOUR, to: END - HOUR, zone: 'Europe/Berlin' } as const;
    const [series] = await askExact(server, ['e-sum'], { method: 'AVG', ...days });
    const third = Array.from({ length: 96 }, (_, at) => 2 * (100 + 188 + at));
    expect(series).toMatchObject({ value: null, max: null, min: null });
    expect(series!.cells.map(({ value }) => value)).toEqual([
      null,
      null,
      // In Berlin, the first day begins an hour before the first remaining point.
      null,
    ]);
    const hours = {
      bucket: 'hour',
      from: RETAINED_FROM - 2 * HOUR,
      to: RETAINED_FROM + 2 * HOUR,
      zone: 'UTC',
    } as const;
    const [known] = await askExact(server, ['e-sum'], { method: 'AVG', ...hours });
    const mean = (at: number) => 2 * (third[at + 4]! / 2 + 1.5);
    expect(known!.cells.map(({ value }) => value)).toEqual([null, null, mean(0), mean(4)]);
    const [change] = await askExact(server, ['e-sum'], { method: 'DIFF', ...hours });
    expect(change!.cells.map(({ value }) => value)).toEqual([null, null, 8, 8]);
    const [later] = await askExact(server, ['e-sum'], { method: 'DIFF', ...hours, from: RETAINED_FROM });
    expect(later!.value).toBe(16);
  });
});

describe('a point', () => {
  const send = async (message: unknown) => (await sendTelemetry(server.url, 'token-e-gauge', message)).json();
  const sum = async (from: number) =>
    (
      await askExact(server, ['e-gauge'], {
        method: 'SUM',
        bucket: 'hour',
        from,
        to: from + HOUR,
        zone: 'UTC',
      })
    )[0]!.value;

  it('in an hour that lost its points is refused with the reason, and the points beside it are stored', async () => {
    const from = START + 5 * HOUR;
    const before = await sum(from);
    const late = [
      { ts: from + 60_000, values: { v: 4_711 } },
      { ts: RETAINED_FROM + 60_000, values: { v: 5 } },
    ];
    expect(await send(late)).toMatchObject({
      data: {
        accepted: 1,
        rejected: [{ key: 'v', reason: 'timeExpired', msg: expect.stringContaining('deleted') }],
      },
    });
    expect(await sum(from)).toBe(before);
    expect(await sum(RETAINED_FROM)).toBe(4 * 292 + 6 + 5);
  });

  it('in an hour without points counts, however old', async () => {
    const from = START - 40 * HOUR;
    expect(await send([{ ts: from, values: { v: 1 } }])).toMatchObject({ data: { accepted: 1 } });
    expect(await send([{ ts: from + 1_000, values: { v: 2 } }])).toMatchObject({ data: { accepted: 1 } });
    expect(await sum(from)).toBe(3);
  });

  it('does not count twice if the hour is cut', async () => {
    const from = START - 40 * HOUR;
    const [gauge] = await figures(['e-gauge'], 'SUM', from - HOUR / 2, from + HOUR / 2);
    expect(gauge!.value).toBe(3);
  });
});

describe('a change of the zone', () => {
  it('loses no day, and counts none twice', async () => {
    await expirePoints(['e-half']);
    const total = (rows: { n: number }[]) => rows.reduce((all, { n }) => all + n, 0);
    const counts = async () => {
      const { hours, days, months } = await readRollups(server, ['e-half']);
      return [hours, days, months].map(total);
    };
    const all = await counts();
    expect(new Set(all).size).toBe(1);
    for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Europe/Berlin', 'Asia/Kolkata']) {
      await recutInZone(server, 'e-half', zone);
      expect(await counts(), zone).toEqual(all);
    }
  });
});
