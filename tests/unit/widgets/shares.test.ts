import { describe, expect, it } from 'vitest';
import { isCommunicating, openTasks, readDevices } from '../../../runtime/board/widget/stationState.ts';
import { tokens } from '../../../runtime/kit/theme/tokens.ts';
import {
  barWindow,
  binEdges,
  histogramNeeds,
  niceStep,
  readBars,
  readDistribution,
} from '../../../widgets/histogram/bars.ts';
import { timeOption } from '../../../widgets/histogram/option.ts';
import { multiKeyFigures, multiKeyNeeds } from '../../../widgets/multiKeyData/figures.ts';
import { proportionNeeds, readProportion } from '../../../widgets/proportion/parts.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const context = contextOf();
const answer = (data: unknown) => ({ key: 'k', ok: true, data });
const variable = (sn: string): [string, string] => ['d', sn];
const nodeInfo = ['a', 'b', 'c'].map((sn) => ({ deviceVar: variable(sn), color: '#112233' }));
const live = (rows: [string, number | null, string][]) =>
  answer(rows.map(([sn, data, unit]) => ({ sn, data, unit, ts: null })));

describe('proportion', () => {
  it('requests this moment, the current month, or the chosen range', () => {
    expect(proportionNeeds({ nodeInfo }, context)).toEqual([{ kind: 'realtime', sns: ['a', 'b', 'c'] }]);
    const [month] = proportionNeeds({ nodeInfo, queryInterval: 'current_month', calcMethod: 'SUM' }, context);
    expect(month).toMatchObject({ method: 'SUM', bucket: 'total', from: '2026-10-31T16:00:00.000Z' });
    const [range] = proportionNeeds(
      { nodeInfo, queryInterval: 'current_day' },
      { ...context, range: 'yesterday' },
    );
    expect(range).toMatchObject({ method: 'DIFF', from: '2026-11-19T16:00:00.000Z' });
  });

  it('supports a stored plain list', () => {
    expect(proportionNeeds({ queryDeviceVars: [variable('x')] }, context)).toEqual([
      { kind: 'realtime', sns: ['x'] },
    ]);
  });

  it('divides the total among the positive values', () => {
    const read = (rows: [string, number | null, string][]) => {
      const { parts, total, unit } = readProportion({ nodeInfo }, [live(rows)], ['#000000']);
      return [parts.map(({ share }) => share), total, unit];
    };
    // The values are in one unit: 1 MW is 1000 kW. A missing or negative value has no share.
    expect(
      read([
        ['a', 3000, 'kW'],
        ['b', 1, 'MW'],
        ['c', null, 'kW'],
      ]),
    ).toEqual([[0.75, 0.25, null], 4000, 'kW']);
    expect(
      read([
        ['a', -5, 'kW'],
        ['b', 5, 'kW'],
        ['c', 5, '%'],
      ]),
    ).toEqual([[null, 1, null], 5, 'kW']);
    expect(
      read([
        ['a', 0, 'kW'],
        ['b', 0, 'kW'],
        ['c', 0, 'kW'],
      ]),
    ).toEqual([[null, null, null], 0, 'kW']);
  });
});

