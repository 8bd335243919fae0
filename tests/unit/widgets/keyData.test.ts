import { describe, expect, it } from 'vitest';
import type { KeyDataConfig } from '../../../generated/types.ts';
import { keyChange, keyFigure, operatingDays } from '../../../runtime/board/figure/keyFigure.ts';
import { keyDataNeeds, keySource } from '../../../widgets/keyData/figure.ts';
import { multiKeyNeeds } from '../../../widgets/multiKeyData/figures.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const context = contextOf();
const words = { title: (_dictionary: string, value: string) => `<${value}>`, days: '天' };
const device = (over: KeyDataConfig): KeyDataConfig => ({
  dataType: 'device_data',
  deviceValue: ['d', 'd-p'],
  ...over,
});
const ok = (data: unknown) => [{ key: 'k', ok: true, data }];
const show = (config: KeyDataConfig, data: unknown) => keyFigure(keySource(config), context, ok(data), words);

describe('key data asks', () => {
  it('nothing for a text, an unset field or an unset variable', () => {
    expect(keyDataNeeds({ dataType: 'text', textValue: 'x' }, context)).toEqual([]);
    expect(keyDataNeeds({ dataType: 'station_info' }, context)).toEqual([]);
    expect(keyDataNeeds({ dataType: 'device_data' }, context)).toEqual([]);
  });

  it('for the latest value when the interval is real-time', () => {
    expect(keyDataNeeds(device({ calcInterval: 'real_time', calcMethod: 'SUM' }), context)).toEqual([
      { kind: 'realtime', sns: ['d-p'] },
    ]);
  });

  it('for the current month when the stored interval is YEAR', () => {
    expect(keyDataNeeds(device({ calcInterval: 'YEAR', calcMethod: 'diff' }), context)).toEqual([
      {
        kind: 'statistic',
        sns: ['d-p'],
        method: 'DIFF',
        from: '2026-10-31T16:00:00.000Z',
        to: '2026-11-21T04:00:00.001Z',
        bucket: 'total',
      },
    ]);
  });

  it('for today, and for this year where that is still stored', () => {
    const starts = (calcInterval: KeyDataConfig['calcInterval']) =>
      keyDataNeeds(device({ calcInterval, calcMethod: 'AVG' }), context).map(
        (need) => 'from' in need && need.from,
      );
    expect(starts('DAY')).toEqual(['2026-11-20T16:00:00.000Z']);
    expect(starts('current_year')).toEqual(['2025-12-31T16:00:00.000Z']);
  });

  it('for both periods if a stored method compares them', () => {
    const needs = keyDataNeeds(device({ calcInterval: 'DAY', calcMethod: 'avg_vs_last' }), context);
    expect(needs.map((need) => need.kind === 'statistic' && [need.method, need.from, need.to])).toEqual([
      ['AVG', '2026-11-20T16:00:00.000Z', '2026-11-21T04:00:00.001Z'],
      ['AVG', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
    ]);
  });

  it("for its own range or the board's, if it shows a period", () => {
    const week = { ...context, range: 'past7Days' as const };
    const days = { from: '2026-11-14T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z' };
    expect(keyDataNeeds(device({ calcInterval: 'YEAR', calcMethod: 'SUM' }), week)).toMatchObject([days]);
    expect(keyDataNeeds(device({ calcInterval: 'DAY', range: 'past7Days' }), context)).toMatchObject([days]);
    expect(keyDataNeeds(device({ calcInterval: 'real_time' }), week)).toMatchObject([{ kind: 'realtime' }]);
    const versus = keyDataNeeds(device({ calcInterval: 'DAY', calcMethod: 'diff_vs_last' }), week);
    expect(versus).toMatchObject([{ from: '2026-11-20T16:00:00.000Z' }, { to: '2026-11-20T16:00:00.000Z' }]);
    const many = {
      multiKeyData: [
        {
          dataType: 'device_data' as const,
          deviceValue: ['d', 'd-p'] as [string, string],
          calcInterval: 'current_month' as const,
        },
      ],
    };
    expect(multiKeyNeeds(many, week)).toMatchObject([days]);
  });

  it('for the last day of a snapshot instead of the latest value', () => {
    const [need] = keyDataNeeds(device({ calcInterval: 'real_time' }), { ...context, historical: '2026-03' });
    expect(need).toMatchObject({
      kind: 'history',
      from: '2026-03-30T16:00:00.000Z',
      to: '2026-03-31T16:00:00.000Z',
    });
  });
});

describe('key data shows', () => {
  it('a request to configure it while it has nothing to show', () => {
    expect(show({ dataType: 'text' }, [])).toBeNull();
    expect(show({ dataType: 'station_info' }, {})).toBeNull();
    expect(show({ dataType: 'device_data' }, [])).toBeNull();
  });

  it('a value with the decimals and the unit of its variable', () => {
    const row = { sn: 'd-p', data: 1234.567, ts: context.now, unit: 'kW', decimals: 1 };
    expect(show(device({}), [row])).toMatchObject({ text: '1,234.6', unit: 'kW', stale: false });
  });

  it('two hyphens for a value that is null or missing', () => {
    const row = { sn: 'd-p', data: null, ts: null, unit: 'kW', decimals: 1 };
    expect(show(device({}), [row])?.text).toBe('--');
    expect(show(device({}), [])?.text).toBe('--');
  });

  it('that a value is old', () => {
    const row = { sn: 'd-p', data: 1, ts: '2026-11-21T03:00:00Z', unit: '', decimals: 0, stale: true };
    expect(show(device({}), [row])).toMatchObject({ stale: true, ts: Date.parse('2026-11-21T03:00:00Z') });
  });

  it('the figure of the period, and the change if a stored method requires it', () => {
    const row = (value: number | null) => ({
      sn: 'd-p',
      value,
      unit: 'kWh',
      decimals: 1,
      datas: [],
      time_keys: [],
    });
    const config = device({ calcInterval: 'YEAR', calcMethod: 'SUM' });
    expect(show(config, [row(17.25)])).toMatchObject({ text: '17.3', unit: 'kWh' });
    const versus = device({ calcInterval: 'YEAR', calcMethod: 'diff_vs_last' });
    const both = (last: number | null) => [...ok([row(17)]), ...ok([row(last)])];
    expect(keyFigure(keySource(versus), context, both(20), words)?.text).toBe('-3.0');
    expect(keyFigure(keySource(versus), context, both(null), words)?.text).toBe('--');
  });

  it('the facts about the station as text', () => {
    const details = {
      name: '站 <b>',
      address: null,
      capacity: 2150,
      voltageClass: '10kV',
      initialTime: '2026-11-01',
      operatingDays: null,
    };
    const fact = (stationValue: KeyDataConfig['stationValue']) => {
      const figure = show({ dataType: 'station_info', stationValue }, details);
      return `${figure?.text} ${figure?.unit}`.trim();
    };
    expect(fact('name')).toBe('站 <b>');
    expect(fact('address')).toBe('--');
    expect(fact('capacity')).toBe('2,150 kWh');
    expect(fact('voltageClass')).toBe('<10kV>');
    expect(fact('initialTime')).toBe('2026-11-01');
    expect(fact('operatingDays')).toBe('20 天');
  });

  it("the station's days in operation instead of counted ones", () => {
    expect(operatingDays({ operatingDays: 7, initialTime: '2000-01-01' }, context)).toBe(7);
    const record = { ...context, historical: '2026-10' };
    expect(operatingDays({ operatingDays: 700 }, record)).toBe(679);
    expect(operatingDays({ initialTime: '2026-10-01' }, record)).toBe(30);
    expect(operatingDays({ initialTime: 'soon' }, context)).toBeNull();
    expect(operatingDays({ initialTime: '2027-01-01' }, context)).toBe(0);
  });
});

describe('key data beside an earlier period', () => {
  const total = (value: number | null) => ({
    key: 'k',
    ok: true,
    data: [{ sn: 'd-p', unit: 'kWh', decimals: 1, value, datas: [] }],
  });
  const rate = (config: KeyDataConfig, before: number | null) => {
    const source = keySource(device(config));
    const figure = keyFigure(source, context, [total(120)], words);
    return figure && keyChange(source, context, figure, total(before))?.rate;
  };

  it('shows the increase or decrease', () => {
    expect(rate({ calcInterval: 'DAY', calcMethod: 'diff' }, 100)).toBe(20);
    expect(rate({ calcInterval: 'DAY', calcMethod: 'diff' }, null)).toBeNull();
  });

  it('shows nothing if the figure itself is such a change', () => {
    expect(rate({ calcInterval: 'DAY', calcMethod: 'diff_vs_last' }, 100)).toBeUndefined();
  });
});
