/**
 * The events of a board as pure functions, so that every rule can be read and tested without a server. A step returns
 * the next board and the actions on the drafts of this device. It has no side effects.
 */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { type Edit, replaceDocument } from '../../core/document/edit.ts';
import {
  applyEdit,
  type History,
  redo,
  resumeHistory,
  startHistory,
  undo,
} from '../../core/document/history.ts';
import { parseDocument } from '../../core/document/parse.ts';
import { sameValue } from '../../core/document/same.ts';
import { type BoardFacts, editedVersion, type SavedBoard } from './boardFacts.ts';
import type { Draft } from './draft.ts';

export type DraftDeed =
  | { do: 'write'; draft: Omit<Draft, 'at'> }
  /** Removes the draft of this session. */
  | { do: 'clear' }
  /** Removes a draft of another session, after the user decided about it. */
  | { do: 'forget'; draft: Draft };

export interface BoardStep {
  board: BoardFacts;
  drafts: readonly DraftDeed[];
}

const CLEAR: readonly DraftDeed[] = [{ do: 'clear' }];

const only = (board: BoardFacts): BoardStep => ({ board, drafts: [] });

function open(board: BoardFacts, saved: SavedBoard): BoardFacts {
  const { document, problems, readOnly } = parseDocument(saved.document);
  const history = startHistory(document);
  return { ...board, saved, savedDocument: document, base: null, problems, readOnly, history };
}

/** Shows the board for the first time, with an earlier session's unsaved work if a draft exists. */
export function showBoard(board: BoardFacts, saved: SavedBoard, draft: Draft | null): BoardStep {
  const shown: BoardFacts = { ...open(board, saved), status: 'ready' };
  const isSame = draft !== null && sameValue(draft.document, shown.savedDocument);
  if (!isSame) return only({ ...shown, draft: shown.readOnly ? null : draft });
  // All edits of the draft were undone, so the user is not asked. The redo steps are restored.
  const history = resumeHistory(draft.document, draft.steps) ?? shown.history;
  return { board: { ...shown, history, draft: null }, drafts: [{ do: 'forget', draft }] };
}

/** Applies the server's answer. An answer never overwrites edits that began before its arrival. */
export function takeAnswer(board: BoardFacts, saved: SavedBoard, draft: Draft | null): BoardStep {
  if (board.editing) return only(board);
  const confirmed = { ...board, confirmed: true };
  const isNew = board.status !== 'ready' || saved.version !== board.saved.version;
  // If the answer contains no changes, the widgets on screen remain the same objects.
  return isNew ? showBoard(confirmed, saved, draft) : only({ ...confirmed, saved });
}

/**
 * Handles a failed load. While the user edits, the board remains on screen. A confirmed board also remains, unless the
 * server no longer has it.
 */
export function missAnswer(board: BoardFacts, isGone: boolean): BoardStep {
  if (board.editing || (board.confirmed && !isGone)) return only(board);
  return only({ ...board, status: isGone ? 'gone' : 'failed' });
}

/** Applies the history: stores the draft, and deselects removed widgets. */
function goOn(board: BoardFacts, history: History): BoardStep {
  const { document, past, future } = history;
  const ids = new Set(document.widgets.map(({ id }) => id));
  const next = { ...board, history, selected: board.selected.filter((id) => ids.has(id)) };
  // The draft also keeps undone edits, so that the user can redo them after a reload.
  if (sameValue(document, board.savedDocument) && future.length === 0) return { board: next, drafts: CLEAR };
  const draft = { document, version: editedVersion(board), steps: { past, future } };
  return { board: next, drafts: [{ do: 'write', draft }] };
}

/**
 * Returns whether edits were discarded during a running save. Until the server answers, the document to edit is
 * unknown.
 */
const isOpenEnded = ({ saving, editing }: BoardFacts): boolean => saving && !editing;

/** Begins editing. Redo steps of an earlier session are stored as a draft again. */
export function beginEditing(board: BoardFacts): BoardStep {
  if (board.readOnly || isOpenEnded(board)) return only(board);
  const editing = { ...board, editing: true };
  return board.history.future.length > 0 ? goOn(editing, board.history) : only(editing);
}

export function editBoard(board: BoardFacts, label: string, edit: Edit): BoardStep {
  if (!board.editing || board.readOnly) return only(board);
  const history = applyEdit(board.history, label, edit);
  return history === board.history ? only(board) : goOn(board, history);
}

export const undoStep = (board: BoardFacts): BoardStep => goOn(board, undo(board.history));
export const redoStep = (board: BoardFacts): BoardStep => goOn(board, redo(board.history));

function endEditing(board: BoardFacts, document: DashboardDocument): BoardStep {
  const history = startHistory(document);
  return { board: { ...board, editing: false, selected: [], history }, drafts: CLEAR };
}

export const discardEdits = (board: BoardFacts): BoardStep =>
  endEditing({ ...board, conflict: null, note: '', base: null }, board.savedDocument);

const withSaved = (board: BoardFacts, saved: SavedBoard, document: DashboardDocument): BoardFacts => ({
  ...board,
  saving: false,
  saved,
  savedDocument: document,
  base: null,
  problems: [],
  conflict: null,
  note: '',
});

/**
 * Applies the saved document. Edits made during the request remain unsaved and in the history. A discard during the
 * request does not cancel the save, so the board shows the saved version.
 */
export function finishSave(board: BoardFacts, saved: SavedBoard, document: DashboardDocument): BoardStep {
  const next = withSaved(board, saved, document);
  const goesOn = board.editing && board.history.document !== document;
  return goesOn ? goOn(next, board.history) : endEditing(next, document);
}

/** Applies a saved merge of the other user's version and the user's own changes. */
export const finishMerge = (board: BoardFacts, saved: SavedBoard, merged: DashboardDocument): BoardStep =>
  endEditing(withSaved(board, saved, merged), merged);

/** Handles a failed save. `conflict` is set if another user saved this version first. */
export function failSave(board: BoardFacts, conflict: SavedBoard | null): BoardStep {
  // No edits remain to merge with the other user's version.
  if (conflict && isOpenEnded(board)) return only(open({ ...board, saving: false }, conflict));
  return only({ ...board, saving: false, conflict: conflict ?? board.conflict });
}

/** Shows the version that the other user saved, and discards the edits of this window. */
export function takeConflict(board: BoardFacts): BoardStep {
  if (!board.conflict) return only(board);
  const opened = open({ ...board, note: '', conflict: null }, board.conflict);
  return endEditing(opened, opened.savedDocument);
}

/** Restores the draft of another session. Undo returns to the edits made before the restore. */
export function restoreDraft(board: BoardFacts): BoardStep {
  const { draft, history, saved } = board;
  if (!draft || isOpenEnded(board)) return only(board);
  const isUntouched = history.past.length === 0 && history.future.length === 0;
  const resumed = isUntouched ? resumeHistory(draft.document, draft.steps) : null;
  const restored = resumed ?? applyEdit(history, 'board.step.restore', replaceDocument(draft.document));
  // The version on which the draft was based. Saving over a newer version causes a conflict, and the user is asked.
  const base = Math.min(draft.version, saved.version);
  const step = goOn({ ...board, editing: true, draft: null, base }, restored);
  return { board: step.board, drafts: [...step.drafts, { do: 'forget', draft }] };
}

export function dropDraft(board: BoardFacts): BoardStep {
  const { draft } = board;
  return { board: { ...board, draft: null }, drafts: draft ? [{ do: 'forget', draft }] : [] };
}
