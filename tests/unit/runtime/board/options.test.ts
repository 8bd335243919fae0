import { describe, expect, it } from 'vitest';
import { compareNeeds } from '../../../../runtime/board/options/compare.ts';
import { isHidden } from '../../../../runtime/board/options/hide.ts';
import { needsWithOptions, resultsWithOptions } from '../../../../runtime/board/options/index.ts';
import { linkAddress } from '../../../../runtime/board/options/link.ts';
import { bucketOf, widgetRange } from '../../../../runtime/board/options/range.ts';
import {
  findReachedThreshold,
  reachedText,
  thresholdOf,
} from '../../../../runtime/board/options/thresholds.ts';
import type { NeedResult, NeedSpec } from '../../../../runtime/board/widget/widget.ts';
import { convertUnit, unitFactor } from '../../../../runtime/core/numbers/unit.ts';
import { tokens } from '../../../../runtime/kit/theme/tokens.ts';
import { contextOf } from '../../../support/browser/widgetContext.ts';

const context = contextOf({ zone: 'Europe/Berlin', now: '2026-03-31T10:00:00Z', lang: 'en' });
const month: Extract<NeedSpec, { kind: 'statistic' }> = {
  kind: 'statistic',
  sns: ['a'],
  method: 'SUM',
  bucket: 'total',
  from: '2026-03-30T22:00:00.000Z',
  to: '2026-03-31T22:00:00.000Z',
};
const now: NeedSpec = { kind: 'realtime', sns: ['a'] };
const module = { needs: () => [now, month] };
const answer = (data: unknown): NeedResult => ({ key: 'k', ok: true, data });
const reading = (data: unknown, unit = 'kW') => answer([{ sn: 'a', data, unit, ts: null, decimals: 2 }]);
const total = (value: number, unit = 'kWh') =>
  answer([{ sn: 'a', value, unit, datas: [value, null], time_keys: ['x', 'y'], decimals: 1 }]);

describe('units', () => {
  it('are converted only within their kind', () => {
    expect(unitFactor('MWh', 'kWh')).toBe(1000);
    expect(unitFactor('kWh', 'kW')).toBeNull();
    expect(unitFactor('', 'kW')).toBeNull();
    expect(convertUnit(0.1, unitFactor('kWh', 'Wh')!)).toBe(100);
  });
});

describe('comparison with an earlier period', () => {
  it("requests every time range again in the station's time zone", () => {
    expect(compareNeeds([now, month], 'none', context)).toEqual([]);
    // The clock changed in between, so the previous day began an hour later in UTC.
    const over = { ...context, now: Date.parse('2026-04-02T10:00:00Z') };
    expect(compareNeeds([now, month], 'MONTH', over)).toEqual([
      { ...month, from: '2026-02-27T23:00:00.000Z', to: '2026-02-28T23:00:00.000Z' },
    ]);
  });

  it('compares a running total with the earlier one up to the same moment, and draws whole curves', () => {
    const { from, to } = month;
    const call: NeedSpec = {
      kind: 'call',
      operation: 'electricityCharge',
      body: { stationSn: 'S', from, to },
    };
    const query: NeedSpec = { kind: 'call', operation: 'socialContribution', query: { from, to } };
    const hours: NeedSpec = { ...month, bucket: 'hour' };
    const points: NeedSpec = { kind: 'history', sns: ['a'], from, to, maxPoints: 9 };
    const start = '2026-03-29T22:00:00.000Z';
    const part = { from: start, to: '2026-03-30T10:00:00.001Z' };
    const whole = { from: start, to: '2026-03-30T22:00:00.000Z' };
    expect(compareNeeds([month, call, query, hours, points], 'DAY', context)).toEqual([
      { ...month, ...part },
      { ...call, body: { stationSn: 'S', ...part } },
      { ...query, query: part },
      { ...hours, ...whole },
      { ...points, ...whole },
    ]);
  });

  it('separates the answers, in the chosen unit and decimals', () => {
    const config = { compare: 'DAY', unit: 'MWh', decimals: 3 };
    expect(needsWithOptions(module, config, context)).toHaveLength(3);
    const split = resultsWithOptions(module, config, context, [reading(5), total(1500), total(2500)]);
    expect(split.results.map(({ data }) => data)).toMatchObject([
      // Power is not energy, so it keeps its unit.
      [{ data: 5, unit: 'kW', decimals: 3 }],
      [{ value: 1.5, unit: 'MWh', datas: [1.5, null], decimals: 3 }],
    ]);
    expect(split.compared.map(({ data }) => data)).toMatchObject([[{ value: 2.5, unit: 'MWh' }]]);
  });
});

