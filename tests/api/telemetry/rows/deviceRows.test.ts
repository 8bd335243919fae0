/** Points that a device sends together are stored in rows: where they are, how they expire, and how they are read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expirePointsAt,
  historyOf,
  ingestPoints,
  latestOf,
  type Method,
  measuredOf,
  statisticOf,
  variablesOf,
} from '../../../support/calls/inside.ts';
import { coursesSeenBy, sealDay, sealDays, slotsSeenBy } from '../../../support/calls/insideStorage.ts';
import { changeRows, countRows } from '../../../support/calls/world.ts';
import { login, startServer, type TestServer } from '../../../support/server/server.ts';
import type { ExactPoint } from '../../../support/telemetry/exactSite.ts';
import { placesOf } from '../../../support/telemetry/places.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const TENANT = 1;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The midnight between two days. */
const MIDNIGHT = Date.parse('2026-10-20T00:00:00Z');
const FROM = MIDNIGHT - DAY_MS;
const TO = MIDNIGHT + DAY_MS;
const METHODS = ['AVG', 'MAX', 'MIN', 'SUM', 'DIFF'] satisfies Method[];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

/** Creates a device with variables of these codes. Returns the numbers of the variables. */
async function seedDevice(device: string, codes: readonly string[]): Promise<string[]> {
  const site = { tenantId: TENANT, station: 'rows', zone: 'UTC', device, token: `token-${device}` };
  await seedSite(server, { ...site, variables: codes.map((code) => ({ code })) });
  return codes.map((code) => `${device}-${code}`);
}

/** Sends a value of each variable together, at these times in one message. The values of a time are one apart. */
const sendRow = (sns: readonly string[], times: number | readonly number[], value: number, quality = 0) =>
  ingestPoints(
    server,
    [times]
      .flat()
      .flatMap((ts) => sns.map((sn, index) => ({ tenantId: TENANT, sn, ts, value: value + index, quality }))),
  );

async function readRaw(
  sns: readonly string[],
  window = { from: FROM, to: TO },
): Promise<Map<string, ExactPoint[]>> {
  const variables = await variablesOf(server, sns);
  const request = { tenantId: TENANT, ids: variables.map(({ id }) => id), ...window };
  const courses = await coursesSeenBy(server, TENANT, request);
  return new Map(
    variables.map(({ id, sn }) => {
      const { times, values, quality } = courses.get(id)!;
      return [sn, times.map((ts, at): ExactPoint => [ts, values[at]!, quality?.[at] ?? 0])];
    }),
  );
}

describe('a device', () => {
  it('has a row for each time, and single points for additional ones', async () => {
    const sns = await seedDevice('one', ['v0', 'v1', 'v2', 'v3']);
    const first = sns[0]!;
    for (const times of [[MIDNIGHT, MIDNIGHT + 1000], MIDNIGHT - HOUR_MS, MIDNIGHT])
      await sendRow(sns, times, 1);
    expect(await placesOf(server, first)).toEqual({ rows: 3, singles: 0 });
    await sendRow(sns, MIDNIGHT, 2);
    expect(await placesOf(server, first)).toEqual({ rows: 3, singles: 1 });
    const [series] = await historyOf(server, [first], { from: FROM, to: TO, maxPoints: 100 });
    expect(series!.points.filter(([, value]) => value !== null)).toEqual([
      [MIDNIGHT - HOUR_MS, 1],
      [MIDNIGHT, 2],
      [MIDNIGHT + 1000, 1],
    ]);
  });

  it('that always sends other sets creates a limited number of shapes', async () => {
    const codes = Array.from({ length: 8 }, (_, index) => `v${index}`);
    await seedDevice('many', codes);
    const [first] = await variablesOf(server, ['many-v0']);
    for (let set = 1; set < 64; set += 1) {
      const own = codes.filter((_, index) => index === 0 || (set >> (index - 1)) % 2 === 1);
      await sendRow(
        own.map((code) => `many-${code}`),
        FROM + set * 1000,
        set,
      );
    }
    expect(await countRows(server, 'point_shape', { variable_id: first!.id })).toBe(16);
    const raw = await readRaw(['many-v0']);
    expect(raw.get('many-v0')!.map(([, value]) => value)).toEqual(
      Array.from({ length: 63 }, (_, index) => index + 1),
    );
  });
});

/** Reads the points of two days in all ways. */
async function readAll(sns: readonly string[]) {
  const window = { from: FROM, to: TO };
  const ids = (await variablesOf(server, sns)).map(({ id }) => id);
  const slots = await slotsSeenBy(server, TENANT, { tenantId: TENANT, ids, ...window });
  const statistics = [];
  for (const method of METHODS)
    for (const bucket of ['hour', 'day', 'total'] as const)
      statistics.push(
        await statisticOf(server, sns, { method, bucket, zone: 'UTC', from: FROM + 1_234_567, to: TO }),
      );
  return {
    latest: (await latestOf(server, sns)).map(({ sn, data, ts }) => ({ sn, data, ts })),
    raw: await readRaw(sns),
    slots: ids.map((id) => ({ counts: [...slots.get(id)!.counts], sums: [...slots.get(id)!.sums] })),
    exported: await measuredOf(server, sns, { ...window, maxPoints: 1000 }),
    curve: await historyOf(server, sns, { ...window, maxPoints: 1000 }),
    thinCurve: await historyOf(server, sns, { ...window, maxPoints: 4 }),
    statistics,
  };
}

