/** Stores the state of one station's board. It runs the steps, and sends their requests and draft actions. */
import { createStore, type StoreApi } from 'zustand';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Edit } from '../../core/document/edit.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { type BoardFacts, editedVersion, type SavedBoard, unknownBoard } from './boardFacts.ts';
import * as steps from './boardSteps.ts';
import type { DraftStore } from './draft.ts';

/** Thrown if another user has saved the board first. */
export class BoardConflict extends Error {
  readonly current: SavedBoard;
  constructor(current: SavedBoard) {
    super('conflict');
    this.current = current;
  }
}
export interface BoardServer {
  /** Returns the last answer in this window. Null before the first answer. */
  known(): SavedBoard | null;
  load(): Promise<SavedBoard>;
  /** Throws a BoardConflict when `version` is not the current one. */
  save(document: DashboardDocument, version: number, note: string): Promise<SavedBoard>;
}

interface BoardActions {
  load(): Promise<void>;
  startEditing(): void;
  select(ids: readonly string[]): void;
  edit(label: string, edit: Edit): void;
  undo(): void;
  redo(): void;
  discard(): void;
  annotate(note: string): void;
  /** Saves the board. Returns true on success. */
  save(): Promise<boolean>;
  /**
   * Saves the user's changes merged with the other user's version. The board changes only after success, so edits of an
   * older version never overwrite a newer one.
   */
  saveMerged(merged: DashboardDocument): Promise<boolean>;
  /** Shows the version that the other user saved, and discards the edits of this window. */
  takeTheirs(): void;
  keepEditing(): void;
  restoreDraft(): void;
  dropDraft(): void;
}

export type BoardState = BoardFacts & BoardActions;

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

/** Carries out the draft actions of a step on this device. */
function draftWriter(drafts: DraftStore, now: () => number) {
  return (deeds: readonly steps.DraftDeed[]): void => {
    for (const deed of deeds) {
      if (deed.do === 'write') drafts.write({ ...deed.draft, at: now() });
      else if (deed.do === 'forget') drafts.forget(deed.draft);
      else drafts.clear();
    }
  };
}

export function createBoardStore(
  server: BoardServer,
  drafts: DraftStore,
  now: () => number,
): StoreApi<BoardState> {
  const storeDrafts = draftWriter(drafts, now);
  const knownBoard = server.known();
  const first = knownBoard ? steps.showBoard(unknownBoard(), knownBoard, drafts.read()) : null;
  if (first) storeDrafts(first.drafts);
  return createStore<BoardState>((set, get) => {
    const apply = (step: steps.BoardStep): void => {
      set(step.board);
      storeDrafts(step.drafts);
    };
    /** Saves over the given version. Returns null if another user saved first, or if a save is running. */
    const send = async (document: DashboardDocument, version: number): Promise<SavedBoard | null> => {
      const { saving, note } = get();
      if (saving) return null;
      set({ saving: true });
      try {
        return await server.save(document, version, note.trim());
      } catch (error) {
        const isConflict = error instanceof BoardConflict;
        apply(steps.failSave(get(), isConflict ? error.current : null));
        if (isConflict) return null;
        throw error;
      }
    };
    return {
      ...(first?.board ?? unknownBoard()),
      async load() {
        try {
          const saved = await server.load();
          apply(steps.takeAnswer(get(), saved, drafts.read()));
        } catch (error) {
          apply(steps.missAnswer(get(), isGone(error)));
        }
      },
      startEditing: () => apply(steps.beginEditing(get())),
      select: (selected) => set({ selected }),
      edit: (label, edit) => apply(steps.editBoard(get(), label, edit)),
      undo: () => apply(steps.undoStep(get())),
      redo: () => apply(steps.redoStep(get())),
      discard: () => apply(steps.discardEdits(get())),
      annotate: (note) => set({ note }),
      async save() {
        const { document } = get().history;
        const saved = await send(document, editedVersion(get()));
        if (!saved) return false;
        apply(steps.finishSave(get(), saved, document));
        return !get().editing;
      },
      async saveMerged(merged) {
        const { conflict } = get();
        const saved = conflict && (await send(merged, conflict.version));
        if (saved) apply(steps.finishMerge(get(), saved, merged));
        return Boolean(saved);
      },
      takeTheirs: () => apply(steps.takeConflict(get())),
      keepEditing: () => set({ conflict: null }),
      restoreDraft: () => apply(steps.restoreDraft(get())),
      dropDraft: () => apply(steps.dropDraft(get())),
    };
  });
}
