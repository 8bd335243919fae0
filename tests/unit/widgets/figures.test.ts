import { describe, expect, it } from 'vitest';
import { changeBetween } from '../../../runtime/board/widget/change.ts';
import { alarmListNeeds, alarmState, confirmable } from '../../../widgets/alarmList/alarms.ts';
import { gaugeNeeds, gaugeRange, readGauges, thresholdBands } from '../../../widgets/gauge/gauges.ts';
import { readChain, singleDataNeeds } from '../../../widgets/singleData/chain.ts';
import { leadsToRecords, openAlarms } from '../../../widgets/stationAlarmStatus/status.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const context = contextOf({ zone: 'Europe/Berlin', now: '2026-11-21T09:30:00Z', lang: 'en' });
const deviceVar: [string, string] = ['d', 'd-e'];

describe('single data', () => {
  it('compares a month with the whole last month and with its part up to now', () => {
    const windows = singleDataNeeds({ deviceVar, chainType: 'MONTH' }, context).map(
      (need) => need.kind === 'statistic' && [need.method, need.from, need.to],
    );
    expect(windows).toEqual([
      ['DIFF', '2026-10-31T23:00:00.000Z', '2026-11-21T09:30:00.001Z'],
      ['DIFF', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
      ['DIFF', '2026-09-30T22:00:00.000Z', '2026-10-21T08:30:00.001Z'],
    ]);
  });

  it('compares a day with yesterday and, where stored, a year with the last', () => {
    const starts = (chainType: 'DAY' | 'YEAR') =>
      singleDataNeeds({ deviceVar, chainType }, context)
        .slice(0, 2)
        .map((need) => 'from' in need && need.from);
    expect(starts('DAY')).toEqual(['2026-11-20T23:00:00.000Z', '2026-11-19T23:00:00.000Z']);
    expect(starts('YEAR')).toEqual(['2025-12-31T23:00:00.000Z', '2024-12-31T23:00:00.000Z']);
  });

  it('ends at the end of the month of a snapshot', () => {
    const [need] = singleDataNeeds({ deviceVar }, { ...context, historical: '2026-02' });
    expect(need).toMatchObject({ from: '2026-01-31T23:00:00.000Z', to: '2026-02-28T23:00:00.000Z' });
  });

  it('has no arrow for equal figures and no percentage of zero', () => {
    expect(changeBetween(5, 5)).toEqual({ trend: null, rate: 0 });
    expect(changeBetween(5, 0)).toEqual({ trend: 'rise', rate: null });
    expect(changeBetween(5, null)).toEqual({ trend: null, rate: null });
    expect(changeBetween(null, 5)).toEqual({ trend: null, rate: null });
    expect(changeBetween(110, 100)).toEqual({ trend: 'rise', rate: 10 });
    expect(changeBetween(-150, -100)).toEqual({ trend: 'drop', rate: -50 });
  });

  it('reads the figures of the three windows', () => {
    const result = (value: number) => ({
      key: '',
      ok: true,
      data: [{ sn: 'd-e', unit: 'kWh', value, datas: [], time_keys: [] }],
    });
    expect(readChain([result(90), result(120), result(60)])).toMatchObject({
      current: 90,
      last: 120,
      lastSoFar: 60,
      trend: 'drop',
      rate: -25,
      unit: 'kWh',
    });
  });
});

describe('gauges', () => {
  const monitorVars = [
    { deviceVar: ['d', 'd-1'] as [string, string], showName: 'A' },
    { deviceVar: ['d', 'd-2'] as [string, string], minScale: -50, maxScale: 50 },
    { showName: 'not chosen yet' },
  ];
  const row = (sn: string, data: number | null) => ({
    sn,
    data,
    ts: context.now,
    unit: '%',
    name: `name of ${sn}`,
  });
  const read = (rows: unknown) => readGauges({ monitorVars }, [{ key: '', ok: true, data: rows }]);

  it('request each chosen variable once', () => {
    const twice = [...monitorVars, monitorVars[0]!];
    expect(gaugeNeeds({ monitorVars: twice }, context)).toEqual([{ kind: 'realtime', sns: ['d-1', 'd-2'] }]);
    expect(gaugeNeeds({ monitorVars: [] }, context)).toEqual([]);
  });

  it('request the day of a chosen date', () => {
    const [need] = gaugeNeeds({ monitorVars, queryDate: '2026-03-29' }, context);
    // The day on which the clocks go forward has 23 hours.
    expect(need).toMatchObject({
      kind: 'history',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('truncate toward zero', () => {
    const [a, b] = read([row('d-1', 72.99), row('d-2', -12.99)]);
    expect([a?.text, a?.value, b?.text, b?.value]).toEqual(['72', 72, '-12', -12]);
  });

  it('show values within their own range', () => {
    const [a, b] = read([row('d-1', 130), row('d-2', 0)]);
    expect([a?.share, b?.share]).toEqual([1, 0.5]);
    expect(b?.name).toBe('name of d-2');
  });

  it('are shown empty if there are no values yet', () => {
    expect(readGauges({ monitorVars }, []).map(({ text, share }) => [text, share])).toEqual([
      ['--', null],
      ['--', null],
    ]);
  });

  it('show two hyphens for a null value', () => {
    expect(read([row('d-1', null)])[0]?.text).toBe('--');
  });

  it('show the last known value of a day', () => {
    const points = [
      [1, 10],
      [2, 44.7],
      [3, null],
    ];
    const [a] = read([
      { sn: 'd-1', unit: '%', points },
      { sn: 'd-2', unit: '%', points: [] },
    ]);
    expect(a).toMatchObject({ text: '44', ts: 2 });
  });

  it('have the colour of the reached threshold, and its band on their own range', () => {
    const thresholds = [{ from: 80, color: '#aa0000' }, { from: 20, color: '#00aa00' }, { color: '#0000aa' }];
    const rows = [{ key: '', ok: true, data: [row('d-1', 85), row('d-2', 10)] }];
    expect(readGauges({ monitorVars, thresholds }, rows).map(({ color }) => color)).toEqual([
      '#aa0000',
      undefined,
    ]);
    expect(thresholdBands(thresholds, { min: 0, max: 100 })).toEqual([
      { from: 0.2, to: 0.8, color: '#00aa00' },
      { from: 0.8, to: 1, color: '#aa0000' },
    ]);
    // A threshold beyond the range has no band on it.
    expect(thresholdBands(thresholds, { min: 0, max: 60 }).map(({ to }) => to)).toEqual([1]);
  });

  it('show the configured decimals instead of truncating', () => {
    const results = [{ key: '', ok: true, data: [row('d-1', 72.96)] }];
    const [gauge] = readGauges({ monitorVars, decimals: 1 }, results);
    expect([gauge?.text, gauge?.value]).toEqual(['73.0', 72.96]);
  });

  it('use the default range if their own is missing or reversed', () => {
    const config = { defaultMinScale: 10, defaultMaxScale: 20 };
    expect(gaugeRange({}, config)).toEqual({ min: 10, max: 20 });
    expect(gaugeRange({ minScale: 9, maxScale: 3 }, config)).toEqual({ min: 10, max: 20 });
    expect(gaugeRange({ maxScale: 15 }, config)).toEqual({ min: 10, max: 15 });
    expect(gaugeRange({}, { defaultMinScale: 5, defaultMaxScale: 5 })).toEqual({ min: 0, max: 100 });
  });
});

describe('alarms', () => {
  it('are requested as the first five, open and handled', () => {
    expect(alarmListNeeds({}, context)).toEqual([{ kind: 'alarms', status: '0,1', current: 1, size: 5 }]);
  });

  it('are confirmed with the permission, but not in edit mode or in a snapshot', () => {
    expect(confirmable(context, true)).toBe(true);
    expect(confirmable(context, false)).toBe(false);
    expect(confirmable({ ...context, editing: true }, true)).toBe(false);
    expect(confirmable({ ...context, historical: '2026-02' }, true)).toBe(false);
  });

  it('are open, confirmed by a user, or recovered automatically', () => {
    expect(alarmState({ status: 1, checker: null })).toBe('open');
    expect(alarmState({ status: 0, checker: 'Li' })).toBe('confirmed');
    expect(alarmState({ status: 0, checker: null })).toBe('recovered');
    expect(alarmState({ status: 0, checker: '' })).toBe('recovered');
  });

  it('link to their records only while some are open and outside of edit mode', () => {
    expect(leadsToRecords(2, false)).toBe(true);
    expect(leadsToRecords(0, false)).toBe(false);
    expect(leadsToRecords(2, true)).toBe(false);
  });

  it("count as none if the station's answer lacks them", () => {
    expect(
      [null, {}, { unclosedAlarmAmount: '3' }, { unclosedAlarmAmount: -1 }].map((one) => openAlarms(one)),
    ).toEqual([0, 0, 0, 0]);
    expect(openAlarms({ unclosedAlarmAmount: 3 })).toBe(3);
  });
});
