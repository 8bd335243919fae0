import { describe, expect, it } from 'vitest';
import {
  ask,
  at,
  berlin,
  type Point,
  send,
  startBerlin,
  TENANT,
  telemetry,
} from '../../support/telemetry/berlin.ts';

startBerlin();

describe('days that are not 24 hours long', () => {
  it('sums the 23 hours of the spring day and the 25 of the autumn day', async () => {
    const hourly = (from: string, hours: number): Point[] =>
      Array.from({ length: hours }, (_, hour) => [at(from) + hour * 3_600_000, 1]);
    await send('energy', [
      ...hourly('2026-03-28T00:00:00+01:00', 24 + 23 + 24),
      ...hourly('2026-10-24T00:00:00+02:00', 24 + 25 + 24),
    ]);
    const spring = await ask({
      code: 'energy',
      method: 'SUM',
      from: '2026-03-28T00:00:00+01:00',
      to: '2026-03-31T00:00:00+02:00',
      bucket: 'day',
    });
    expect(spring.values).toEqual([24, 23, 24]);
    expect(spring.whole).toBe(71);
    const autumn = await ask({
      code: 'energy',
      method: 'SUM',
      from: '2026-10-24T00:00:00+02:00',
      to: '2026-10-27T00:00:00+01:00',
      bucket: 'day',
    });
    expect(autumn.values).toEqual([24, 25, 24]);
    expect(autumn.keys[1]).toBe('2026-10-25T00:00:00.000+02:00');
  });

  it('returns 25 hourly buckets for the autumn day', async () => {
    const { values } = await ask({
      code: 'energy',
      method: 'SUM',
      from: '2026-10-25T00:00:00+02:00',
      to: '2026-10-26T00:00:00+01:00',
      bucket: 'hour',
    });
    expect(values).toEqual(Array.from({ length: 25 }, () => 1));
  });
});

describe('counters', () => {
  it('count a reset from zero, and the step over midnight for the later day', async () => {
    await send('total', [
      ['2026-05-01T08:00:00+02:00', 100],
      ['2026-05-01T20:00:00+02:00', 130],
      ['2026-05-02T08:00:00+02:00', 150],
      ['2026-05-02T12:00:00+02:00', 5],
      ['2026-05-02T20:00:00+02:00', 25],
      ['2026-05-04T12:00:00+02:00', 40],
    ]);
    const may = { code: 'total', from: '2026-05-01T00:00:00+02:00', to: '2026-05-05T00:00:00+02:00' };
    const days = await ask({ ...may, method: 'DIFF', bucket: 'day' });
    // 1 May: 30 · 2 May: 20 + 5 (reset) + 20 · 3 May: nothing · 4 May: 15
    expect(days.values).toEqual([30, 45, null, 15]);
    expect(days.whole).toBe(90);
    expect((await ask({ ...may, method: 'SUM', bucket: 'total' })).whole).toBe(90);
    expect((await ask({ ...may, method: 'MAX', bucket: 'day' })).values).toEqual([130, 150, null, 40]);
  });

  it('count from the last value before the window', async () => {
    const later = await ask({
      code: 'total',
      method: 'DIFF',
      from: '2026-05-02T10:00:00+02:00',
      to: '2026-05-02T12:30:00+02:00',
      bucket: 'total',
    });
    expect(later.values).toEqual([5]);
  });

  it('include a late point in its hour and day only', async () => {
    await send('late', [
      ['2026-06-01T10:00:00+02:00', 10],
      ['2026-06-01T11:30:00+02:00', 30],
      ['2026-06-02T00:30:00+02:00', 35],
    ]);
    // The counter was reset in between. Only the late point reveals this.
    await send('late', [['2026-06-01T10:30:00+02:00', 4]]);
    const window = { code: 'late', from: '2026-06-01T00:00:00+02:00', to: '2026-06-03T00:00:00+02:00' };
    expect((await ask({ ...window, method: 'DIFF', bucket: 'day' })).values).toEqual([4 + 26, 5]);
    const hours = await ask({ ...window, method: 'DIFF', bucket: 'hour' });
    expect(hours.values.flatMap((value, hour) => (value === null ? [] : [[hour, value]]))).toEqual([
      [10, 4],
      [11, 26],
      [24, 5],
    ]);
  });
});

