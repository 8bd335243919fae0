import { describe, expect, it } from 'vitest';
import type { TrendConfig } from '../../../generated/types.ts';
import { bucketOf } from '../../../runtime/board/options/range.ts';
import type { NeedResult, WidgetContext } from '../../../runtime/board/widget/widget.ts';
import { tokens } from '../../../runtime/kit/theme/tokens.ts';
import { timeTicks } from '../../../widgets/trend/axis.ts';
import { trendOption } from '../../../widgets/trend/option.ts';
import { readTrend as readTrendWith, trendNeeds, trendView } from '../../../widgets/trend/series.ts';
import { tooltipHtml } from '../../../widgets/trend/tooltip.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

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

describe('a chosen range', () => {
  const needOf = (over: TrendConfig, range: WidgetContext['range'] = null) =>
    trendNeeds(trend(over), { ...context, range })[0];

  it("has priority over the interval: the widget's own over the board's, also its own date", () => {
    const yesterday = { from: '2026-11-19T23:00:00.000Z', to: '2026-11-20T23:00:00.000Z' };
    expect(needOf({ range: 'yesterday' }, 'past7Days')).toMatchObject({ kind: 'history', ...yesterday });
    expect(needOf({ queryInterval: 'YEAR' }, 'yesterday')).toMatchObject({ bucket: 'hour', ...yesterday });
    expect(needOf({ queryTime: '2026-03-02' }, 'yesterday')).toMatchObject({
      from: '2026-03-01T23:00:00.000Z',
    });
  });

  it.each(['past30Days', 'thisYear'] as const)('of all values is a curve, however long: %s', (range) => {
    expect(needOf({}, range)).toMatchObject({ kind: 'history', maxPoints: 720 });
  });

  it.each([
    ['DAY', 'past7Days', 'hour', false],
    ['DAY', 'past30Days', 'hour', false],
    ['DAY', 'thisYear', 'month', true],
    ['MONTH', 'past30Days', 'day', false],
    ['MONTH', 'yesterday', 'hour', true],
    ['YEAR', 'thisYear', 'month', false],
    ['YEAR', 'past30Days', 'day', true],
  ] as const)(
    'by %s over %s is drawn by the %s, and says where that is not what was chosen',
    (queryInterval, range, bucket, isOtherBucket) => {
      expect(trendView(trend({ queryInterval }), { ...context, range })).toMatchObject({
        bucket,
        isOtherBucket,
      });
    },
  );

  it('over a clock change keeps its hours', () => {
    const range = { from: Date.parse('2026-10-23T22:00Z'), to: Date.parse('2026-10-26T23:00Z') };
    expect(bucketOf(range.from, range.to)).toBe('hour');
  });

  it('marks the current step: eleven minutes are no day', () => {
    const config = trend({ queryInterval: 'MONTH', nodeInfo: nodeInfo?.slice(0, 1) });
    const keys = ['2026-11-20T00:00:00.000+01:00', '2026-11-21T00:00:00.000+01:00'];
    const series = readTrend(config, context, statistic([['d-1', [480, 3], keys]]));
    const drawn = trendOption(config, context, series, size, look).series as { data: unknown[] }[];
    expect(drawn[0]?.data.slice(19, 21)).toEqual([
      480,
      expect.objectContaining({ value: 3, symbol: 'emptyCircle' }),
    ]);
    const tip = (dataIndex: number) =>
      tooltipHtml([{ dataIndex }], series, config, { ...context, soFar: 'so far', isOff: () => false });
    expect(tip(19)).toContain('2026-11-20</b>');
    expect(tip(20)).toContain('2026-11-21 · so far');
  });

  it('of several days labels each midnight with its day', () => {
    const days = {
      ...context,
      range: { from: Date.parse('2026-11-18T23:00Z'), to: Date.parse('2026-11-20T23:00Z') },
    };
    const { xAxis } = trendOption(trend({}), days, [], size, look);
    const { customValues, formatter } = (
      xAxis as { axisLabel: { customValues: number[]; formatter(ts: number): string } }
    ).axisLabel;
    expect(customValues.map(formatter)).toEqual([
      '11-19',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      '11-20',
      '04:00',
      '08:00',
      '12:00',
      '16:00',
      '20:00',
    ]);
  });
});

describe('the axis of time', () => {
  const labelsOf = (from: string, to: string, width = 800) =>
    timeTicks({ from: Date.parse(from), to: Date.parse(to) }, width, zone).map(({ label }) => label);

  it('labels days of a month, and omits the last one beside the first of the next', () => {
    expect(labelsOf('2026-09-30T22:00Z', '2026-11-30T23:00Z')).toEqual([
      ...['10-01', '10-06', '10-11', '10-16', '10-21', '10-26', '11-01', '11-06', '11-11', '11-16', '11-21'],
      '11-26',
    ]);
  });

  it('labels months of a year, and years', () => {
    expect(labelsOf('2025-12-31T23:00Z', '2026-12-31T23:00Z', 330)).toEqual([
      '2026-01',
      '2026-04',
      '2026-07',
      '2026-10',
    ]);
    // In a chart of 750 pixels, twelve names with their year would overlap.
    expect(labelsOf('2025-11-23T23:00Z', '2026-11-23T23:00Z', 750)).toEqual([
      ...['2026-01', '2026-03', '2026-05', '2026-07', '2026-09', '2026-11'],
    ]);
    expect(labelsOf('2015-12-31T23:00Z', '2026-12-31T23:00Z', 400)).toEqual([
      '2016',
      '2018',
      '2020',
      '2022',
      '2024',
      '2026',
    ]);
  });

  it('begins with the first full hour if the window begins between two', () => {
    const hours = labelsOf('2026-11-21T09:11:20Z', '2026-11-21T12:11:20Z', 200);
    expect(hours).toEqual(['11:00', '12:00', '13:00']);
  });

  it('labels minutes of an hour, and names the day if hours pass midnight', () => {
    const minutes = labelsOf('2026-11-21T09:11:20Z', '2026-11-21T09:26:20Z', 400);
    expect(minutes).toEqual(['10:15', '10:20', '10:25']);
    expect(labelsOf('2026-11-20T20:30Z', '2026-11-21T02:30Z', 400)).toContain('11-21');
  });
});
