import { describe, expect, it } from 'vitest';
import type { TrendConfig } from '../../../generated/types.ts';
import type { NeedResult, WidgetContext } from '../../../runtime/board/widget/widget.ts';
import { tokens } from '../../../runtime/kit/theme/tokens.ts';
import { trendOption } from '../../../widgets/trend/option.ts';
import { readTrend as readTrendWith, trendFigures, trendNeeds } from '../../../widgets/trend/series.ts';
import { tooltipHtml } from '../../../widgets/trend/tooltip.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const HOUR = 3_600_000;
const zone = 'Europe/Berlin';
const context = contextOf({ zone, now: '2026-11-21T09:30:00Z', lang: 'en' });
const nodeInfo: TrendConfig['nodeInfo'] = [
  { deviceVar: ['d', 'd-1'], name: 'One', color: '#112233' },
  { deviceVar: ['d', 'd-2'] },
];
const trend = (over: TrendConfig): TrendConfig => ({ nodeInfo, ...over });
const readTrend = (config: TrendConfig, moment: WidgetContext, results: NeedResult[]) =>
  readTrendWith(config, moment, results, { palette: ['#409EFF', '#67C23A', '#E6A23C'] });
const look = { theme: tokens.default, soFar: 'so far', isOff: () => false };
const size = { width: 800, height: 300 };

describe('several curves over a long time', () => {
  const moment = { ...context, range: 'thisYear' as const };
  const day = Date.parse('2026-06-10T00:00:00+02:00');
  const answers = (sns: readonly string[]): NeedResult[] => [
    {
      key: '',
      ok: true,
      data: sns.map((sn) => ({
        sn,
        unit: 'kW',
        points: [
          [day + HOUR, 5],
          [day + 12 * HOUR, 3368],
        ],
      })),
    },
    { key: '', ok: true, data: sns.map((sn) => ({ sn, unit: 'kW', value: 700, datas: [], time_keys: [] })) },
    {
      key: '',
      ok: true,
      data: sns.map((sn) => ({
        ...{ sn, unit: 'kW', value: 0 },
        ...{ datas: [759], time_keys: ['2026-06-10T00:00:00+02:00'] },
      })),
    },
  ];

  it('are also requested as means; a single one, and curves of a few days, are not', () => {
    const buckets = (config: TrendConfig, range: 'thisYear' | 'past7Days') =>
      trendNeeds(config, { ...context, range }).map((need) => ('bucket' in need ? need.bucket : 'points'));
    expect(buckets(trend({}), 'thisYear')).toEqual(['points', 'total', 'day']);
    expect(buckets(trend({ appendInformation: false }), 'thisYear')).toEqual(['points', 'day']);
    expect(buckets(trend({ nodeInfo: nodeInfo?.slice(0, 1) }), 'thisYear')).toEqual(['points', 'total']);
    expect(buckets(trend({ showType: 'bar' }), 'thisYear')).toEqual(['points', 'total']);
    expect(buckets(trend({}), 'past7Days')).toEqual(['points', 'total']);
  });

  it('are lines of their means before pale ones of the highest and lowest, hidden together in the legend', () => {
    const config = trend({});
    const series = readTrend(config, moment, answers(['d-1', 'd-2']));
    expect(series[0]?.means?.filter(([, value]) => value !== null)).toEqual([[day + 12 * HOUR, 759]]);
    expect(trendFigures(series[0]!)).toEqual({ max: 3368, min: 5, avg: 700 });
    const drawn = trendOption(config, moment, series, size, look).series as {
      name: string;
      z?: number;
      lineStyle: { width: number; opacity?: number };
    }[];
    expect(drawn.map(({ name }) => name)).toEqual([
      series[0]!.key,
      series[0]!.key,
      series[1]!.key,
      series[1]!.key,
    ]);
    expect(drawn[0]?.lineStyle.opacity).toBeLessThan(0.3);
    expect(drawn[1]?.lineStyle).toEqual({ width: 2 });
  });

  it('are shown by day: the mean with the lowest and highest', () => {
    const config = trend({});
    const series = readTrend(config, moment, answers(['d-1', 'd-2']));
    const html = tooltipHtml([{ axisValue: day + 9 * HOUR }], series, config, {
      ...moment,
      soFar: '',
      isOff: () => false,
    });
    expect(html).toContain('<b>2026-06-10</b>');
    expect(html).toContain('759.0 kW (5.0 – 3,368.0)');
  });
});

describe('the average of all values', () => {
  it('is computed from measured values, not from the drawn highest and lowest ones', () => {
    const [one] = readTrend({ nodeInfo: nodeInfo?.slice(0, 1) }, context, [
      {
        key: '',
        ok: true,
        data: [
          {
            sn: 'd-1',
            unit: 'kW',
            points: [
              [1, 0],
              [2, 3368],
            ],
          },
        ],
      },
      { key: '', ok: true, data: [{ sn: 'd-1', unit: 'kW', value: 759, datas: [759], time_keys: [''] }] },
    ]);
    expect(trendFigures(one!)).toEqual({ max: 3368, min: 0, avg: 759 });
  });
});
