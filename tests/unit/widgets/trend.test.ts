import { describe, expect, it } from 'vitest';
import type { TrendConfig } from '../../../generated/types.ts';
import { chartLabel } from '../../../runtime/board/chart/thresholdLines.ts';
import { nodesColors } from '../../../runtime/board/widget/nodesColors.ts';
import type { NeedResult, WidgetContext } from '../../../runtime/board/widget/widget.ts';
import { unitAxes } from '../../../runtime/kit/chart/frame.ts';
import { tokens } from '../../../runtime/kit/theme/tokens.ts';
import { axisLabel, timeTicks } from '../../../widgets/trend/axis.ts';
import { needsZero, trendOption } from '../../../widgets/trend/option.ts';
import {
  addUp,
  readTrend as readTrendWith,
  type TrendSeries,
  trendFigures,
  trendNeeds,
} from '../../../widgets/trend/series.ts';
import { tooltipHtml, valueAt } from '../../../widgets/trend/tooltip.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const HOUR = 3_600_000;
const zone = 'Europe/Berlin';
const context = contextOf({ zone, now: '2026-11-21T09:30:00Z', lang: 'en' });
const nodeInfo: TrendConfig['nodeInfo'] = [
  { deviceVar: ['d', 'd-1'], name: 'One', color: '#112233' },
  { deviceVar: ['d', 'd-2'] },
];
const trend = (over: TrendConfig): TrendConfig => ({ nodeInfo, ...over });
const statistic = (rows: [string, (number | null)[], string[]][]) => [
  {
    key: '',
    ok: true,
    data: rows.map(([sn, datas, timeKeys]) => ({ sn, unit: 'kWh', value: 0, datas, time_keys: timeKeys })),
  },
];
const palette = ['#409EFF', '#67C23A', '#E6A23C'];
const readTrend = (
  config: TrendConfig,
  moment: WidgetContext,
  results: NeedResult[],
  compared: NeedResult[] = [],
) => readTrendWith(config, moment, results, { compared, palette });
const look = { theme: tokens.default, soFar: 'so far', isOff: () => false };
const size = { width: 800, height: 300 };

describe('the trend asks', () => {
  it('for all values of the past 24 hours', () => {
    expect(trendNeeds(trend({ queryInterval: 'NORMAL' }), context)).toEqual([
      {
        kind: 'history',
        sns: ['d-1', 'd-2'],
        from: '2026-11-20T09:32:00.000Z',
        to: '2026-11-21T09:32:00.000Z',
        maxPoints: 720,
      },
      {
        kind: 'statistic',
        sns: ['d-1', 'd-2'],
        method: 'AVG',
        from: '2026-11-20T09:32:00.000Z',
        to: '2026-11-21T09:32:00.000Z',
        bucket: 'total',
      },
    ]);
    const withoutMean = trend({ selChecked: { avgChecked: false } });
    expect(trendNeeds(withoutMean, context).map(({ kind }) => kind)).toEqual(['history']);
  });

  it.each([
    ['DAY', 'AVG', 'AVG', 'hour'],
    ['MONTH', 'SUM', 'SUM', 'day'],
    ['YEAR', 'MAX', 'MAX', 'month'],
    ['DAY_SUM', 'AVG', 'SUM', 'hour'],
  ] as const)('for %s by %s as %s of each %s', (queryInterval, calcMethod, method, bucket) => {
    expect(trendNeeds(trend({ queryInterval, calcMethod }), context)[0]).toMatchObject({
      kind: 'statistic',
      method,
      bucket,
    });
  });

  it('for the day, month or year of a chosen date', () => {
    const [need] = trendNeeds(trend({ queryInterval: 'MONTH', queryTime: '2018-07-15' }), context);
    expect(need).toMatchObject({ from: '2018-06-30T22:00:00.000Z', to: '2018-07-31T22:00:00.000Z' });
  });

  it('for nothing without a variable', () => {
    expect(trendNeeds({ nodeInfo: [{ name: 'x' }] }, context)).toEqual([]);
  });
});