describe('hiding', () => {
  const hide = (when: string, value?: number) => ({ when, value, deviceVar: ['d', 'a'] });
  it.each([
    ['below', 1, 0.5, true],
    ['below', 1, 1, false],
    ['above', 1, 1.5, true],
    ['equal', 0, 0, true],
    ['noData', undefined, null, true],
    ['noData', undefined, 0, false],
    ['never', 0, 0, false],
    ['above', 1, 'text', false],
  ])('%s %s: a value of %s hides: %s', (when, limit, value, hidden) => {
    expect(isHidden(hide(when, limit), reading(value), context)).toBe(hidden);
  });

  it('in a snapshot depends on the last value of its month', () => {
    const config = { hide: hide('above', 1) };
    const record = { ...context, historical: '2026-02' };
    expect(needsWithOptions(module, config, record).at(-1)).toMatchObject({
      kind: 'history',
      from: '2026-02-27T23:00:00.000Z',
      to: '2026-02-28T23:00:00.000Z',
    });
    const last = answer([
      {
        sn: 'a',
        unit: 'kW',
        decimals: 1,
        points: [
          [1, 0],
          [2, 3],
          [3, null],
        ],
      },
    ]);
    expect(resultsWithOptions(module, config, record, [reading(1), total(1), last]).hidden).toBe(true);
  });

  it("requests its variable beside the widget's needs, and shows the widget until the answer", () => {
    const config = { hide: hide('below', 1) };
    expect(needsWithOptions(module, config, context).at(-1)).toEqual({ kind: 'realtime', sns: ['a'] });
    expect(resultsWithOptions(module, config, context, []).hidden).toBe(false);
    const split = resultsWithOptions(module, config, context, [reading(1), total(1), reading(0)]);
    expect(split).toMatchObject({ hidden: true, compared: [] });
    expect(split.results).toHaveLength(2);
  });
});

describe('the other options', () => {
  it('apply the highest threshold that is reached', () => {
    const list = [{ from: 80, name: 'high' }, { from: 0, name: 'low' }, { name: 'lost' }];
    expect(thresholdOf(list, 80)?.name).toBe('high');
    expect(thresholdOf(list, 79.9)?.name).toBe('low');
    expect(thresholdOf(list, -1)).toBeUndefined();
    expect(thresholdOf(list, null)).toBeUndefined();
  });

  it("describe the meaning of a figure's colour", () => {
    const list = [
      { from: 80, color: '#B80F45', name: 'High' },
      { from: 0, color: '#16744A' },
    ];
    expect(findReachedThreshold(list, 90, tokens.default)).toEqual({ color: '#B80F45', name: 'High' });
    expect(findReachedThreshold(list, 5, tokens.default)).toEqual({ color: '#16744A', name: undefined });
    expect(findReachedThreshold(undefined, 5, tokens.default)).toEqual({ color: undefined, name: undefined });
    expect(reachedText('90 %', list, 90)).toBe('90 % · High');
    expect(reachedText('5 %', list, 5)).toBe('5 %');
  });

  it('link only to addresses of the platform', () => {
    expect(linkAddress({ to: 'page', page: '/main/operation' })).toBe('/main/operation');
    for (const page of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\\b', '/a b'])
      expect(linkAddress({ to: 'page', page })).toBeNull();
    expect(linkAddress({ to: 'station', station: 'A&B' })).toBe('?station=A%26B');
    expect(linkAddress({ to: 'station', board: 7 })).toBeNull();
    expect(linkAddress({ to: 'board', board: 7 })).toBe('?board=7');
    expect(linkAddress({ to: 'board', board: 7, station: 'A' })).toBe('?station=A&board=7');
    expect(linkAddress({ to: 'board', station: 'A' })).toBeNull();
    expect(linkAddress({ to: 'none', page: '/main' })).toBeNull();
  });

  it('exclude everything after the month of a snapshot', () => {
    const record = { ...context, historical: '2026-02' };
    const instants = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
    const range = instants('2026-02-20T00:00:00.000Z', '2026-03-20T00:00:00.000Z');
    expect(widgetRange('board', { ...record, range })).toMatchObject({
      from: '2026-02-20T00:00:00.000Z',
      to: '2026-02-28T22:59:59.999Z',
    });
    const later = instants('2026-03-10T00:00:00.000Z', '2026-03-20T00:00:00.000Z');
    expect(widgetRange('board', { ...record, range: later })).toEqual(widgetRange('today', record));
  });

  it("prefer the widget's own range to the board's", () => {
    const board = { ...context, range: 'thisMonth' as const };
    expect(widgetRange('yesterday', board)).toMatchObject({
      from: '2026-03-29T22:00:00.000Z',
      to: '2026-03-30T22:00:00.000Z',
      bucket: 'hour',
    });
    expect(widgetRange('board', board)).toMatchObject({ from: '2026-02-28T23:00:00.000Z', bucket: 'day' });
    expect(widgetRange(undefined, context)).toMatchObject({ from: '2026-03-30T22:00:00.000Z' });
    expect([1, 3, 30, 365, 4000].map((days) => bucketOf(0, days * 86_400_000))).toEqual([
      'hour',
      'hour',
      'day',
      'month',
      'year',
    ]);
  });
});
