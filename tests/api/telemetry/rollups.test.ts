import { describe, expect, it } from 'vitest';
import { bucketBounds } from '../../../runtime/core/time/timeWindow.ts';
import { type Method, resolveNeed } from '../../support/calls/inside.ts';
import { runSql } from '../../support/calls/world.ts';
import {
  ask,
  at,
  BERLIN,
  berlin,
  type Point,
  send,
  startBerlin,
  TENANT,
  telemetry,
} from '../../support/telemetry/berlin.ts';
import { makeRandom } from '../../support/telemetry/random.ts';
import { step } from '../../support/telemetry/rawStatistic.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

startBerlin();

/** Computes the same statistics from the raw points, one after the other. */
function rawStatistic(
  points: readonly (readonly [number, number])[],
  bounds: readonly number[],
  method: Method,
): (number | null)[] {
  const sorted = [...new Map(points)].sort((a, b) => a[0] - b[0]);
  return bounds.slice(1).map((to, index) => {
    const own = sorted.filter(([ts]) => ts >= bounds[index]! && ts < to);
    if (own.length === 0) return null;
    const values = own.map(([, value]) => value);
    if (method === 'AVG') return values.reduce((sum, value) => sum + value, 0) / values.length;
    if (method === 'MAX') return Math.max(...values);
    if (method === 'MIN') return Math.min(...values);
    const before = sorted.filter(([ts]) => ts < own[0]![0]).at(-1)?.[1];
    const chain = before === undefined ? values : [before, ...values];
    if (chain.length === 1) return null;
    return chain.slice(1).reduce((sum, value, at) => sum + step(chain[at]!, value), 0);
  });
}

describe('roll-ups', () => {
  it('equal the raw points, in any order and with repeats', async () => {
    const random = makeRandom(42);
    const start = at('2026-10-23T00:00:00+02:00');
    const points: [number, number][] = Array.from({ length: 1500 }, () => [
      start + random(5 * 24 * 60) * 60_000,
      random(1000) / 8,
    ]);
    const known: [number, number][] = [];
    for (let from = 0; from < points.length; from += 150) {
      const part = points.slice(from, from + 150);
      await send('random', part);
      known.push(...part);
    }
    const windows = [
      [start, start + 6 * 24 * 3_600_000],
      [start + 5_000_000, start + 300_000_000],
      [start + 3_600_000 * 7, start + 3_600_000 * 50],
    ] as const;
    for (const [from, to] of windows) {
      for (const bucket of ['hour', 'day', 'month', 'total'] as const) {
        const bounds = bucketBounds({ from, to }, bucket, BERLIN);
        for (const method of ['AVG', 'MAX', 'MIN', 'DIFF'] as const) {
          const { values } = await ask({ code: 'random', method, from, to, bucket });
          const expected = rawStatistic(known, bounds, method);
          expect(
            values.map((value) => value?.toFixed(6)),
            `${method} by ${bucket}`,
          ).toEqual(expected.map((value) => value?.toFixed(6)));
        }
      }
    }
  });

  it('follow a device into another time zone', async () => {
    const hours: Point[] = Array.from({ length: 48 }, (_, hour) => [
      at('2026-08-10T00:00:00Z') + hour * 3_600_000,
      1,
    ]);
    await send('moved', hours);
    const records = await berlin.admin.call('devicePage', { query: { size: 10 } });
    const device = records.records.find(({ sn }) => sn === 'm1')!;
    const { sn, name, stationSn, type, autoVariables, enabled, offlineAfter, id, version } = device;
    const body = {
      sn,
      name,
      stationSn,
      type,
      autoVariables,
      enabled,
      offlineAfter,
      id,
      version,
      timeZone: 'Asia/Kolkata',
    };
    const updated = await berlin.admin.call('deviceUpdate', { body });
    const question = { code: 'moved', method: 'SUM', bucket: 'day' } as const;
    const kolkata = await ask({
      ...question,
      from: '2026-08-10T00:00:00+05:30',
      to: '2026-08-13T00:00:00+05:30',
    });
    expect(kolkata.values).toEqual([19, 24, 5]);
    // Writes points after the change of the zone, then changes the zone back.
    await send('moved', [['2026-08-12T00:00:00+05:30', 1]]);
    expect(
      (await ask({ ...question, from: '2026-08-12T00:00:00+05:30', to: '2026-08-13T00:00:00+05:30' })).whole,
    ).toBe(6);
    await berlin.admin.call('deviceUpdate', {
      body: { ...body, timeZone: BERLIN, version: updated.version },
    });
    const inBerlin = await ask({
      ...question,
      from: '2026-08-10T00:00:00+02:00',
      to: '2026-08-12T00:00:00+02:00',
    });
    expect(inBerlin.values).toEqual([22, 25]);
  });
});

