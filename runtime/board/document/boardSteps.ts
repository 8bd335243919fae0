/**
 * Each thing that can happen to a board: pure, so that every rule can be read and tested without a server. A step
 * answers the board after it and what is to be done with the drafts on this device, in that order; it changes nothing.
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
  /** This session wrote it. */
  | { do: 'clear' }
  /** Another session wrote it; null until that is answered. */
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

/** The board as it is first shown, with unsaved work of an earlier session where there is some. */
export function showBoard(board: BoardFacts, saved: SavedBoard, draft: Draft | null): BoardStep {
  const shown: BoardFacts = { ...open(board, saved), status: 'ready' };
  const isSame = draft !== null && sameValue(draft.document, shown.savedDocument);
  if (!isSame) return only({ ...shown, draft: shown.readOnly ? null : draft });
  // All of it was undone: nothing to be asked about, but it may be done again.
  const history = resumeHistory(draft.document, draft.steps) ?? shown.history;
  return { board: { ...shown, history, draft: null }, drafts: [{ do: 'forget', draft }] };
}

/** The server has answered. Its answer never overwrites edits that began in the meantime. */
export function takeAnswer(board: BoardFacts, saved: SavedBoard, draft: Draft | null): BoardStep {
  if (board.editing) return only(board);
  const confirmed = { ...board, confirmed: true };
  const isNew = board.status !== 'ready' || saved.version !== board.saved.version;
  // Nothing new: the widgets on screen stay the same objects.
  return isNew ? showBoard(confirmed, saved, draft) : only({ ...confirmed, saved });
}

/** A user who saw the server's version keeps it. A merely cached one may be gone. */
export function missAnswer(board: BoardFacts, isGone: boolean): BoardStep {
  if (board.editing || (board.confirmed && !isGone)) return only(board);
  return only({ ...board, status: isGone ? 'gone' : 'failed' });
}

/** Goes on with that history: keeps it as a draft, and selects nothing that is gone. */
function goOn(board: BoardFacts, history: History): BoardStep {
  const { document, past, future } = history;
  const ids = new Set(document.widgets.map(({ id }) => id));
  const next = { ...board, history, selected: board.selected.filter((id) => ids.has(id)) };
  // Undone edits may still be wanted back after a reload.
  if (sameValue(document, board.savedDocument) && future.length === 0) return { board: next, drafts: CLEAR };
  const draft = { document, version: editedVersion(board), steps: { past, future } };
  return { board: next, drafts: [{ do: 'write', draft }] };
}

/** Discards edits that were sent: until the server answers, the state to edit is unknown. */
const isOpenEnded = ({ saving, editing }: BoardFacts): boolean => saving && !editing;

/** A user who may undo an earlier session keeps that from now on. */
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

const keepSaved = (board: BoardFacts, saved: SavedBoard, document: DashboardDocument): BoardFacts => ({
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
 * The server has saved this document. Edits made during the request stay unsaved and in the history. A user who
 * discards during the request is too late: the board is what was saved.
 */
export function finishSave(board: BoardFacts, saved: SavedBoard, document: DashboardDocument): BoardStep {
  const next = keepSaved(board, saved, document);
  const goesOn = board.editing && board.history.document !== document;
  return goesOn ? goOn(next, board.history) : endEditing(next, document);
}

/** Saves over the version of the other person, with one's own changes upon it. */
export const finishMerge = (board: BoardFacts, saved: SavedBoard, merged: DashboardDocument): BoardStep =>
  endEditing(keepSaved(board, saved, merged), merged);

/** The save failed; `conflict`: because another user saved this version first. */
export function failSave(board: BoardFacts, conflict: SavedBoard | null): BoardStep {
  // Nothing is left to be joined with it.
  if (conflict && isOpenEnded(board)) return only(open({ ...board, saving: false }, conflict));
  return only({ ...board, saving: false, conflict: conflict ?? board.conflict });
}

/** Takes what the other person saved, and drops what was edited here. */
export function takeConflict(board: BoardFacts): BoardStep {
  if (!board.conflict) return only(board);
  const taken = open({ ...board, note: '', conflict: null }, board.conflict);
  return endEditing(taken, taken.savedDocument);
}

/** Continues another session's work. Edits made in the meantime are one step back. */
export function restoreDraft(board: BoardFacts): BoardStep {
  const { draft, history, saved } = board;
  if (!draft || isOpenEnded(board)) return only(board);
  const isUntouched = history.past.length === 0 && history.future.length === 0;
  const resumed = isUntouched ? resumeHistory(draft.document, draft.steps) : null;
  const restored = resumed ?? applyEdit(history, 'board.step.restore', replaceDocument(draft.document));
  // The version that the draft began with: saving it over a newer board asks first.
  const base = Math.min(draft.version, saved.version);
  const step = goOn({ ...board, editing: true, draft: null, base }, restored);
  return { board: step.board, drafts: [...step.drafts, { do: 'forget', draft }] };
}

export function dropDraft(board: BoardFacts): BoardStep {
  const { draft } = board;
  return { board: { ...board, draft: null }, drafts: draft ? [{ do: 'forget', draft }] : [] };
}
