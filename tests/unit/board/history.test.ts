import { describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../generated/definition.ts';
import {
  addWidget,
  configureWidget,
  duplicateWidget,
  type Edit,
  moveWidget,
  removeWidget,
  replaceDocument,
  resizeWidget,
} from '../../../runtime/core/document/edit.ts';
import { applyEdit, redo, startHistory, undo } from '../../../runtime/core/document/history.ts';
import { emptyDocument } from '../../../runtime/core/document/parse.ts';

const widget = (id: string) => ({ id, type: 'gauge', version: 1, config: { name: id } });
const size = { w: 6, h: 5 };
const min = { minW: 2, minH: 2 };

const EDITS: Edit[] = [
  addWidget(widget('a'), size),
  addWidget(widget('b'), size),
  addWidget(widget('c'), size, { x: 0, y: 0 }),
  moveWidget('a', 12, 0),
  resizeWidget('b', { w: 12, h: 8 }, min),
  configureWidget('b', { name: 'renamed', monitorVars: [{ deviceVar: ['d', 'd-x'] }] }, 1),
  duplicateWidget('b', 'b2'),
  removeWidget('a'),
  replaceDocument({
    version: 1,
    widgets: [widget('z')],
    layouts: { lg: [{ i: 'z', x: 0, y: 0, w: 4, h: 4 }] },
  }),
  addWidget(widget('y'), size),
];

describe('undo and redo', () => {
  it('walk back through every step and forward again without gaps', () => {
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

  it('forget the undone steps once something new is done', () => {
    let history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    history = applyEdit(undo(history), 'add', EDITS[1]!);
    expect(history.future).toEqual([]);
    expect(history.document.widgets.map(({ id }) => id)).toEqual(['b']);
  });

  it('leave no step behind for an edit that changes nothing', () => {
    const history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    expect(applyEdit(history, 'remove', removeWidget('nobody'))).toBe(history);
    expect(applyEdit(history, 'move', moveWidget('a', 0, 0))).toBe(history);
    expect(applyEdit(history, 'configure', configureWidget('a', { name: 'a' }, 1))).toBe(history);
  });

  it('keep unchanged widgets the same objects, so that only what changed is drawn', () => {
    let history = applyEdit(startHistory(emptyDocument()), 'add', EDITS[0]!);
    history = applyEdit(history, 'add', EDITS[1]!);
    const before = history.document.widgets[0];
    history = applyEdit(history, 'configure', configureWidget('b', { name: 'x' }, 1));
    expect(history.document.widgets[0]).toBe(before);
  });

  it('give a copy a configuration of its own', () => {
    const history = EDITS.slice(0, 7).reduce(
      (all, edit) => applyEdit(all, '', edit),
      startHistory(emptyDocument()),
    );
    const [original, copy] = ['b', 'b2'].map((id) => history.document.widgets.find((one) => one.id === id));
    expect(copy?.config).toEqual(original?.config);
    expect(copy?.config).not.toBe(original?.config);
  });
});
