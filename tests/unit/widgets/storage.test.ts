import { describe, expect, it } from 'vitest';
import { compareNeeds } from '../../../runtime/board/options/compare.ts';
import {
  discharges,
  dodNeeds,
  dodWindow,
  readDod,
  readEarlier,
  swings,
} from '../../../widgets/dodAnalysis/depth.ts';
import { dodOption } from '../../../widgets/dodAnalysis/option.ts';
import { readEnergies, todayEnergyNeeds } from '../../../widgets/todayEnergy/energies.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const context = contextOf();
const answer = (data: unknown) => ({ key: 'k', ok: true, data });

describe('depth of discharge', () => {
  it('is measured between turning points, and noise is no turn', () => {
    // The value goes 90 → 20 → 80 → 50. The half percent on the way down is noise.
    expect(swings([90, 60, 60.4, 40, 20, 80, 50], 0.5)).toEqual([-70, 60, -30]);
    expect(swings([50, 50.2, 49.9], 0.5)).toEqual([]);
    expect(swings([], 1)).toEqual([]);
    // A pause with a charge of 5 splits a discharge only if the noise limit is 5 or less.
    expect(swings([90, 60, 65, 30], 10)).toEqual([-60]);
    expect(swings([90, 60, 65, 30], 5)).toEqual([-30, 5, -35]);
  });

  it('adds depths up to full cycles and counts sufficient ones', () => {
    // The falls are 70, 30 and 4, together 104 percent. The last one is below the minimum depth.
    expect(discharges([90, 20, 80, 50, 54, 50], 10)).toEqual({
      fullCycles: 1.04,
      count: 2,
      average: 50,
      deepest: 70,
    });
    expect(discharges([], 10)).toEqual({ fullCycles: 0, count: 0, average: null, deepest: null });
  });

  it('requests the extremes of each day and the curve, over the chosen days', () => {
    const needs = dodNeeds({ socVar: ['BAT', 'soc'], range: 'yesterday' }, context);
    const window = { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' };
    expect(needs).toEqual([
      { kind: 'statistic', sns: ['soc'], method: 'MIN', bucket: 'day', ...window },
      { kind: 'statistic', sns: ['soc'], method: 'MAX', bucket: 'day', ...window },
      { kind: 'history', sns: ['soc'], maxPoints: 5000, ...window },
      { kind: 'statistic', sns: ['soc'], method: 'MIN', bucket: 'total', ...window },
    ]);
  });

  it('has no depth for a day without values', () => {
    const row = (datas: (number | null)[]) =>
      answer([{ sn: 'soc', datas, time_keys: ['2026-11-20T00:00:00+08:00', '2026-11-21T00:00:00+08:00'] }]);
    const range = { from: Date.parse('2026-11-19T16:00:00Z'), to: Date.parse('2026-11-21T16:00:00Z') };
    const read = readDod({ socVar: ['BAT', 'soc'] }, { ...context, range }, [
      row([20, null]),
      row([95, null]),
    ]);
    expect(read.days.map(({ depth }) => depth)).toEqual([75, null]);
  });

  it('is shown beside the same days of an earlier period', () => {
    const range = { from: Date.parse('2026-11-19T16:00:00Z'), to: Date.parse('2026-11-21T16:00:00Z') };
    const config = { socVar: ['BAT', 'soc'] as [string, string], compare: 'MONTH' as const };
    const row = (datas: number[]) =>
      answer([{ sn: 'soc', datas, time_keys: ['2026-10-20T00:00:00+08:00', '2026-10-21T00:00:00+08:00'] }]);
    const start = Date.parse('2026-10-19T16:00:00Z');
    const points = [90, 30, 80, 60].map((value, hour) => [start + hour * 3_600_000, value]);
    const lowest = answer([{ sn: 'soc', value: 30, datas: [30], time_keys: ['2026-10-20T00:00:00+08:00'] }]);
    const compared = [row([30, 60]), row([90, 80]), answer([{ sn: 'soc', points }]), lowest];
    const earlier = readEarlier(config, { ...context, range }, compared);
    expect(earlier).toMatchObject({ count: 2, deepest: 60, average: 40, lowest: 30 });
    expect(earlier?.days.map(({ depth }) => depth)).toEqual([60, 20]);
    expect(readEarlier(config, { ...context, range }, [])).toBeNull();
    const days = earlier?.days ?? [];
    const look = { zone: context.zone, range: '', depth: '', earlier: '', color: () => 'red', write: String };
    const series = (before: typeof days) =>
      dodOption(days, before, dodWindow(config, { ...context, range }), look, { width: 400, height: 200 })
        .series;
    expect(series([])).toHaveLength(2);
    expect(series(days)).toHaveLength(4);
  });

  it('counts an earlier period up to the same moment while the current one is running, and draws its days whole', () => {
    const config = { socVar: ['BAT', 'soc'] as [string, string], range: 'today', compare: 'DAY' } as const;
    const needs = compareNeeds(dodNeeds(config, context), config.compare, context);
    const moment = '2026-11-20T04:00:00.001Z';
    const night = '2026-11-20T16:00:00.000Z';
    expect(needs.map((need) => 'to' in need && need.to)).toEqual([night, night, night, moment]);
    const row = (value: number) =>
      answer([{ sn: 'soc', value, datas: [value], time_keys: ['2026-11-20T00:00:00+08:00'] }]);
    const at = Date.parse(moment);
    const points = [
      [at - 7200_000, 90],
      [at - 3600_000, 60],
      [at, 95],
      [at + 3600_000, 5],
    ];
    const earlier = readEarlier(config, context, [row(5), row(95), answer([{ sn: 'soc', points }]), row(60)]);
    expect(earlier).toMatchObject({ count: 1, fullCycles: 0.3, deepest: 30, average: 30, lowest: 60 });
    expect(earlier?.days.map(({ min, depth }) => [min, depth])).toEqual([[5, 90]]);
  });
});

describe("today's energy", () => {
  const config = {
    energies: [
      { deviceVar: ['M', 'imp'] as [string, string], role: 'gridImport' as const, name: 'Import' },
      { deviceVar: ['I', 'pv'] as [string, string], role: 'pv' as const },
    ],
  };

  it('requests today and yesterday up to the same moment', () => {
    expect(todayEnergyNeeds(config, context).map((need) => 'from' in need && [need.from, need.to])).toEqual([
      ['2026-11-20T16:00:00.000Z', '2026-11-21T04:00:00.001Z'],
      ['2026-11-19T16:00:00.000Z', '2026-11-20T04:00:00.001Z'],
    ]);
  });

  it("compares each energy with yesterday's", () => {
    const total = (imp: number, pv: number | null) =>
      answer([
        { sn: 'pv', unit: 'kWh', value: pv, datas: [] },
        { sn: 'imp', unit: 'kWh', value: imp, datas: [] },
      ]);
    const read = readEnergies(config, [total(90, 12), total(120, null)], (role) => `<${role}>`);
    expect(read.map(({ name, today, yesterday, change }) => [name, today, yesterday, change.rate])).toEqual([
      ['Import', 90, 120, -25],
      ['<pv>', 12, null, null],
    ]);
  });
});
