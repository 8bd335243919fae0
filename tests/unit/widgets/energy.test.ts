import { expect, it } from 'vitest';
import { energyFigures } from '../../../runtime/board/energy/figures.ts';
import { bucketLabel } from '../../../runtime/board/energy/stack.ts';
import { compareNeeds } from '../../../runtime/board/options/compare.ts';
import { ringArcs } from '../../../runtime/kit/chart/Ring.tsx';
import { consumptionRows } from '../../../widgets/energyConsumption/consumption.ts';
import { labelSeries } from '../../../widgets/energyTrend/course.ts';
import { bandShares, proportionNeeds } from '../../../widgets/peakValleyProportion/shares.ts';
import { bandSeries } from '../../../widgets/peakValleyTrend/course.ts';
import { contributionParts } from '../../../widgets/socialContribution/contribution.ts';
import { contextOf } from '../../support/browser/widgetContext.ts';

const context = contextOf({ now: '2026-03-31T04:00:00Z', lang: 'en' });
const look = { title: (band: string) => band, color: () => '#000000' };

it('requests this month of the station, and the month before up to the same moment', () => {
  const needs = proportionNeeds({ range: 'board' }, context);
  expect(needs).toEqual([
    {
      kind: 'call',
      operation: 'electricityCharge',
      body: {
        stationSn: 'S1',
        role: 'gridImport',
        from: '2026-02-28T16:00:00.000Z',
        to: '2026-03-31T16:00:00.000Z',
      },
    },
  ]);
  expect(compareNeeds(needs, 'MONTH', context)).toEqual([
    {
      kind: 'call',
      operation: 'electricityCharge',
      body: {
        stationSn: 'S1',
        role: 'gridImport',
        from: '2026-01-31T16:00:00.000Z',
        to: '2026-02-28T04:00:00.001Z',
      },
    },
  ]);
});

it('requests the chosen meters and the time of the board', () => {
  const [need] = proportionNeeds(
    { role: 'gridExport', meters: [{ deviceVar: ['M', 'M-out'] }, {}] },
    { ...context, range: 'today' },
  );
  expect(need).toMatchObject({
    body: { role: 'gridExport', sns: ['M-out'], from: '2026-03-30T16:00:00.000Z' },
  });
});

it('divides the energy among the price periods', () => {
  const bands = [
    { band: 'peak' as const, energy: 30, cost: '30.00', prices: ['1'] },
    { band: 'valley' as const, energy: 90, cost: '27.00', prices: ['0.3'] },
    { band: 'unpriced' as const, energy: null, cost: null, prices: [] },
  ];
  const shares = bandShares({ currency: 'CNY', meters: 1, energy: 120, cost: '57.00', bands });
  expect(shares.map(({ share }) => share)).toEqual([25, 75, null]);
});

it('draws the parts around the ring in proportion, with a gap between them', () => {
  const parts = [25, 75, 0, -3].map((value, at) => ({ key: String(at), color: '#000000', value }));
  expect(ringArcs(parts, 100, 2)).toMatchObject([
    { key: '0', start: 0, length: 23 },
    { key: '1', start: 25, length: 73 },
  ]);
  expect(ringArcs(parts.slice(0, 1), 100, 2)).toMatchObject([{ start: 0, length: 100 }]);
});

it('stacks energy in the chosen unit, and money only with a price', () => {
  const band = (name: 'peak' | 'unpriced', cost: string | null) => ({
    band: name,
    energy: 3000,
    cost,
    prices: [],
    energies: [1000, 2000],
    costs: [cost, null],
  });
  const trend = {
    currency: 'CNY',
    meters: 1,
    energy: 6000,
    energies: [2000, 4000],
    cost: '12.50',
    time_keys: ['a', 'b'],
    bands: [band('peak', '12.50'), band('unpriced', null)],
  };
  const figures = energyFigures('kWh', { unit: 'MWh' });
  expect(bandSeries(trend, 'energy', look, figures).map(({ datas }) => datas)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(bandSeries(trend, 'cost', look, figures)).toMatchObject([{ key: 'peak', datas: [12.5, null] }]);
});

it('shows figures in their unit, and omits one of another quantity', () => {
  expect(energyFigures('kWh', { unit: 'MWh', decimals: 2 }).text(12_345)).toBe('12.35 MWh');
  expect(energyFigures('m³', { unit: 'MWh' }).text(5)).toBe('5.0 m³');
  expect(energyFigures('kWh', {}).text(null)).toBe('--');
});

it('compares each label with itself, and scales bars by the largest', () => {
  const totals = (values: number[]) => ({
    energyType: null,
    total: null,
    labels: values.map((value, at) => ({
      id: at + 1,
      parentId: at === 0 ? null : 1,
      name: `L${at + 1}`,
      level: at === 0 ? 0 : 1,
      value,
      share: null,
    })),
  });
  const rows = consumptionRows(totals([200, 150, 50]), totals([100, 150, 100]), true);
  expect(rows.map(({ part, change }) => [part, change?.rate])).toEqual([
    [1, 100],
    [0.75, 0],
    [0.25, -50],
  ]);
  expect(consumptionRows(totals([200, 150]), null, false)).toMatchObject([{ name: 'L1', change: null }]);
});

it('stacks children without their parent, and draws both as lines', () => {
  const label = (id: number) => ({ id, parentId: null, name: `L${id}`, value: 1, datas: [id] });
  const trend = { energyType: null, time_keys: ['a'], labels: [label(1), label(2), label(3)] };
  const ids = (config: { branch: boolean; showType: 'bar' | 'line' }) =>
    labelSeries(trend, config, () => '#000000', energyFigures('kWh', {})).map(({ key }) => key);
  expect(ids({ branch: true, showType: 'bar' })).toEqual(['2', '3']);
  expect(ids({ branch: true, showType: 'line' })).toEqual(['1', '2', '3']);
  expect(ids({ branch: false, showType: 'bar' })).toEqual(['1', '2', '3']);
});

it('names buckets by their differences', () => {
  const key = '2026-03-09T08:00:00.000+08:00';
  expect((['hour', 'day', 'month', 'year'] as const).map((bucket) => bucketLabel(key, bucket))).toEqual([
    '08:00',
    '03-09',
    '2026-03',
    '2026',
  ]);
});

it('writes a contribution in kilograms, tonnes and whole trees', () => {
  expect(contributionParts({ kind: 'co2', value: 999.94 }, 'trees')).toEqual({ figure: '999.9', unit: 'kg' });
  const chosen = { unit: 't', decimals: 3 };
  expect(contributionParts({ kind: 'co2', value: 999.94 }, 'trees', chosen)).toEqual({
    figure: '1.000',
    unit: 't',
  });
  expect(contributionParts({ kind: 'tree', value: 7.9 }, 'trees', chosen).unit).toBe('trees');
  expect(contributionParts({ kind: 'co2', value: 457_589.4 }, 'trees')).toEqual({
    figure: '457.6',
    unit: 't',
  });
  expect(contributionParts({ kind: 'tree', value: 1.98 }, 'trees')).toEqual({ figure: '1', unit: 'trees' });
  expect(contributionParts({ kind: 'coal', value: null }, 'trees')).toEqual({ figure: '--', unit: '' });
});
