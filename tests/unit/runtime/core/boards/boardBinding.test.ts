import { describe, expect, it } from 'vitest';
import type { DashboardDocument, Field } from '../../../../../generated/definition.ts';
import { widgets } from '../../../../../generated/widgets.ts';
import {
  type BoardBinding,
  bindBoard,
  bindConfig,
  boardPairs,
  chooseDevice,
  configBack,
  configHere,
  nameAbsent,
  standInsOf,
} from '../../../../../runtime/core/boards/boardBinding.ts';
import { matchBoard } from '../../../../../runtime/core/boards/boardMatch.ts';
import { clipText, readClip } from '../../../../../runtime/core/document/clipboard.ts';
import {
  configureWidget,
  duplicateWidgets,
  removeWidgets,
} from '../../../../../runtime/core/document/edit.ts';
import { parseDocument } from '../../../../../runtime/core/document/parse.ts';
import { listNeededStandIns, standInsText } from '../../../../../runtime/core/document/standIns.ts';
import { isNeedAllowed, readSharedScope } from '../../../../../server/sites/boards/sharedBoardScope.ts';

const FIGURE = widgets.keyData.config as Field;
const GAUGE = widgets.gauge.config as Field;
const device = (sn: string, ...codes: string[]) => ({
  ...{ sn, name: sn, type: 'battery' },
  variables: codes.map((code) => ({ code, sn: `${sn}-${code}` })),
});
/** The second battery has no temperature, and one variable of the other station does not exist here. */
const binding: BoardBinding = {
  devices: [device('B1', 'soc', 'temp'), device('B2', 'soc')],
  variables: [
    { from: 'A-power', name: 'Power', to: 'M-power', device: 'M' },
    { from: 'A-flow', name: 'Flow', to: null, device: null },
  ],
};
const figure = (pair: [string, string]) => ({ dataType: 'device_data', deviceValue: pair });
const gauge = (...pairs: [string, string][]) => ({
  monitorVars: pairs.map((deviceVar) => ({ deviceVar, showName: 'x' })),
});
const first = bindBoard(binding, null);

