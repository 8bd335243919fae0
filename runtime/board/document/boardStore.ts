/** The state of one station's board: what is saved, what is being edited, and every step in between. */
import { createStore, type StoreApi } from 'zustand';
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
import { type DocumentProblem, emptyDocument, parseDocument } from '../../core/document/parse.ts';
import { sameValue } from '../../core/document/same.ts';
import { ApiError } from '../../kit/api/errors.ts';
import type { Draft, DraftStore } from './draft.ts';

/** What the server keeps of a board. */
export interface SavedBoard {
  document: unknown;
  version: number;
  updatedBy: string | null;
  updatedAt: string | null;
  /** What its author said about this version. */
  note: string | null;
  /** It opens on every station, with the variables that stand there for its own. */
  anyStation: boolean;
  mayEdit: boolean;
}
/** Somebody else saved first. */
export class BoardConflict extends Error {
  readonly current: SavedBoard;
  constructor(current: SavedBoard) {
    super('conflict');
    this.current = current;
  }
}
export interface BoardServer {
  /** What it answered the last time in this window; null: it has not been asked. */
  known(): SavedBoard | null;
  load(): Promise<SavedBoard>;
  /** Throws a BoardConflict when `version` is not the current one. */
  save(document: DashboardDocument, version: number, note: string): Promise<SavedBoard>;
}

export interface BoardState {
  /** `gone`: the board was deleted, or is not for this person (any more). */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  saved: SavedBoard;
  savedDocument: DashboardDocument;
  /** The version that the edits began with, where that is not the saved one: a draft may be older. */
  base: number | null;
  problems: DocumentProblem[];
  readOnly: boolean;
  history: History;
  editing: boolean;
  saving: boolean;
  /** What the next version is about, in the words of its author. */
  note: string;
  conflict: SavedBoard | null;
  /** Unsaved work of another session that may be taken up again; kept until that is answered. */
  draft: Draft | null;

  load(): Promise<void>;
  startEditing(): void;
  /** The widgets that the next step is about; the first one is the model for the others. */
  selected: readonly string[];
  select(ids: readonly string[]): void;
  edit(label: string, edit: Edit): void;
  undo(): void;
  redo(): void;
  discard(): void;
  annotate(note: string): void;
  /** True when the board is saved. */
  save(): Promise<boolean>;
  /**
   * Saves over what the other person saved, with one's own changes upon it. Nothing has changed until that succeeds:
   * what began with the older board is never saved over the newer one.
   */
  saveMerged(merged: DashboardDocument): Promise<boolean>;
  /** Takes what the other person saved, and drops what was edited here. */
  takeTheirs(): void;
  keepEditing(): void;
  restoreDraft(): void;
  dropDraft(): void;
}

const nothing: SavedBoard = {
  document: null,
  version: 0,
  updatedBy: null,
  updatedAt: null,
  note: null,
  anyStation: false,
  mayEdit: false,
};

/** The version that what is edited is saved over. */
export const editedVersion = ({ base, saved }: BoardState): number => base ?? saved.version;

/** By value: whoever undoes everything has nothing to save. */
export const isDirty = (state: BoardState) =>
  state.editing && !sameValue(state.history.document, state.savedDocument);

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

function opened(saved: SavedBoard): Partial<BoardState> {
  const { document, problems, readOnly } = parseDocument(saved.document);
  return { saved, savedDocument: document, base: null, problems, readOnly, history: startHistory(document) };
}

/** The board as it is first shown, with unsaved work of an earlier session where there is some. */
function shown(saved: SavedBoard, drafts: DraftStore): Partial<BoardState> {
  const state = opened(saved);
  const draft = drafts.read();
  const same = draft !== null && state.savedDocument && sameValue(draft.document, state.savedDocument);
  if (!draft || !same) return { ...state, status: 'ready', draft: state.readOnly ? null : draft };
  // All of it was undone: nothing to be asked about, but it may be done again.
  drafts.forget(draft);
  const history = resumeHistory(draft.document, draft.steps);
  return { ...state, ...(history && { history }), status: 'ready', draft: null };
}