describe('the trend shows', () => {
  it('gaps as gaps and values with one decimal', () => {
    const points = [
      [1, 1.26],
      [2, null],
      [3, -1.25],
    ];
    const [one, two] = readTrend(trend({}), context, [
      { key: '', ok: true, data: [{ sn: 'd-1', unit: 'kW', points }] },
    ]);
    expect(one).toMatchObject({
      name: 'One',
      color: '#112233',
      unit: 'kW',
      points: [
        [1, 1.3],
        [2, null],
        [3, -1.2],
      ],
    });
    expect(two).toMatchObject({ name: 'd-2', color: '#409EFF', points: [] });
  });

  it('every hour of a day of 25 hours once', () => {
    const config = trend({ queryInterval: 'DAY', queryTime: '2026-10-25' });
    const keys = ['2026-10-25T02:00:00.000+02:00', '2026-10-25T02:00:00.000+01:00'];
    const [one] = readTrend(config, context, statistic([['d-1', [5, 7], keys]]));
    expect(one?.points).toHaveLength(25);
    expect(one?.points.filter(([, value]) => value !== null).map(([, value]) => value)).toEqual([5, 7]);
    expect(one?.points[3]?.[0]).toBe(Date.parse(keys[1]!));
  });

  it('a meter of another zone by days of its own zone', () => {
    const config = trend({ queryInterval: 'MONTH', queryTime: '2018-07-15' });
    const [one] = readTrend(config, context, statistic([['d-1', [9], ['2018-07-02T00:00:00.000+09:00']]]));
    expect(one?.points[1]?.[1]).toBe(9);
  });

  it('daily amounts, with gaps where no data arrived', () => {
    expect(addUp([1, null, 2, 0.5])).toEqual([1, null, 3, 3.5]);
  });

  it('maximum, minimum and average of the known values', () => {
    const series = {
      points: [
        [1, 4],
        [2, null],
        [3, 1],
      ],
    } as unknown as TrendSeries;
    expect(trendFigures(series)).toEqual({ max: 4, min: 1, avg: 2.5 });
    expect(trendFigures({ ...series, points: [[1, null]] })).toEqual({ max: null, min: null, avg: null });
  });
});

