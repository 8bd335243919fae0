import { describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../../../generated/definition.ts';
import {
  addWidget,
  alignWidgets,
  arrangeWidgets,
  carryWidgets,
  configureWidget,
  type Edit,
  lockWidgets,
  pasteWidgets,
  removeWidgets,
  replaceDocument,
} from '../../../../../runtime/core/document/edit.ts';
import { addTab, moveTab, removeTab, renameTab } from '../../../../../runtime/core/document/editTabs.ts';
import {
  applyEdit,
  redo,
  resumeHistory,
  startHistory,
  stepsText,
  undo,
} from '../../../../../runtime/core/document/history.ts';
import { emptyDocument } from '../../../../../runtime/core/document/parse.ts';

const widget = (id: string) => ({ id, type: 'gauge', version: 1, config: { name: id } });
const size = { w: 6, h: 5 };
const tab = (id: string) => ({ id, title: id });
const place = (i: string, x: number, y: number, w: number, h: number) => ({ i, x, y, w, h });

const EDITS: Edit[] = [
  addWidget(widget('a'), size),
  addWidget(widget('b'), size),
  addWidget(widget('c'), size, { x: 0, y: 0 }),
  arrangeWidgets([place('a', 12, 0, 6, 5)]),
  arrangeWidgets([place('b', 0, 5, 12, 8)]),
  configureWidget('b', { name: 'renamed', monitorVars: [{ deviceVar: ['d', 'd-x'] }] }, 1),
  pasteWidgets([widget('b2'), widget('b3')], [place('b2', 0, 0, 6, 4), place('b3', 6, 0, 6, 4)], undefined),
  alignWidgets(['b2', 'b3'], 'left'),
  lockWidgets(['b2'], true),
  addTab(tab('t2'), tab('t1')),
  carryWidgets(['b3', 'c'], 't2'),
  pasteWidgets([widget('p')], [place('p', 3, 9, 6, 4)], 't2'),
  renameTab('t2', 'Storage'),
  moveTab('t2', -1),
  removeTab('t2'),
  lockWidgets(['b2'], false),
  removeWidgets(['a', 'b2']),
  replaceDocument({
    version: 1,
    widgets: [widget('z')],
    layouts: { lg: [{ i: 'z', x: 0, y: 0, w: 4, h: 4 }] },
  }),
  addWidget(widget('y'), size),
];

describe('undo and redo', () => {
  it('go through every step back and forward without gaps', () => {
    const documents: DashboardDocument[] = [emptyDocument()];
    let history = startHistory(documents[0]!);
    EDITS.forEach((edit, at) => {
      history = applyEdit(history, `step ${at}`, edit);
      documents.push(history.document);
      expect(history.past).toHaveLength(at + 1);
      const { widgets, layouts } = history.document;
      expect(layouts.lg.map(({ i }) => i).sort()).toEqual(widgets.map(({ id }) => id).sort());
    });
    for (let at = documents.length - 2; at >= 0; at--) {
      history = undo(history);
      expect(history.document).toEqual(documents[at]);
    }
    expect(undo(history)).toBe(history);
    for (let at = 1; at < documents.length; at++) {
      history = redo(history);
      expect(history.document).toEqual(documents[at]);
    }
    expect(redo(history)).toBe(history);
  });

  it('drop the undone steps after a new edit', () => {
    let history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    history = applyEdit(undo(history), 'add', EDITS[1]!);
    expect(history.future).toEqual([]);
    expect(history.document.widgets.map(({ id }) => id)).toEqual(['b']);
  });

  it('add no step for an edit that changes nothing', () => {
    const history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    expect(applyEdit(history, 'remove', removeWidgets(['nobody']))).toBe(history);
    expect(applyEdit(history, 'move', arrangeWidgets([place('a', 0, 0, 6, 5)]))).toBe(history);
    expect(applyEdit(history, 'configure', configureWidget('a', { name: 'a' }, 1))).toBe(history);
  });

  it('keep unchanged widgets as the same objects, so that only changes are drawn', () => {
    let history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    history = applyEdit(history, 'add', EDITS[1]!);
    const before = history.document.widgets[0];
    history = applyEdit(history, 'configure', configureWidget('b', { name: 'x' }, 1));
    expect(history.document.widgets[0]).toBe(before);
  });

  it('continue after the steps were stored as text', () => {
    let history = startHistory(emptyDocument());
    for (const edit of EDITS) history = applyEdit(history, 'step', edit);
    history = undo(undo(history));
    const stored = JSON.parse(stepsText(history, 1_000_000));
    const again = resumeHistory(JSON.parse(JSON.stringify(history.document)), stored)!;
    expect(redo(redo(again)).document).toEqual(redo(redo(history)).document);
    const back = EDITS.slice(2).reduce(undo, again);
    expect(back.document).toEqual(emptyDocument());
    expect(back.past).toEqual([]);
  });

  it('keep as many of the nearest steps as fit', () => {
    let history = startHistory(emptyDocument());
    for (const edit of EDITS) history = applyEdit(history, 'step', edit);
    const text = stepsText(history, 900);
    const { past } = JSON.parse(text);
    expect(text.length).toBeLessThan(1000);
    expect(past.length).toBeGreaterThan(0);
    expect(past.length).toBeLessThan(EDITS.length);
    expect(resumeHistory(history.document, { past, future: [] })?.past).toEqual(past);
  });

  it('are dropped if the stored steps do not lead to a valid board', () => {
    const { document, past } = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    const broken = { ...past[0]!, inverse: [{ op: 'replace', path: ['widgets'], value: 'none' }] };
    const hostile = { ...past[0]!, inverse: [{ op: 'add', path: ['__proto__', 'polluted'], value: 1 }] };
    for (const steps of [
      null,
      7,
      {},
      { past: [1], future: [] },
      { past: [broken], future: [] },
      { past: [hostile], future: [] },
    ])
      expect(resumeHistory(document, steps)).toBeNull();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('a locked widget', () => {
  const start = [EDITS[0]!, EDITS[1]!, lockWidgets(['a'], true)].reduce(
    (history, edit) => applyEdit(history, '', edit),
    startHistory(emptyDocument()),
  );

  it('cannot be moved, changed or removed until it is unlocked', () => {
    const edits = [
      arrangeWidgets([place('a', 12, 0, 12, 8)]),
      configureWidget('a', { name: 'x' }, 1),
      removeWidgets(['a']),
      alignWidgets(['b', 'a'], 'width'),
    ];
    for (const edit of edits) expect(applyEdit(start, '', edit)).toBe(start);
    const unlocked = applyEdit(start, '', lockWidgets(['a'], false));
    for (const edit of edits.slice(0, 3)) expect(applyEdit(unlocked, '', edit)).not.toBe(unlocked);
  });

  it('prevents deleting its tab', () => {
    const tabs = applyEdit(start, '', addTab(tab('t2'), tab('t1')));
    expect(applyEdit(tabs, '', removeTab('t1'))).toBe(tabs);
    expect(applyEdit(tabs, '', removeTab('t2')).document).not.toHaveProperty('tabs');
  });
});