describe('histogram', () => {
  it('uses the bars that the user chose unless they are too many', () => {
    expect(barWindow({ bucket: 'hour' }, context).bucket).toBe('hour');
    expect(barWindow({ bucket: 'hour', range: 'past90Days' }, context).bucket).toBe('day');
    expect(barWindow({ bucket: 'month' }, context)).toMatchObject({ from: '2025-12-31T16:00:00.000Z' });
  });

  it('has hourly bars right after midnight as well', () => {
    const now = Date.parse('2026-11-20T16:05:00Z');
    const { from, to } = barWindow({ bucket: 'hour' }, { ...context, now, zone: 'Asia/Shanghai' });
    expect(Date.parse(to) - Date.parse(from)).toBe(24 * 3_600_000);
  });

  it('requests all values of a day and hourly ones of a month', () => {
    const config = { nodeInfo, mode: 'distribution' as const };
    expect(histogramNeeds({ ...config, range: 'today' }, context)[0]).toMatchObject({ kind: 'history' });
    expect(histogramNeeds({ ...config, range: 'past30Days' }, context)[0]).toMatchObject({
      kind: 'statistic',
      method: 'AVG',
      bucket: 'hour',
    });
  });

  it('shows the earlier period beside this one, bar by bar', () => {
    const config = {
      nodeInfo: nodeInfo.slice(0, 1),
      range: 'yesterday',
      bucket: 'hour',
      compare: 'DAY',
    } as const;
    const row = (key: string, value: number) =>
      answer([{ sn: 'a', unit: 'kWh', value, datas: [value], time_keys: [key] }]);
    const series = readBars(config, context, [row('2026-11-20T01:00:00+08:00', 7)], {
      compared: [row('2026-11-19T01:00:00+08:00', 9)],
      palette: [],
    });
    expect(series.map(({ points, compared }) => [points[1], compared])).toEqual([
      [[Date.parse('2026-11-19T17:00:00Z'), 7], undefined],
      [[Date.parse('2026-11-19T17:00:00Z'), 9], true],
    ]);
  });

  it('stacks only values of the same kind', () => {
    const series = ['kWh', 'kWh', '%'].map((unit, at) => ({
      key: `${at}`,
      name: '',
      color: '',
      unit,
      points: [],
    }));
    const window = barWindow({}, context);
    const size = { width: 800, height: 300 };
    const option = timeOption({ layout: 'stacked' }, series, window, context.zone, size, tokens.default);
    expect((option.series as { stack?: string }[]).map(({ stack }) => stack)).toEqual(['0', '0', '1']);
  });

  it('has round edges, whatever the values', () => {
    expect([0.31, 3, 12, 70].map(niceStep)).toEqual([0.5, 5, 20, 100]);
    expect(binEdges([0, 0.1, 0.3], 3)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(binEdges([5, 5], 4)).toEqual([4, 6]);
    expect(binEdges([], 10)).toEqual([]);
  });

  it('shows the share of the values in each bar', () => {
    const points = [1, 2, 2.5, 11].map((value, ts): [number, number] => [ts, value]);
    const results = [answer([{ sn: 'a', unit: 'kW', points: [...points, [9, null]] }])];
    const { edges, series } = readDistribution({ nodeInfo: nodeInfo.slice(0, 1), bins: 2 }, results, []);
    expect(edges).toEqual([0, 5, 10, 15]);
    expect(series[0]?.points).toEqual([
      [0, 75],
      [5, 0],
      [10, 25],
    ]);
  });
});

describe('multi key data', () => {
  const words = { title: (_dictionary: string, value: string) => value, days: '天' };
  const config = {
    compare: 'MONTH' as const,
    multiKeyData: [
      { name: 'Text', dataType: 'text' as const, textValue: 'hello' },
      { name: 'Now', dataType: 'device_data' as const, deviceValue: variable('p') },
      {
        name: 'Month',
        dataType: 'device_data' as const,
        deviceValue: variable('e'),
        calcInterval: 'current_month' as const,
        calcMethod: 'diff' as const,
      },
    ],
  };

  it('gives each figure its own part of the answers, and the comparison to values over time', () => {
    expect(multiKeyNeeds(config, context).map(({ kind }) => kind)).toEqual(['realtime', 'statistic']);
    const total = (value: number) => answer([{ sn: 'e', unit: 'kWh', decimals: 0, value, datas: [] }]);
    const figures = multiKeyFigures(
      config,
      context,
      [live([['p', null, 'kW']]), total(110)],
      [total(100)],
      words,
    );
    expect(figures.map(({ name, figure, change }) => [name, figure?.text, change?.rate])).toEqual([
      ['Text', 'hello', undefined],
      ['Now', '--', undefined],
      ['Month', '110', 10],
    ]);
  });
});

describe('the state of a station', () => {
  it('is normal only for 1', () => {
    expect(
      [1, 0, '1', true, undefined].map((communicationStatus) => isCommunicating({ communicationStatus })),
    ).toEqual([true, false, false, false, false]);
    expect(isCommunicating(null)).toBe(false);
  });

  it('lists the devices that do not report first', () => {
    const detail = (deviceSn: string, status: unknown, deviceName?: string) => ({
      deviceSn,
      status,
      deviceName,
    });
    const devices = readDevices({
      communicationStatusDetail: [detail('a', 1, 'A'), detail('b', 2), null, { status: 1 }, detail('c', 1)],
    });
    expect(devices.map(({ name, online }) => [name, online])).toEqual([
      ['b', false],
      ['A', true],
      ['c', true],
    ]);
  });

  it('counts tasks, and treats invalid numbers as none', () => {
    expect(
      [{ unclosedTaskAmount: 3 }, { unclosedTaskAmount: '3' }, { unclosedTaskAmount: -1 }, null].map(
        openTasks,
      ),
    ).toEqual([3, 0, 0, 0]);
  });
});