describe('gauges', () => {
  it('average, lowest, highest; a difference begins with the value at the start', async () => {
    await send('power', [
      ['2026-07-01T23:50:00+02:00', 2],
      ['2026-07-02T00:10:00+02:00', 4],
      ['2026-07-02T00:40:00+02:00', 9],
      ['2026-07-02T02:00:00+02:00', 7],
    ]);
    const night = {
      code: 'power',
      from: '2026-07-02T00:00:00+02:00',
      to: '2026-07-02T03:00:00+02:00',
    } as const;
    expect((await ask({ ...night, method: 'AVG', bucket: 'hour' })).values).toEqual([6.5, null, 7]);
    expect((await ask({ ...night, method: 'MIN', bucket: 'hour' })).values).toEqual([4, null, 7]);
    expect((await ask({ ...night, method: 'MAX', bucket: 'hour' })).values).toEqual([9, null, 7]);
    const change = await ask({ ...night, method: 'DIFF', bucket: 'hour' });
    expect(change.values).toEqual([7, null, -2]);
    expect(change.whole).toBe(5);
  });

  it('have no difference for a single point, and no value without points', async () => {
    await send('soc', [['2026-07-02T00:10:00+02:00', 50]]);
    const day = { code: 'soc', from: '2026-07-02T00:00:00+02:00', to: '2026-07-03T00:00:00+02:00' } as const;
    expect((await ask({ ...day, method: 'DIFF', bucket: 'day' })).values).toEqual([null]);
    expect((await ask({ ...day, method: 'AVG', bucket: 'day' })).values).toEqual([50]);
    const none = await ask({
      ...day,
      from: '2026-07-05T00:00:00Z',
      to: '2026-07-06T00:00:00Z',
      method: 'AVG',
      bucket: 'day',
    });
    expect(none).toMatchObject({ values: [null, null], whole: null });
  });
});

describe('windows and repeats', () => {
  it('are half-open: a point at the end belongs to the next window', async () => {
    const window = { code: 'energy', method: 'SUM', bucket: 'total' } as const;
    const first = await ask({
      ...window,
      from: '2026-03-28T00:00:00+01:00',
      to: '2026-03-28T01:00:00+01:00',
    });
    const next = await ask({ ...window, from: '2026-03-28T01:00:00+01:00', to: '2026-03-28T03:00:00+01:00' });
    expect([first.whole, next.whole]).toEqual([1, 2]);
  });

  it('count a repeated point once, with its newest value', async () => {
    await send('twice', [
      ['2026-08-01T10:00:00+02:00', 3],
      ['2026-08-01T10:15:00+02:00', 4],
    ]);
    await send('twice', [
      ['2026-08-01T10:00:00+02:00', 3],
      ['2026-08-01T10:15:00+02:00', 6],
      ['2026-08-01T10:15:00+02:00', 5],
    ]);
    const day = {
      code: 'twice',
      from: '2026-08-01T00:00:00+02:00',
      to: '2026-08-02T00:00:00+02:00',
    } as const;
    expect((await ask({ ...day, method: 'SUM', bucket: 'day' })).values).toEqual([8]);
    expect((await ask({ ...day, method: 'AVG', bucket: 'total' })).whole).toBe(4);
  });

  it('answer null for text', async () => {
    await telemetry().ingest([
      { tenantId: TENANT, sn: 'm1-mode', ts: at('2026-08-01T10:00:00Z'), value: 'idle' },
    ]);
    const day = await ask({
      code: 'mode',
      method: 'AVG',
      from: '2026-08-01T00:00:00Z',
      to: '2026-08-02T00:00:00Z',
      bucket: 'total',
    });
    expect(day.values).toEqual([null]);
  });
});

