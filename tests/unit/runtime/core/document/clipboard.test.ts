import { describe, expect, it } from 'vitest';
import { type Clip, clipText, readClip, renameClip } from '../../../../../runtime/core/document/clipboard.ts';
import { duplicateWidgets, pasteWidgets } from '../../../../../runtime/core/document/edit.ts';
import { applyEdit, startHistory } from '../../../../../runtime/core/document/history.ts';
import { emptyDocument } from '../../../../../runtime/core/document/parse.ts';

const place = (i: string, x: number, y: number, w = 6) => ({ i, x, y, w, h: 4 });
const board = {
  version: 2,
  tabs: [
    { id: 't1', title: 'One' },
    { id: 't2', title: 'Two' },
  ],
  widgets: [
    { id: 'a', type: 'gauge', version: 1, config: { name: 'A' }, tab: 't1', locked: true as const },
    { id: 'b', type: 'hologram', version: 9, config: { deep: [1] }, tab: 't1' },
    { id: 'c', type: 'gauge', version: 1, config: {}, tab: 't2' },
  ],
  layouts: { lg: [place('a', 6, 0), place('b', 12, 0), place('c', 0, 0)] },
};

function pasted(text: string, onto = board, tab: string | undefined = 't2') {
  let count = 0;
  const clip = renameClip(readClip(text) as Clip, () => `n${++count}`);
  return applyEdit(startHistory(onto), '', pasteWidgets(clip.widgets, clip.places, tab, clip.texts)).document;
}

describe('copied widgets', () => {
  it('are pasted into another tab with their configuration, unlocked, in the same arrangement', () => {
    const next = pasted(clipText(board, ['a', 'b'], 'S1')!);
    expect(next.widgets.slice(3)).toEqual([
      { id: 'n1', type: 'gauge', version: 1, config: { name: 'A' }, tab: 't2' },
      { id: 'n2', type: 'hologram', version: 9, config: { deep: [1] }, tab: 't2' },
    ]);
    expect(next.layouts.lg.slice(3)).toEqual([place('n1', 6, 0), place('n2', 12, 0)]);
  });

  it('are duplicated on the open tab, wherever they are', () => {
    const ids = new Map([
      ['a', 'n1'],
      ['c', 'n2'],
    ]);
    const next = applyEdit(startHistory(board), '', duplicateWidgets(ids, 't2')).document;
    expect(next.widgets.slice(3).map(({ id, tab, locked }) => [id, tab, locked])).toEqual([
      ['n1', 't2', undefined],
      ['n2', 't2', undefined],
    ]);
    expect(next.layouts.lg.slice(3).map(({ i }) => i)).toEqual(['n1', 'n2']);
  });

  it('without a place are added below the others', () => {
    const widgets = [board.widgets[1]!, { ...board.widgets[2]!, id: 'd' }].map((one, at) => ({
      ...one,
      id: `n${at}`,
    }));
    const edit = pasteWidgets(widgets, [place('n0', 0, 0)], 't1');
    const { layouts } = applyEdit(startHistory(board), '', edit).document;
    expect(layouts.lg.slice(3).map(({ i, w, h }) => [i, w, h])).toEqual([
      ['n0', 6, 4],
      ['n1', 6, 5],
    ]);
  });

  it('are pasted into a board without tabs', () => {
    const next = pasted(clipText(board, ['c'], 'S1')!, emptyDocument() as typeof board, undefined);
    expect(next.widgets).toEqual([{ id: 'n1', type: 'gauge', version: 1, config: {} }]);
  });

  it('contain the name of their station', () => {
    expect(readClip(clipText(board, ['c'], 'S1')!)).toMatchObject({ stationSn: 'S1' });
  });

  it("include their translations, and do not change the board's texts", () => {
    const [power, soc] = [
      { zh: '功率', en: 'Power' },
      { zh: '荷电状态', en: 'State of charge' },
    ];
    const widgets = [{ ...board.widgets[0]!, config: { name: '功率' } }, board.widgets[1]!];
    const text = clipText({ ...board, widgets, texts: [power, soc] }, ['a', 'b'], 'S1')!;
    expect(readClip(text)).toMatchObject({ texts: [power] });
    expect(pasted(text)).toMatchObject({ texts: [power] });
    const own = { ...board, texts: [{ zh: '功率', en: 'Load' }] };
    expect(pasted(text, own)).toMatchObject({ texts: own.texts });
  });

  it('are none if nothing is selected', () => {
    expect(clipText(board, ['gone'], 'S1')).toBeNull();
  });
});

describe('a pasted text', () => {
  it.each([
    '',
    'hello',
    '{"is":"wattdeck.widgets"',
    '"wattdeck.widgets"',
    '[{"is":"wattdeck.widgets"}]',
    '{"is":"wattdeck.widgets","version":2,"widgets":7}',
  ])('brings nothing when it holds no widgets (%s)', (text) => expect(readClip(text)).toBe('none'));

  it('of a newer version is refused', () => {
    const text = clipText(board, ['a'], 'S1')!.replace('"version":2', '"version":3');
    expect(readClip(text)).toBe('newer');
  });

  it('is checked like any document', () => {
    const text = JSON.stringify({
      is: 'wattdeck.widgets',
      version: 2,
      widgets: [
        { id: '<b>', type: 'gauge', version: 1, config: {} },
        { ...board.widgets[0], locked: false },
      ],
      layouts: { lg: [{ i: 'a', x: -9, y: 1e12, w: 99, h: 2 }] },
    });
    const clip = readClip(text) as Clip;
    expect(clip.widgets.map(({ id }) => id)).toEqual(['a']);
    expect(clip.places).toEqual([{ i: 'a', x: 0, y: 0, w: 24, h: 2 }]);
  });
});