describe('a day whose midnight comes twice', () => {
  const zone = 'America/Havana';
  const first = at('2026-11-01T04:00:00Z');
  const question = async (bucket: 'day' | 'month', from: number, to: number) => {
    const variables = await telemetry().variables(TENANT, ['havana-kwh']);
    const [series] = await telemetry().statistic({
      tenantId: TENANT,
      variables,
      method: 'SUM',
      from,
      to,
      bucket,
      zone,
    });
    return series!.cells.map(({ value }) => value);
  };
  const rows = async (table: string) => {
    const found = await runSql<{ bucket: string; n: number }>(
      berlin.server,
      `SELECT bucket, n FROM ${table} AS r JOIN device_variable AS v ON v.id = r.variable_id
        WHERE v.sn = 'havana-kwh' ORDER BY bucket`,
    );
    return found.map(({ bucket, n }) => [at(bucket), n]);
  };

  it('begins with the first', async () => {
    await seedSite(berlin.server, {
      tenantId: TENANT,
      station: 'havana',
      zone,
      device: 'havana',
      token: 'token-havana',
      variables: [{ code: 'kwh', kind: 'interval' }],
    });
    const hours = Array.from({ length: 49 }, (_, hour) => first - 12 * 3_600_000 + hour * 3_600_000);
    await telemetry().ingest(hours.map((ts) => ({ tenantId: TENANT, sn: 'havana-kwh', ts, value: 1 })));
    const readDays = () => question('day', at('2026-10-31T04:00:00Z'), at('2026-11-03T05:00:00Z'));
    const right = [
      [first - 24 * 3_600_000, 12],
      [first, 25],
      [at('2026-11-02T05:00:00Z'), 12],
    ];
    expect(await readDays()).toEqual([12, 25, 12]);
    expect(await rows('rollup_day')).toEqual(right);

    expect(await question('month', at('2026-10-01T04:00:00Z'), at('2026-12-01T05:00:00Z'))).toEqual([12, 37]);
    expect((await rows('rollup_month')).map(([bucket]) => bucket)).toEqual([
      at('2026-10-01T04:00:00Z'),
      first,
    ]);
  });
});

describe('the needs of a board', () => {
  it('use the days and months of each device, whatever the zone of its station', async () => {
    await seedSite(berlin.server, {
      tenantId: TENANT,
      station: 'berlin',
      zone: BERLIN,
      device: 'far',
      deviceZone: 'Asia/Seoul',
      token: 'token-far',
      variables: [{ code: 'kwh', kind: 'interval' }],
    });
    const hours = Array.from({ length: 72 }, (_, hour) => {
      return {
        tenantId: TENANT,
        sn: 'far-kwh',
        ts: at('2026-04-30T00:00:00+09:00') + hour * 3_600_000,
        value: 1,
      };
    });
    await telemetry().ingest(hours);
    const window = { from: '2026-04-30T22:00:00.000Z', to: '2026-05-01T22:00:00.000Z' };
    const need = {
      kind: 'statistic',
      sns: ['far-kwh', 'nothing'],
      method: 'SUM',
      bucket: 'day',
      ...window,
    } as const;
    expect(await resolveNeed({ ...need, sns: [...need.sns] }, TENANT, telemetry())).toMatchObject([
      {
        sn: 'far-kwh',
        unit: '',
        decimals: 2,
        value: 24,
        datas: [24],
        time_keys: ['2026-05-01T00:00:00.000+09:00'],
      },
    ]);
  });

  it('show a gap as null, and a current value with its age', async () => {
    const points = [0, 1, 2, 3, 30, 31].map((minute) => {
      return {
        tenantId: TENANT,
        sn: 'm1-power',
        ts: at('2026-09-01T10:00:00Z') + minute * 60_000,
        value: minute,
      };
    });
    await telemetry().ingest(points);
    const window = { from: '2026-09-01T00:00:00.000Z', to: '2026-09-02T00:00:00.000Z', maxPoints: 100 };
    const [course] = await resolveNeed(
      { kind: 'history', sns: ['m1-power'], ...window },
      TENANT,
      telemetry(),
    );
    expect(course!.points.map(([, value]) => value)).toEqual([0, 1, 2, 3, null, 30, 31]);
    // The device reports only changes. A constant value is no gap as long as the device may be silent.
    const seconds = [0, 5, 10, 15, 75, 80, 375, 380, 690];
    await telemetry().ingest(
      seconds.map((second) => ({
        tenantId: TENANT,
        sn: 'm1-soc',
        ts: at('2026-09-01T10:00:00Z') + second * 1000,
        value: second,
      })),
    );
    const [changes] = await resolveNeed({ kind: 'history', sns: ['m1-soc'], ...window }, TENANT, telemetry());
    expect(changes!.points.map(([, value]) => value)).toEqual([0, 5, 10, 15, 75, 80, 375, 380, null, 690]);
    const [reading] = await resolveNeed({ kind: 'realtime', sns: ['m1-power'] }, TENANT, telemetry());
    expect(reading).toMatchObject({ data: 31, ts: '2026-09-01T10:31:00.000Z', unit: 'kW', stale: true });
    expect(await resolveNeed({ kind: 'realtime', sns: ['m1-power'] }, TENANT + 1, telemetry())).toEqual([]);
  });
});