describe('a variable that changes its device', () => {
  it('has the same points as before, and new ones in rows of the other device', async () => {
    const own = await seedDevice('before', ['v0', 'v1', 'v2']);
    const others = await seedDevice('after', ['w0', 'w1']);
    const [moved, ...rest] = own as [string, ...string[]];
    const all = [...own, ...others];
    for (const at of [1, 2, 3]) await sendRow(own, MIDNIGHT - at * HOUR_MS, at);
    await sealDays(server, new Date(MIDNIGHT));
    for (const at of [0, 1, 2]) await sendRow(own, MIDNIGHT + at * HOUR_MS, 10 + at, at === 1 ? 2 : 0);
    await sendRow([moved], MIDNIGHT, 5);
    await sendRow(others, MIDNIGHT, 7);
    const points: ExactPoint[] = [
      ...[3, 2, 1].map((at): ExactPoint => [MIDNIGHT - at * HOUR_MS, at, 0]),
      ...[5, 11, 12].map((value, at): ExactPoint => [MIDNIGHT + at * HOUR_MS, value, at === 1 ? 2 : 0]),
    ];
    const before = await readAll(all);
    expect(before.raw.get(moved)).toEqual(points);
    expect(await placesOf(server, moved)).toEqual({ rows: 3, singles: 1 });

    const admin = await login(server);
    const { records } = await admin.call('deviceVariablePage', { query: { search: moved } });
    const { id, version } = records[0]!;
    await admin.call('deviceVariableUpdate', { body: { id, version, deviceSn: 'after' } });
    expect((await variablesOf(server, [moved]))[0]!.deviceSn).toBe('after');
    expect(await readAll(all)).toEqual(before);

    await sendRow([moved, ...others], MIDNIGHT + 3 * HOUR_MS, 20);
    await sendRow(rest, MIDNIGHT + 3 * HOUR_MS, 30);
    // The time of a row of the earlier device. The changed points become single points.
    await sendRow([moved, ...others], MIDNIGHT + 2 * HOUR_MS, 40);
    points.splice(-1, 1, [MIDNIGHT + 2 * HOUR_MS, 40, 0], [MIDNIGHT + 3 * HOUR_MS, 20, 0]);
    const places = await Promise.all([moved, rest[0]!, others[0]!].map((sn) => placesOf(server, sn)));
    expect(places).toEqual([
      { rows: 4, singles: 2 },
      { rows: 4, singles: 0 },
      { rows: 2, singles: 1 },
    ]);
    const after = await readAll(all);
    expect(after.raw.get(moved)).toEqual(points);
    expect(after.exported[0]!.points).toEqual(
      points.filter(([, , quality]) => quality === 0).map(([ts, value]) => [ts, value]),
    );
    expect(after.latest[0]).toMatchObject({ sn: moved, data: 20 });
    expect(after.raw.get(rest[0]!)!.at(-1)).toEqual([MIDNIGHT + 3 * HOUR_MS, 30, 0]);
    await sealDays(server, new Date(TO));
    expect(await placesOf(server, moved)).toEqual({ rows: 0, singles: 0 });
    expect(await readAll(all)).toEqual(after);
  });
});

describe('the deletion of raw points', () => {
  /** A class of 30 days expires at the start of this day. */
  const SINCE = MIDNIGHT - 30 * DAY_MS;
  const window = { from: SINCE - 20 * DAY_MS, to: MIDNIGHT };
  const OLD = [SINCE - 15 * DAY_MS, SINCE - 10 * DAY_MS, SINCE - DAY_MS, SINCE - 1];
  const YOUNG = [SINCE, SINCE + 1, SINCE + 5 * DAY_MS, SINCE + 10 * DAY_MS];

  it('removes old points from rows and sealed days, and no younger ones', async () => {
    const sns = await seedDevice('expiring', ['v0', 'v1', 'v2']);
    const [expiring, corrected, forever] = sns as [string, string, string];
    for (const [at, ts] of [...OLD, ...YOUNG].entries()) await sendRow(sns, ts, at);
    // Single points override rows.
    for (const ts of [OLD[1]!, YOUNG[1]!]) await sendRow([corrected], ts, 100);
    const [variable] = await variablesOf(server, [forever]);
    for (const ts of [OLD[0]!, YOUNG[3]!])
      await sealDay(server, {
        ...{ tenant: TENANT, variable: variable!.id, day: new Date(ts).toISOString().slice(0, 10) },
      });
    for (const sn of [expiring, corrected])
      await changeRows(server, 'device_variable', { sn }, { retention: 'raw30d' });
    const places = () => Promise.all(sns.map((sn) => placesOf(server, sn)));
    const sums = () => statisticOf(server, sns, { method: 'SUM', bucket: 'day', zone: 'UTC', ...window });
    expect(await places()).toEqual([
      { rows: 6, singles: 0 },
      { rows: 6, singles: 2 },
      { rows: 6, singles: 0 },
    ]);
    const before = { raw: await readRaw(sns, window), sums: await sums() };
    expect(before.raw.get(corrected)!.map(([, value]) => value)).toEqual([1, 100, 3, 4, 5, 100, 7, 8]);

    expect(await expirePointsAt(server, new Date(MIDNIGHT + HOUR_MS))).toEqual({ points: 2 * OLD.length });
    const raw = await readRaw(sns, window);
    for (const sn of [expiring, corrected]) expect(raw.get(sn), sn).toEqual(before.raw.get(sn)!.slice(4));
    expect(raw.get(forever)).toEqual(before.raw.get(forever));
    expect(await sums()).toEqual(before.sums);
    // The younger rows are unchanged. The old ones were packed, because one of their variables does not expire.
    expect(await places()).toEqual([
      { rows: 3, singles: 0 },
      { rows: 3, singles: 1 },
      { rows: 3, singles: 0 },
    ]);
    expect(await expirePointsAt(server, new Date(MIDNIGHT + HOUR_MS))).toEqual({ points: 0 });
  });
});