export function createBoardStore(
  server: BoardServer,
  drafts: DraftStore,
  now: () => number,
): StoreApi<BoardState> {
  const known = server.known();
  let isConfirmed = false;
  return createStore<BoardState>((set, get) => {
    const remember = (history: History) => {
      const { savedDocument } = get();
      const ids = new Set(history.document.widgets.map(({ id }) => id));
      set({ history, selected: get().selected.filter((id) => ids.has(id)) });
      // Who has undone everything may still want it back after a reload.
      if (sameValue(history.document, savedDocument) && history.future.length === 0) drafts.clear();
      else {
        const { document, past, future } = history;
        drafts.write({ document, version: editedVersion(get()), at: now(), steps: { past, future } });
      }
    };
    /** Saves over that version; false when somebody else was first. */
    const store = async (document: DashboardDocument, version: number): Promise<boolean> => {
      const { saving, note } = get();
      if (saving) return false;
      set({ saving: true });
      try {
        const saved = await server.save(document, version, note.trim());
        set({ saved, savedDocument: document, base: null, problems: [], conflict: null, note: '' });
        return true;
      } catch (error) {
        if (!(error instanceof BoardConflict)) throw error;
        set({ conflict: error.current });
        return false;
      } finally {
        set({ saving: false });
      }
    };
    const close = (document: DashboardDocument) => {
      drafts.clear();
      set({ editing: false, selected: [], history: startHistory(document) });
    };
    return {
      status: 'loading',
      saved: nothing,
      savedDocument: emptyDocument(),
      base: null,
      problems: [],
      readOnly: false,
      history: startHistory(emptyDocument()),
      editing: false,
      saving: false,
      note: '',
      conflict: null,
      draft: null,
      selected: [],
      ...(known && shown(known, drafts)),

      async load() {
        try {
          const saved = await server.load();
          // Edits that began meanwhile are never overwritten by what was on its way.
          if (get().editing) return;
          // Nothing new: the widgets on screen stay the same objects.
          if (get().status === 'ready' && saved.version === get().saved.version) set({ saved });
          else set(shown(saved, drafts));
          isConfirmed = true;
        } catch (error) {
          if (get().editing) return;
          if (isGone(error)) set({ status: 'gone' });
          // Whoever has seen it from the server goes on; what is only remembered may be gone.
          else if (!isConfirmed) set({ status: 'failed' });
        }
      },
      startEditing() {
        const { readOnly, history } = get();
        if (readOnly) return;
        set({ editing: true });
        if (history.future.length > 0) remember(history);
      },
      select: (selected) => set({ selected }),
      edit(label, edit) {
        const { history, editing, readOnly } = get();
        if (!editing || readOnly) return;
        const next = applyEdit(history, label, edit);
        if (next !== history) remember(next);
      },
      undo: () => remember(undo(get().history)),
      redo: () => remember(redo(get().history)),
      discard() {
        drafts.clear();
        set({
          editing: false,
          selected: [],
          conflict: null,
          note: '',
          base: null,
          history: startHistory(get().savedDocument),
        });
      },
      annotate: (note) => set({ note }),
      async save() {
        const { document } = get().history;
        if (!(await store(document, editedVersion(get())))) return false;
        // What was edited while the answer was on its way stays unsaved and stays in the history.
        if (get().history.document !== document) {
          remember(get().history);
          return false;
        }
        close(document);
        return true;
      },
      async saveMerged(merged) {
        const { conflict } = get();
        if (!conflict || !(await store(merged, conflict.version))) return false;
        close(merged);
        return true;
      },
      takeTheirs() {
        const { conflict } = get();
        if (!conflict) return;
        drafts.clear();
        set({ ...opened(conflict), editing: false, selected: [], note: '', conflict: null });
      },
      keepEditing: () => set({ conflict: null }),
      restoreDraft() {
        const { draft, history, saved } = get();
        if (!draft) return;
        // The version that the draft began with: saving it over a newer board asks first.
        set({
          editing: true,
          draft: null,
          base: Math.min(draft.version, saved.version),
        });
        // What has been edited meanwhile is one step back.
        const untouched = history.past.length === 0 && history.future.length === 0;
        remember(
          (untouched ? resumeHistory(draft.document, draft.steps) : null) ??
            applyEdit(history, 'board.step.restore', replaceDocument(draft.document)),
        );
        drafts.forget(draft);
      },
      dropDraft() {
        const { draft } = get();
        if (draft) drafts.forget(draft);
        set({ draft: null });
      },
    };
  });
}