describe('the chart', () => {
  const series = (unit: string, key = unit): TrendSeries => ({
    key,
    name: key,
    color: '#112233',
    unit,
    points: [[context.now, 1]],
  });
  const option = (config: TrendConfig, list: TrendSeries[], box = size) =>
    trendOption(config, context, list, box, look);

  it('draws each threshold as a line with its name, on the axis of the first unit', () => {
    const thresholds = [{ from: 80, color: '#B80F45', name: 'High' }, { from: 20 }, { name: 'lost' }];
    const drawn = option({ thresholds }, [series('kW'), series('%')]).series as { markLine?: object }[];
    expect(drawn.map(({ markLine }) => markLine !== undefined)).toEqual([true, false]);
    expect(drawn[0]?.markLine).toMatchObject({
      data: [
        { yAxis: 80, lineStyle: { color: '#B80F45' }, label: { formatter: 'High' } },
        { yAxis: 20, label: { formatter: '20' } },
      ],
    });
    const tip = (value: number) =>
      tooltipHtml(
        [{ axisValue: context.now }],
        [{ ...series('kW'), points: [[context.now, value]] }],
        { thresholds },
        { ...context, soFar: 'so far', isOff: () => false },
      );
    expect(tip(85)).toContain('85.0 kW · High');
    expect(tip(10)).not.toContain('High');
    expect(chartLabel('Course', thresholds)).toBe('Course; High ≥ 80; ≥ 20');
  });

  it('labels days by the time and everything longer by month and day', () => {
    const ts = Date.parse('2026-11-21T09:30:00Z');
    expect(axisLabel(ts, true, zone)).toBe('10:30');
    expect(axisLabel(ts, false, zone)).toBe('11-21');
    const year = readTrend(trend({ queryInterval: 'YEAR' }), context, statistic([]));
    expect(option(trend({ queryInterval: 'YEAR' }), year).xAxis).toMatchObject({
      data: expect.arrayContaining(['01-01', '12-01']),
    });
  });

  it('puts its ticks on full hours of the station, also when the clock changes', () => {
    const window = { from: Date.parse('2026-03-28T23:00:00Z'), to: Date.parse('2026-03-29T22:00:00Z') };
    const labels = timeTicks(window, 800, zone).map(({ label }) => label);
    expect(labels).toEqual([
      '00:00',
      '04:00',
      '06:00',
      '08:00',
      '10:00',
      '12:00',
      '14:00',
      '16:00',
      '18:00',
      '20:00',
      '22:00',
    ]);
  });

  it('has an axis for each of two units', () => {
    expect(unitAxes([series('kW'), series('%'), series('kW', 'b'), series('V')])).toEqual(['kW', '%']);
    const { yAxis, series: drawn } = option(trend({}), [series('kW'), series('%')]);
    expect(yAxis).toMatchObject([
      { name: 'kW', position: 'left' },
      { name: '%', position: 'right' },
    ]);
    expect(drawn).toMatchObject([{ yAxisIndex: 0 }, { yAxisIndex: 1 }]);
  });

  it('draws bars of 10% and at most 20 for all values of a day, and otherwise as wide as possible', () => {
    const bars = option(trend({ showType: 'bar' }), [series('kW')]).series;
    expect(bars).toMatchObject([{ type: 'bar', barWidth: '10%', barMaxWidth: 20 }]);
    const daily = option(trend({ showType: 'bar', queryInterval: 'DAY' }), [series('kW')]).series as object[];
    expect(daily[0]).not.toHaveProperty('barWidth');
  });

  it('hides axis and legend when it is too small for them', () => {
    const small = option(trend({}), [series('kW'), series('%')], { width: 180, height: 90 });
    expect(small).toMatchObject({
      xAxis: { show: false },
      yAxis: [{ show: false }, { show: false }],
      legend: { show: false },
    });
  });

  it('includes zero if values start and stop, and excludes it if they vary only slightly', () => {
    const of = (...values: (number | null)[]) => [
      { ...series('V'), points: values.map((value, at): [number, number | null] => [at, value]) },
    ];
    expect(needsZero(of(688, 691, null, 695))).toBe(false);
    expect(needsZero(of(-3.2, -1.1))).toBe(true);
    expect(needsZero(of(0, 0))).toBe(true);
    expect(needsZero(of(-5, 20))).toBe(true);
    expect(needsZero(of(10, 480))).toBe(true);
    expect(needsZero(of(null))).toBe(true);
  });

  it('has no animation and no connected gaps', () => {
    expect(option(trend({}), [series('kW')])).toMatchObject({
      animation: false,
      series: [{ connectNulls: false }],
    });
  });

  it('shows a single value between gaps', () => {
    const points: TrendSeries['points'] = [1, null, 2, 3, null].map((value, at) => [context.now + at, value]);
    expect(option(trend({}), [{ ...series('kW'), points }])).toMatchObject({
      series: [
        {
          showSymbol: true,
          symbol: 'none',
          data: [{ value: points[0], symbol: 'circle' }, points[1], points[2], points[3], points[4]],
        },
      ],
    });
  });
});

