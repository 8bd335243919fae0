import { describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../../../generated/definition.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import {
  type MatchVariable,
  matchBoard,
  nameSimilarity,
} from '../../../../../runtime/core/boards/boardMatch.ts';

type Part = Partial<MatchVariable>;
const variable = (deviceSn: string, code: string, part: Part = {}): MatchVariable => ({
  ...{ sn: `${deviceSn}-${code}`, code, name: code, unit: 'kW', kind: 'gauge', dataType: 'number' },
  ...{ deviceSn, deviceName: deviceSn, deviceType: 'inverter', deviceModel: null },
  ...part,
});

const board = (...pairs: [string, string][]): DashboardDocument => ({
  version: 1,
  widgets: pairs.map((deviceValue, at) => ({
    ...{ id: `w${at}`, type: 'keyData', version: 1 },
    config: { dataType: 'device_data', deviceValue },
  })),
  layouts: { lg: pairs.map((_, at) => ({ i: `w${at}`, x: 0, y: at, w: 2, h: 1 })) },
});
const pair = ({ deviceSn, sn }: MatchVariable): [string, string] => [deviceSn, sn];

const match = (sources: MatchVariable[], targets: MatchVariable[], known = sources) =>
  matchBoard(board(...sources.map(pair)), widgets, new Map(known.map((one) => [one.sn, one])), targets);
const values = ({ document }: { document: DashboardDocument }) =>
  document.widgets.map(({ config }) => (config.deviceValue as string[] | undefined)?.[1]);

describe('a board for another station', () => {
  it('uses the variable with the same key of the device with the same suffix', () => {
    const sources = ['INV1', 'INV2'].map((one) => variable(`SH-${one}`, 'power'));
    const targets = ['INV2', 'INV1'].map((one) => variable(`BJ-${one}`, 'power'));
    const found = match(sources, targets);
    expect(values(found)).toEqual(['BJ-INV1-power', 'BJ-INV2-power']);
    expect(found.matched).toMatchObject([{ pointer: '/widgets/0/config/deviceValue', exact: true }, {}]);
  });

  it('matches each device once, of the same type and preferably the same model', () => {
    const sources = [
      variable('a', 'power', { deviceModel: 'X' }),
      variable('m', 'power', { deviceType: 'meter' }),
    ];
    const targets = [
      variable('q', 'power', { deviceModel: 'Y' }),
      variable('r', 'power', { deviceModel: 'X' }),
      variable('s', 'power', { deviceType: 'meter' }),
    ];
    expect(values(match(sources, targets))).toEqual(['r-power', 's-power']);
    expect(
      values(match([sources[0]!, variable('b', 'power', { deviceModel: 'X' })], targets.slice(1))),
    ).toEqual(['r-power', undefined]);
  });

  it('uses unit, kind and name if the key differs, unless two are equally likely', () => {
    const source = variable('a', 'p_ac', { name: '交流有功功率' });
    const alike = variable('b', 'power', { name: '有功功率（交流）' });
    const energy = variable('b', 'energy', { name: '交流有功功率', unit: 'kWh', kind: 'counter' });
    const found = match([source], [energy, alike]);
    expect(values(found)).toEqual(['b-power']);
    expect(found.matched[0]?.exact).toBe(false);
    const twin = variable('b', 'power2', { name: '有功功率（交流）' });
    expect(values(match([source], [alike, twin]))).toEqual([undefined]);
  });

  it('ignores the same key with another unit', () => {
    const found = match([variable('a', 'x')], [variable('b', 'x', { unit: '℃', name: 'other' })]);
    expect(found.missing).toMatchObject([{ device: 'a', variable: 'a-x', unit: 'kW' }]);
  });

  it('lists candidates for missing variables, the likeliest first', () => {
    const source = variable('a', 'soc', { unit: '%', name: 'State of charge' });
    const targets = [
      variable('b', 'power', { name: 'Power' }),
      variable('b', 'health', { unit: '%', name: 'State of health' }),
      variable('b', 'note', { dataType: 'text', unit: null }),
    ];
    const { missing } = match([source], targets);
    expect(missing[0]?.candidates.map(({ code }) => code)).toEqual(['health', 'power']);
  });

  it('keeps other parts of the station, and the given document, unchanged', () => {
    const own = variable('b', 'power');
    const original = board(pair(own), ['x', 'x-gone']);
    const before = structuredClone(original);
    const found = matchBoard(original, widgets, new Map(), [own]);
    expect(original).toEqual(before);
    expect(found.document.widgets[0]).toEqual(original.widgets[0]);
    expect(found.document.widgets[1]?.config).toEqual({ dataType: 'device_data' });
    expect(found.missing).toMatchObject([{ widgetId: 'w1', name: null }]);
  });

  it('lists variables that are unknown here by their serial numbers', () => {
    const found = match(
      [variable('OLD-M1', 'power')],
      [variable('NEW-M1', 'power', { deviceType: 'meter' })],
      [],
    );
    expect(values(found)).toEqual(['NEW-M1-power']);
  });

  it('finds variables in nested lists of a configuration', () => {
    const document = board();
    const monitorVars = [{}, { showName: 'one', deviceVar: ['a', 'a-power'] }];
    document.widgets = [{ id: 'w', type: 'gauge', version: 1, config: { monitorVars } }];
    const found = matchBoard(document, widgets, new Map(), [variable('a', 'power')]);
    expect(found.matched.map(({ pointer }) => pointer)).toEqual([
      '/widgets/0/config/monitorVars/1/deviceVar',
    ]);
  });
});

it('names are similar by the share of common letter pairs, ignoring case and width', () => {
  expect(nameSimilarity('Active Power', 'active_power')).toBe(1);
  expect(nameSimilarity('电流', '电压')).toBe(0);
  expect(nameSimilarity('abcd', 'abxy')).toBeCloseTo(1 / 3);
  expect(nameSimilarity('', '')).toBe(0);
});
