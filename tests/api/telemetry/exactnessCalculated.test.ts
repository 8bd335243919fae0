import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf, latestOf, listenEvents, publishEvent } from '../../support/calls/inside.ts';
import { changeRows, runSql, storedLatest } from '../../support/calls/world.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { askExact, type ExactPoint, seedExact, sendExact } from '../../support/telemetry/exactSite.ts';
import { sendTelemetry } from '../../support/telemetry/telemetry.ts';

const TENANT = 1;
const ZONE = 'Asia/Shanghai';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ENGLISH = { 'accept-language': 'en' };
const from = Date.parse('2026-05-01T00:00:00+08:00');
let server: TestServer;
let admin: Client;

/** Returns a value every `minutes` minutes. */
const every = (start: number, values: readonly number[], minutes: number): ExactPoint[] =>
  values.map((value, at) => [start + at * minutes * MINUTE, value]);

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const base = { zone: ZONE, offlineAfter: 600 };
  await seedExact(server, [
    { ...base, sn: 'inv1' },
    { ...base, sn: 'inv2', zone: 'Asia/Kolkata' },
    { ...base, sn: 'in', kind: 'counter' },
    { ...base, sn: 'out', kind: 'counter' },
    { ...base, sn: 'sum', formula: '[inv1] + [inv2]' },
    { ...base, sn: 'sumTime', formula: '[inv1] + [inv2]', average: 'time' },
    { ...base, sn: 'double', formula: '[sum] * 2' },
    { ...base, sn: 'efficiency', formula: '[out] / [in] * 100', formulaBasis: 'period' },
    { ...base, sn: 'net', kind: 'counter', formula: '[in] - [out]', formulaBasis: 'period' },
  ]);
  await sendExact(server, 'inv1', every(from, [1, 2, 3, 4], 5));
  await sendExact(server, 'inv2', [
    [from + 2 * MINUTE, 10],
    [from + 5 * MINUTE, 20],
    [from + 10 * MINUTE, 99, 2],
  ]);
  await sendExact(server, 'in', every(from, [100, 110, 130, 5], 12 * 60));
  await sendExact(server, 'out', every(from, [50, 58, 67, 70], 12 * 60));
});
afterAll(() => server?.stop());

const statistic = async (sn: string, method: 'AVG' | 'MAX' | 'MIN' | 'SUM' | 'DIFF', days = 1) => {
  const question = { method, bucket: 'day', from, to: from + days * DAY, zone: ZONE } as const;
  const [series] = await askExact(server, [sn], question);
  return { values: series!.cells.map(({ value }) => value), value: series!.value, max: series!.max };
};

describe('calculated for each point', () => {
  // 0: inv2 is unknown · 2: 1+10 · 5: 2+20 · 10: 3+20 (the bad one does not count) · 15: 4+20
  const COURSE = [
    [2, 11],
    [5, 22],
    [10, 23],
    [15, 24],
  ].map(([minute, value]) => [from + minute! * MINUTE, value]);

  it('has a course', async () => {
    const window = { from, to: from + HOUR, maxPoints: 100 };
    const [sum, double] = await historyOf(server, ['sum', 'double'], window);
    expect(sum!.points).toEqual(COURSE);
    expect(double!.points).toEqual(COURSE.map(([ts, value]) => [ts, value! * 2]));
    // The values before the window are used as well.
    const later = { from: from + 14 * MINUTE, to: from + HOUR, maxPoints: 100 };
    expect((await historyOf(server, ['sum', 'double'], later))[0]!.points).toEqual(COURSE.slice(3));
  });

  it('has statistics of these points', async () => {
    expect(await statistic('sum', 'AVG')).toEqual({ values: [20], value: 20, max: 24 });
    expect((await statistic('sum', 'MIN')).values).toEqual([11]);
    expect((await statistic('sum', 'SUM')).values).toEqual([80]);
    expect((await statistic('sum', 'DIFF')).values).toEqual([13]);
    expect((await statistic('double', 'MAX')).values).toEqual([48]);
    // 3 minutes of 11, 5 of 22, 5 of 23, 10 of 24.
    expect((await statistic('sumTime', 'AVG')).value).toBeCloseTo((33 + 110 + 115 + 240) / 23, 9);
  });

  it('has a latest value with its age, and is sent to open boards', async () => {
    const listener = listenEvents(server);
    const now = Date.now() - 1_000;
    await sendExact(server, 'inv1', [[now, 40]]);
    const latest = async () => (await latestOf(server, ['double']))[0];
    // The second input had been silent for too long.
    expect(await latest()).toMatchObject({ data: null, stale: false });
    await sendExact(server, 'inv2', [[now + 1, 2]]);
    expect(await latest()).toMatchObject({ data: 84, ts: new Date(now + 1).toISOString(), stale: false });
    await expect
      .poll(() =>
        listener
          .points()
          .filter(({ sn }) => sn === 'double' || sn === 'sum')
          .map(({ sn, value }) => [sn, value]),
      )
      .toEqual([
        ['double', 84],
        ['sum', 42],
      ]);
    listener.stop();
  });
});

