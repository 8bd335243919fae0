/** All facts about one station's board: the saved state, the edits, and pending requests. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { type History, startHistory } from '../../core/document/history.ts';
import { type DocumentProblem, emptyDocument } from '../../core/document/parse.ts';
import { sameValue } from '../../core/document/same.ts';
import type { Draft } from './draft.ts';

/** A board as it is stored on the server. */
export interface SavedBoard {
  document: unknown;
  version: number;
  updatedBy: string | null;
  updatedAt: string | null;
  /** The author's note about this version. */
  note: string | null;
  /** The board opens on every station, with the matching variables of that station. */
  anyStation: boolean;
  mayEdit: boolean;
}

export interface BoardFacts {
  /** `gone`: the board was deleted, or this user may not read it. */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  /** The server has answered in this window. Before that, the board is from the cache. */
  confirmed: boolean;
  saved: SavedBoard;
  savedDocument: DashboardDocument;
  /** The version from which the edits began, if it is not the saved one. A draft may be older. */
  base: number | null;
  problems: DocumentProblem[];
  readOnly: boolean;
  history: History;
  editing: boolean;
  saving: boolean;
  /** The widgets that the next command changes. The first one is the reference for alignment and size. */
  selected: readonly string[];
  /** The author's note about the next version. */
  note: string;
  conflict: SavedBoard | null;
  /** Unsaved work of another session that the user may continue. It is kept until the user has decided. */
  draft: Draft | null;
}

const NOTHING: SavedBoard = {
  document: null,
  version: 0,
  updatedBy: null,
  updatedAt: null,
  note: null,
  anyStation: false,
  mayEdit: false,
};

export const unknownBoard = (): BoardFacts => ({
  status: 'loading',
  confirmed: false,
  saved: NOTHING,
  savedDocument: emptyDocument(),
  base: null,
  problems: [],
  readOnly: false,
  history: startHistory(emptyDocument()),
  editing: false,
  saving: false,
  selected: [],
  note: '',
  conflict: null,
  draft: null,
});

/** Returns the version on which the edits are based. */
export const editedVersion = ({ base, saved }: Pick<BoardFacts, 'base' | 'saved'>): number =>
  base ?? saved.version;

/** Compares by value. A board whose edits were all undone is therefore unchanged. */
export const isDirty = ({
  editing,
  history,
  savedDocument,
}: Pick<BoardFacts, 'editing' | 'history' | 'savedDocument'>): boolean =>
  editing && !sameValue(history.document, savedDocument);