describe('the variables of a board on the opened station', () => {
  it('are the ones of the chosen device, by their keys, or of the first if unknown', () => {
    const config = figure(['{device}', 'soc']);
    const shown = (chosen: string | null) =>
      bindConfig(FIGURE, config, bindBoard(binding, chosen)).config.deviceValue;
    expect(shown('B2')).toEqual(['B2', 'B2-soc']);
    expect(shown(null)).toEqual(['B1', 'B1-soc']);
    expect(shown('ELSEWHERE')).toEqual(['B1', 'B1-soc']);
    expect(chooseDevice([], 'B1')).toBeNull();
  });

  it('are omitted and reported if the device has none', () => {
    const second = bindBoard(binding, 'B2');
    const part = bindConfig(GAUGE, gauge(['{device}', 'soc'], ['{device}', 'temp']), second);
    expect(part.config.monitorVars).toEqual([
      { deviceVar: ['B2', 'B2-soc'], showName: 'x' },
      { showName: 'x' },
    ]);
    expect(part).toMatchObject({ unbound: [{ of: 'device', name: 'temp' }], bare: false });
    expect(bindConfig(FIGURE, figure(['{device}', 'temp']), second)).toMatchObject({ bare: true });
  });

  it('are never those of another station', () => {
    const shown = bindConfig(GAUGE, gauge(['A', 'A-power'], ['A', 'A-flow'], ['A', 'A-new']), first);
    expect(boardPairs(documentOf(shown.config), widgets)).toEqual([['M', 'M-power']]);
    expect(shown.unbound).toEqual([
      { of: 'station', name: 'Flow' },
      { of: 'station', name: 'A-new' },
    ]);
  });

  it('are unchanged on a board of one station, as is the configuration', () => {
    const config = gauge(['A', 'A-flow']);
    const bound = bindConfig(GAUGE, config, bindBoard({ ...binding, variables: null }, null));
    expect(bound).toEqual({ config, unbound: [], bare: false });
    expect(bound.config).toBe(config);
  });

  it('are stored unchanged when a form shows their replacements', () => {
    const own = gauge(['A', 'A-power'], ['A', 'A-flow'], ['{device}', 'soc']);
    const form = configHere(GAUGE, own, first);
    expect(form).toEqual(gauge(['M', 'M-power'], ['A', 'A-flow'], ['{device}', 'soc']));
    expect(configBack(GAUGE, form, own, first)).toEqual({ config: own, picked: [] });
    const edited = gauge(['M', 'M-power'], ['M', 'M-other']);
    const flow = { from: 'A-flow', device: 'M', variable: 'M-other' };
    const unchanged = gauge(['A', 'A-power'], ['A', 'A-flow']);
    expect(configBack(GAUGE, edited, own, first)).toEqual({ config: unchanged, picked: [flow] });
    // This also works if the row before it was removed.
    const moved = configBack(GAUGE, gauge(['M', 'M-other']), unchanged, first);
    expect(moved).toEqual({ config: gauge(['A', 'A-flow']), picked: [flow] });
    // A variable that replaces another one may also be picked itself. Both remain as they are.
    const twice = configBack(GAUGE, gauge(['M', 'M-power'], ['M', 'M-power']), unchanged, first);
    expect(twice.config).toEqual(unchanged);
    expect(twice.picked).toEqual([{ from: 'A-flow', device: 'M', variable: 'M-power' }]);
    // If the variable matches directly, or the board has one station, the picked variable itself is stored.
    const other = gauge(['M', 'M-other'], ['A', 'A-flow']);
    expect(configBack(GAUGE, other, unchanged, first)).toEqual({ config: other, picked: [] });
    const alone = bindBoard({ ...binding, variables: null }, null);
    expect(configBack(GAUGE, other, unchanged, alone)).toEqual({ config: other, picked: [] });
  });

  it('prefer the choice on the station to a matching variable, and can be replaced by another choice', () => {
    const standIns = [
      { stationSn: 'S1', from: 'A-flow', device: 'M', variable: 'M-other' },
      { stationSn: 'S2', from: 'A-power', device: 'N', variable: 'N-power' },
    ];
    const chosen = bindBoard(binding, null, standInsOf({ standIns }, 'S1'));
    expect([nameAbsent(first), nameAbsent(chosen)]).toEqual([{ 'A-flow': 'Flow' }, {}]);
    const own = gauge(['A', 'A-power'], ['A', 'A-flow']);
    const shown = gauge(['M', 'M-power'], ['M', 'M-other']);
    expect(bindConfig(GAUGE, own, chosen)).toEqual({ config: shown, unbound: [], bare: false });
    expect(configBack(GAUGE, shown, own, chosen)).toEqual({ config: own, picked: [] });
    const again = configBack(GAUGE, gauge(['M', 'M-power'], ['M', 'M-third']), own, chosen);
    expect(again.config).toEqual(own);
    expect(again.picked).toEqual([{ from: 'A-flow', device: 'M', variable: 'M-third' }]);
  });

  it('keep a choice as long as a widget names them, in the board and in copies', () => {
    const flow = { stationSn: 'S1', from: 'A-flow', device: 'M', variable: 'M-other' };
    const board = documentOf(gauge(['A', 'A-flow']));
    const edited = structuredClone(board);
    configureWidget('g', board.widgets[0]!.config, 1, [flow])(edited);
    expect(edited).toEqual({ ...board, standIns: [flow] });
    configureWidget('g', board.widgets[0]!.config, 1, [{ ...flow, variable: 'M-third' }])(edited);
    expect(edited.standIns).toEqual([{ ...flow, variable: 'M-third' }]);
    expect(parseDocument({ ...edited, standIns: [flow, { from: 'A-flow' }] }).document.standIns).toEqual([
      flow,
    ]);
    expect(readClip(clipText(edited, ['g'], '*')!)).toMatchObject({ standIns: edited.standIns });
    expect(standInsText([flow])).toBe(`S1: A-flow → ${flow.variable}`);
    expect(listNeededStandIns([flow, { ...flow, from: 'A-gone' }], board.widgets)).toEqual([flow]);
    duplicateWidgets(new Map([['g', 'h']]), undefined)(edited);
    removeWidgets(['g'])(edited);
    expect(edited.standIns).toHaveLength(1);
    removeWidgets(['h'])(edited);
    expect(edited).toEqual({ ...board, widgets: [] });
  });
});

function documentOf(config: Record<string, unknown>): DashboardDocument {
  return { version: 1, widgets: [{ id: 'g', type: 'gauge', version: 1, config }], layouts: { lg: [] } };
}

describe('a board that follows a device', () => {
  const document = documentOf(gauge(['{device}', 'soc'], ['A', 'A-power']));

  it('does so on another station as well', () => {
    const { document: there, missing } = matchBoard(document, widgets, new Map(), []);
    expect(there.widgets[0]!.config).toMatchObject({ monitorVars: [{ deviceVar: ['{device}', 'soc'] }, {}] });
    expect(missing.map(({ variable }) => variable)).toEqual(['A-power']);
  });

  it('returns the selectable devices to a link, and nothing of other stations', () => {
    const scope = readSharedScope(document, binding);
    const allowed = (sn: string) => isNeedAllowed({ key: 'k', kind: 'realtime', sns: [sn] }, scope, 'S1');
    expect(['B1-soc', 'B2-soc', 'M-power'].map(allowed)).toEqual([true, true, true]);
    expect(['A-power', 'soc', 'B2-temp'].map(allowed)).toEqual([false, false, false]);
  });
});