describe('the documented calls', () => {
  it('C008 returns the month by day in the variable’s zone, C009 highest and lowest, C019 differences', async () => {
    const month = await berlin.admin.call('statisticalValue', {
      query: {
        calcmethod: 'diff',
        querytime: '2026-05-02 00:00:00.000',
        sns: 'm1-total,unknown',
        type: 'MONTH',
      },
    });
    expect(month).toHaveLength(1);
    expect(month[0]).toMatchObject({ sn: 'm1-total', unit: 'kWh', value: 90 });
    expect(month[0]!.datas).toHaveLength(31);
    expect(month[0]!.datas.slice(0, 4)).toEqual([30, 45, null, 15]);
    expect(month[0]!.time_keys[0]).toBe('2026-05-01T00:00:00.000+02:00');

    const window = { sns: 'm1-power', startTime: '2026-07-02 00:00:00', endTime: '2026-07-03 00:00:00' };
    const [most] = await berlin.admin.call('accuSummarized', { query: { ...window, calcmethod: 'AVG' } });
    expect(most).toMatchObject({ sn: 'm1-power', max: 9, min: 4 });
    expect(most!.value).toBeCloseTo(20 / 3, 9);

    const trend = await berlin.admin.call('historyTrend', {
      query: {
        sns: 'm1-total',
        calcmethod: 'DIFF',
        queryPeriod: 'DAY',
        startTime: '2026-05-01',
        endTime: '2026-05-05',
      },
    });
    expect(trend[0]!.datas).toEqual([30, 45, null, 15]);
  });

  it('C005 returns values by position, C006 by variable, C007 a JSON string', async () => {
    const sns = 'm1-power,nothing,m1-mode';
    expect(await berlin.admin.call('realtimeData', { query: { sns } })).toEqual([
      { data: 7, unit: 'kW' },
      { data: null, unit: null },
      { data: 'idle', unit: '' },
    ]);
    expect((await berlin.admin.call('realtimeDataByVariable', { query: { sns } }))[2]).toEqual({
      sn: 'm1-mode',
      data: 'idle',
      unit: '',
      decimals: 2,
      ts: expect.any(String),
      stale: true,
    });
    const text = await berlin.admin.call('oneTimeDatas', {
      query: { querytimes: '2026-07-02 00:00:00,2026-07-02 01:00:00', sns: 'm1-power' },
    });
    expect(JSON.parse(text)).toEqual([
      {
        sn: 'm1-power',
        unit: 'kW',
        values: [
          { time: '2026-07-01T22:10:00.000Z', value: 4 },
          { time: '2026-07-01T22:40:00.000Z', value: 9 },
        ],
      },
    ]);
  });

  it('C748 to C752 list devices with their variables and values', async () => {
    const page = await berlin.admin.call('devicesRealtimePage', {
      body: { stationSn: 'berlin', current: 1, size: 5 },
    });
    expect(page).toMatchObject({ total: 1, current: 1, size: 5 });
    expect(page.records[0]!.variables.find(({ code }) => code === 'power')).toMatchObject({
      data: 7,
      unit: 'kW',
      stale: true,
    });
    const codes = await berlin.admin.call('deviceVariableCodes', { body: { deviceSns: ['m1'] } });
    expect(codes.map(({ code }) => code)).toContain('energy');
    expect(await berlin.admin.call('deviceVariablesOfDevice', { path: { deviceSn: 'm1' } })).toHaveLength(9);
  });

  it('refuse a window that ends before it begins, and an invalid time', async () => {
    const query = { sns: 'm1-power', calcmethod: 'AVG', startTime: '2026-07-02 00:00:00' };
    await expect(
      berlin.admin.call('accuSummarized', { query: { ...query, endTime: '2026-07-01 00:00:00' } }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(
      berlin.admin.call('accuSummarized', { query: { ...query, endTime: 'tomorrow' } }),
    ).rejects.toMatchObject({ status: 400 });
  });
});
