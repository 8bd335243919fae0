import { describe, expect, it } from 'vitest';
import {
  type BoardFacts,
  isDirty,
  type SavedBoard,
  unknownBoard,
} from '../../../../runtime/board/document/boardFacts.ts';
import * as steps from '../../../../runtime/board/document/boardSteps.ts';
import type { Draft } from '../../../../runtime/board/document/draft.ts';
import { addWidget } from '../../../../runtime/core/document/edit.ts';

const document = { version: 2, widgets: [], layouts: { lg: [] } };
const saved = (version: number, over: Partial<SavedBoard> = {}): SavedBoard => ({
  document,
  version,
  updatedBy: 'Li',
  updatedAt: null,
  note: null,
  anyStation: false,
  mayEdit: true,
  ...over,
});
const add = (id: string) => addWidget({ id, type: 'gauge', version: 1, config: {} }, { w: 6, h: 5 });
const ids = ({ history }: BoardFacts) => history.document.widgets.map(({ id }) => id);

const shown = steps.takeAnswer(unknownBoard(), saved(3), null).board;
const editing = steps.beginEditing(shown).board;
const edited = steps.editBoard(editing, 'add', add('a')).board;
const found: Draft = { document: edited.history.document, version: 2, at: 5 };

describe('the steps of a board', () => {
  it('write each edit into the draft, with the version that it began with', () => {
    const step = steps.editBoard(edited, 'add', add('b'));
    expect(step.drafts).toEqual([
      { do: 'write', draft: { document: step.board.history.document, version: 3, steps: expect.anything() } },
    ]);
    expect(ids(edited)).toEqual(['a']);
    expect(steps.editBoard(edited, 'nothing', () => {})).toEqual({ board: edited, drafts: [] });
  });

  it('keep the draft of undone edits as long as they can be redone', () => {
    const undone = steps.undoStep(edited);
    expect(undone.drafts).toMatchObject([{ do: 'write', draft: { document } }]);
    const back = steps.editBoard(undone.board, 'add', add('b')).board;
    const empty = steps.editBoard(back, 'remove', (board) => {
      board.widgets = [];
      board.layouts.lg = [];
    });
    expect(empty.drafts).toEqual([{ do: 'clear' }]);
    expect(isDirty(empty.board)).toBe(false);
  });

  it('never replace edits by an answer, or by the end of the board', () => {
    expect(steps.takeAnswer(edited, saved(8), null)).toEqual({ board: edited, drafts: [] });
    expect(steps.missAnswer(edited, true)).toEqual({ board: edited, drafts: [] });
    expect(steps.missAnswer(shown, true).board.status).toBe('gone');
  });

  it('keep the objects on screen if the answer contains nothing new', () => {
    const again = steps.takeAnswer(shown, saved(3, { mayEdit: false }), null).board;
    expect(again.history).toBe(shown.history);
    expect(again.saved.mayEdit).toBe(false);
  });

  it('drop a cached board if the server does not answer', () => {
    const remembered = steps.showBoard(unknownBoard(), saved(3), null).board;
    expect(steps.missAnswer(remembered, false).board.status).toBe('failed');
    expect(steps.missAnswer(shown, false).board.status).toBe('ready');
  });

  it('offer no draft on a read-only board', () => {
    const newer = saved(3, { document: { ...document, version: 99 } });
    const { board } = steps.showBoard(unknownBoard(), newer, found);
    expect(board).toMatchObject({ readOnly: true, draft: null });
    expect(steps.beginEditing(board).board.editing).toBe(false);
  });

  it('drop a draft in which everything was undone, without a question', () => {
    const same: Draft = { document, version: 3, at: 5 };
    const step = steps.showBoard(unknownBoard(), saved(3), same);
    expect(step).toMatchObject({ board: { draft: null }, drafts: [{ do: 'forget', draft: same }] });
  });

  it('write the resumed draft before they drop the found one', () => {
    const offered = steps.showBoard(unknownBoard(), saved(3), found).board;
    const step = steps.restoreDraft(offered);
    expect(step.drafts.map((deed) => deed.do)).toEqual(['write', 'forget']);
    expect(step.board).toMatchObject({ editing: true, draft: null, base: 2 });
    expect(steps.dropDraft(offered)).toMatchObject({
      board: { draft: null, editing: false },
      drafts: [{ do: 'forget', draft: found }],
    });
  });

  it('end editing when all is saved, and continue with edits made in the meantime', () => {
    const sent = edited.history.document;
    const done = steps.finishSave({ ...edited, saving: true, note: 'why' }, saved(4), sent);
    expect(done.drafts).toEqual([{ do: 'clear' }]);
    expect(done.board).toMatchObject({ editing: false, saving: false, note: '', savedDocument: sent });
    const more = steps.editBoard(edited, 'add', add('b')).board;
    const left = steps.finishSave(more, saved(4), sent);
    expect(left.drafts).toMatchObject([{ do: 'write', draft: { version: 4 } }]);
    expect(ids(steps.undoStep(left.board).board)).toEqual(['a']);
    expect(left.board.editing).toBe(true);
  });

  it('show the sent board after saving, even if its edits were discarded in the meantime', () => {
    const sent = edited.history.document;
    const left = steps.discardEdits({ ...edited, saving: true }).board;
    // Editing must not begin with a board that is about to be replaced.
    expect(steps.beginEditing(left).board.editing).toBe(false);
    expect(steps.restoreDraft({ ...left, draft: found }).board).toMatchObject({
      editing: false,
      draft: found,
    });
    const done = steps.finishSave(left, saved(4), sent);
    expect(done.drafts).toEqual([{ do: 'clear' }]);
    expect(done.board).toMatchObject({ editing: false, saving: false, saved: { version: 4 } });
    expect(done.board.history).toEqual({ document: sent, past: [], future: [] });
    expect(steps.beginEditing(done.board).board.editing).toBe(true);
  });

  it("ask nothing about a conflict with discarded edits, and show the other user's board", () => {
    const left = steps.discardEdits({ ...edited, saving: true }).board;
    const late = steps.failSave(left, saved(9)).board;
    expect(late).toMatchObject({ editing: false, saving: false, conflict: null, saved: { version: 9 } });
  });

  it('keep the question about a conflict if the answer could not be saved', () => {
    const conflicting = steps.failSave({ ...edited, saving: true }, saved(9)).board;
    expect(conflicting).toMatchObject({ editing: true, saving: false, conflict: { version: 9 } });
    expect(steps.failSave({ ...conflicting, saving: true }, null).board).toEqual(conflicting);
    const merged = steps.finishMerge(conflicting, saved(10), document);
    expect(merged.board).toMatchObject({ editing: false, conflict: null, saved: { version: 10 } });
    const adopted = steps.takeConflict({ ...conflicting, note: 'mine', selected: ['a'] });
    expect(adopted.drafts).toEqual([{ do: 'clear' }]);
    expect(adopted.board).toMatchObject({ editing: false, conflict: null, note: '', selected: [] });
    expect(adopted.board.saved.version).toBe(9);
  });
});