describe('an earlier period', () => {
  it('is drawn over this one, lighter and dashed', () => {
    const config = trend({ compare: 'DAY', nodeInfo: nodeInfo?.slice(0, 1) });
    const history = (ts: number, value: number) => [
      { key: '', ok: true, data: [{ sn: 'd-1', unit: 'kW', points: [[ts, value]] }] },
    ];
    const series = readTrend(config, context, history(context.now, 5), history(context.now - 24 * HOUR, 4));
    expect(series.map(({ points, compared }) => [points, compared])).toEqual([
      [[[context.now, 5]], undefined],
      [[[context.now, 4]], true],
    ]);
    expect(trendOption(config, context, series, size, look).series).toMatchObject([
      { lineStyle: { width: 2 } },
      { lineStyle: { type: 'dashed', width: 1.5 } },
    ]);
  });

  it('aligns the first days of months, however long the months are', () => {
    const config = trend({ compare: 'MONTH', queryInterval: 'MONTH', nodeInfo: nodeInfo?.slice(0, 1) });
    const day = (key: string, value: number) => statistic([['d-1', [value], [key]]]);
    const series = readTrend(
      config,
      context,
      day('2026-11-01T00:00:00+01:00', 7),
      day('2026-10-01T00:00:00+02:00', 8),
    );
    const first = Date.parse('2026-10-31T23:00:00Z');
    expect(series.map(({ points }) => points[0])).toEqual([
      [first, 7],
      [first, 8],
    ]);
  });

  it('is rounded as configured', () => {
    const config = trend({ decimals: 2, nodeInfo: nodeInfo?.slice(0, 1) });
    const [one] = readTrend(config, context, [
      { key: '', ok: true, data: [{ sn: 'd-1', unit: 'kW', points: [[context.now, 1.2345]] }] },
    ]);
    expect(one?.points).toEqual([[context.now, 1.23]]);
  });
});

describe('variables without a name of their own', () => {
  const rows = ['d-1', 'd-2'].map((sn) => ({
    sn,
    unit: 'kW',
    name: 'Active power',
    deviceName: `Inverter ${sn.slice(2)}`,
    points: [[context.now, 1]],
  }));
  const series = readTrend(
    { nodeInfo: rows.map(({ sn }) => ({ deviceVar: ['d', sn], color: '#409eff' })) },
    context,
    [{ key: '', ok: true, data: rows }],
  );

  it('are named by device and variable', () => {
    expect(series.map(({ name }) => name)).toEqual([
      'Inverter 1 · Active power',
      'Inverter 2 · Active power',
    ]);
  });

  it('never share a colour, nor have two that look alike', () => {
    expect(nodesColors([{ color: '#409eff' }, {}, {}], ['#3d7eea', '#e6a23c', '#67c23a'])).toEqual([
      '#409eff',
      '#e6a23c',
      '#67c23a',
    ]);
    expect(series.map(({ color }) => color)).toEqual(['#409eff', '#67C23A']);
  });
});

describe('the tooltip', () => {
  it('shows nothing far from any point, and nothing of a hidden series', () => {
    const of = (key: string, name: string): TrendSeries => ({
      ...{ key, name, color: '#112233', unit: 'kW' },
      points: [[context.now, 1]],
    });
    const list = [of('a', 'First'), of('b', 'Second')];
    const tip = (ts: number, off?: string) =>
      tooltipHtml([{ axisValue: ts, seriesId: 'b' }], list, trend({}), {
        ...{ ...context, soFar: '' },
        isOff: (key) => key === off,
      });
    expect(tip(context.now - 2 * HOUR)).toBe('');
    // The chart names only the series with the nearest point.
    expect(tip(context.now)).toContain('First');
    const shown = tip(context.now, 'a');
    expect(shown).toContain('Second');
    expect(shown).not.toContain('First');
  });

  it('finds the value near a moment and none far from it', () => {
    const points: [number, number | null][] = [
      [0, 1],
      [HOUR, 2],
      [2 * HOUR, null],
    ];
    expect(valueAt(points, HOUR + 60_000, HOUR / 4)).toBe(2);
    expect(valueAt(points, HOUR * 1.5, HOUR / 4)).toBeNull();
    expect(valueAt([], 0, HOUR)).toBeNull();
  });

  it('compares all series and writes names as text', () => {
    const list = readTrend({ nodeInfo: [{ deviceVar: ['d', 'd-1'], name: '<script>x</script>' }] }, context, [
      { key: '', ok: true, data: [{ sn: 'd-1', unit: '<b>', points: [[context.now, 3]] }] },
    ]);
    const html = tooltipHtml([{ axisValue: context.now }], list, trend({}), {
      ...context,
      soFar: 'so far',
      isOff: () => false,
    });
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('2026-11-21 10:30');
    expect(html).not.toMatch(/<script|<b>[^2]/);
  });
});