describe('a bad point', () => {
  it('is no latest value and calculates nothing, but the device counts as online', async () => {
    const listener = listenEvents(server);
    const now = Date.now();
    await sendExact(server, 'inv1', [[now, 1]]);
    const lastTime = async () => {
      const [device] = await admin.call('devicesRealtime', { body: { deviceSns: ['inv1-d'] } });
      return Date.parse(device!.lastTime!);
    };
    const before = await lastTime();
    listener.events.length = 0;
    await sendExact(server, 'inv1', [[now + 10, 9_999, 2]]);
    await sendExact(server, 'out', [[from, 50]]);
    const [reading] = await latestOf(server, ['inv1']);
    expect(reading).toMatchObject({ data: 1, ts: new Date(now).toISOString() });
    expect(await lastTime()).toBeGreaterThan(before);
    expect(listener.points().filter(({ sn }) => sn !== 'out')).toEqual([
      { sn: 'inv1', ts: now + 10, value: 9_999, quality: 2 },
    ]);
    expect((await storedLatest(server, 'inv1')).value).toBe(1);
    listener.stop();
  });

  it('is a gap in a curve', async () => {
    const window = { from, to: from + HOUR, maxPoints: 100 };
    const [course] = await historyOf(server, ['inv2'], window);
    expect(course!.points.map(([, value]) => value)).toEqual([10, 20, null]);
  });
});

describe('calculated for each period', () => {
  it('is the formula over the amounts, and its total is the formula over the totals', async () => {
    // 1 May: 10 in, 8 out. 2 May: 20 + 5 in (a reset), 9 + 3 out.
    const efficiency = await statistic('efficiency', 'AVG', 3);
    expect(efficiency.values).toEqual([80, (12 / 25) * 100, null]);
    expect(efficiency.value).toBeCloseTo((20 / 35) * 100, 9);
    expect(await statistic('net', 'DIFF', 3)).toMatchObject({ values: [2, 13, null], value: 15 });
  });
});

describe('a formula', () => {
  const create = (code: string, formula: string, more: object = {}) =>
    admin.call('deviceVariableCreate', {
      headers: ENGLISH,
      body: {
        ...{ deviceSn: 'inv1-d', code, name: code, dataType: 'number', kind: 'gauge', formula },
        ...more,
      },
    });

  it.each([
    ['[inv1] +', {}, '/formula', 'Character 9 of the formula: A value is missing after “+”'],
    ['1 + 2', {}, '/formula', 'The formula needs at least one variable'],
    ['[inv1] + [nobody]', {}, '/formula', 'The variable nobody of the formula does not exist'],
    [
      '[inv1-d-self] + 1',
      { sn: 'inv1-d-self' },
      '/formula',
      'The formula refers to itself: inv1-d-self → inv1-d-self',
    ],
    ['[inv1]', { dataType: 'boolean' }, '/dataType', 'A calculated variable must be a number'],
  ])('“%s” %o is refused at its field', async (formula, more, field, msg) => {
    await expect(create('refused', formula, more)).rejects.toMatchObject({
      status: 400,
      errors: [{ field, msg }],
    });
  });

  it('must not refer to itself through others, nor lose its inputs', async () => {
    const first = await create('first', '[inv1] + 1');
    await create('second', '[inv1-d-first] * 2');
    const { id, version, deviceSn, code, name, dataType, kind } = first;
    const body = { id, version, deviceSn, code, name, dataType, kind, formula: '[inv1-d-second]' };
    await expect(admin.call('deviceVariableUpdate', { body, headers: ENGLISH })).rejects.toMatchObject({
      errors: [
        {
          field: '/formula',
          msg: 'The formula refers to itself: inv1-d-first → inv1-d-second → inv1-d-first',
        },
      ],
    });
    await expect(admin.call('deviceVariableDelete', { path: { id: Number(id) } })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('must not grow endlessly through others, and has no value for a stored one that does', async () => {
    const times = (sn: string, count: number) => Array.from({ length: count }, () => `[${sn}]`).join('+');
    const { id, version, deviceSn, code, name, dataType, kind } = await create('g1', times('inv1', 50));
    const second = await create('g2', times('inv1-d-g1', 58));
    await expect(create('g3', times('inv1-d-g2', 58))).rejects.toMatchObject({
      errors: [{ field: '/formula', msg: expect.stringContaining('is too large: at most 10000') }],
    });
    const body = { id, version, deviceSn, code, name, dataType, kind, formula: times('inv1', 100) };
    await expect(admin.call('deviceVariableUpdate', { body, headers: ENGLISH })).rejects.toMatchObject({
      errors: [{ field: '/formula', msg: expect.stringContaining('The calculated variable g2 uses') }],
    });
    const formula = times('inv1-d-g2', 58);
    await changeRows(server, 'device_variable', { id: second.id }, { formula });
    for (const [own, of] of [
      ['g3', 'g1'],
      ['g4', 'g3'],
      ['g5', 'g4'],
      ['g6', 'g5'],
    ])
      await runSql(
        server,
        `insert into device_variable (tenant_id, sn, device_sn, code, name, kind, data_type, formula)
         values ($1, $2, 'inv1-d', $3, $3, 'gauge', 'number', $4)`,
        ...[TENANT, `inv1-d-${own}`, own, times(`inv1-d-${of}`, 58)],
      );
    publishEvent(server, { type: 'resync' });
    await sendTelemetry(server.url, 'token-inv1', { v: 2 });
    const sns = ['inv1-d-g1', 'inv1-d-g2', 'inv1-d-g3', 'inv1-d-g6'].join(',');
    const read = await admin.call('realtimeDataByVariable', { query: { sns } });
    expect(read.map(({ data }) => data)).toEqual([100, null, 5_800, null]);
    await runSql(server, "delete from device_variable where code ~ '^g[1-6]$'");
    publishEvent(server, { type: 'resync' });
  });

  it('prevents values for its variable, and takes effect at once when it changes', async () => {
    const made = await create('calc', '[inv1] * 10');
    const sent = await sendTelemetry(server.url, 'token-inv1', { calc: 5 });
    expect(await sent.json()).toMatchObject({ data: { rejected: [{ key: 'calc', reason: 'calculated' }] } });
    await sendExact(server, 'inv1-d-calc', [[from, 5]]);
    expect((await statistic('inv1-d-calc', 'MAX')).values).toEqual([40]);
    const { id, version, deviceSn, code, name, dataType, kind } = made;
    await admin.call('deviceVariableUpdate', {
      body: { id, version, deviceSn, code, name, dataType, kind, formula: '-[inv1]' },
    });
    expect((await statistic('inv1-d-calc', 'MIN')).values).toEqual([-4]);
  });

  it('is copied with a station, with the variables of the copy', async () => {
    const { records } = await admin.call('stationPage', { query: { size: 100 } });
    const source = records.find(({ sn }) => sn === 'inv1-s')!;
    await admin.call('stationCopy', { body: { id: source.id, sn: 'copied', name: 'Copied' } });
    const page = await admin.call('deviceVariablePage', { query: { size: 100, search: 'copied-inv1-d' } });
    expect(page.records.find(({ code }) => code === 'second')?.formula).toBe('[copied-inv1-d-first] * 2');
  });
});
