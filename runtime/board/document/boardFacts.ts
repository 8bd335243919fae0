/** All facts about one station's board: the saved state, the edits, and pending requests. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { type History, startHistory } from '../../core/document/history.ts';
import { type DocumentProblem, emptyDocument } from '../../core/document/parse.ts';
import { sameValue } from '../../core/document/same.ts';
import type { Draft } from './draft.ts';

/** A board as the server keeps it. */
export interface SavedBoard {
  document: unknown;
  version: number;
  updatedBy: string | null;
  updatedAt: string | null;
  /** Holds the words of its author about this version. */
  note: string | null;
  /** It opens on every station, with the variables that stand there for its own. */
  anyStation: boolean;
  mayEdit: boolean;
}

export interface BoardFacts {
  /** `gone`: the board was deleted, or is not for this person (any more). */
  status: 'loading' | 'ready' | 'failed' | 'gone';
  /** The server has answered in this window; until then a board is only remembered. */
  confirmed: boolean;
  saved: SavedBoard;
  savedDocument: DashboardDocument;
  /** The version that the edits began with, where that is not the saved one: a draft may be older. */
  base: number | null;
  problems: DocumentProblem[];
  readOnly: boolean;
  history: History;
  editing: boolean;
  saving: boolean;
  /** The widgets that the next step is about; the first one is the model for the others. */
  selected: readonly string[];
  /** Describes the next version in the words of its author. */
  note: string;
  conflict: SavedBoard | null;
  /** Unsaved work of another session that may be taken up again; kept until that is answered. */
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

/** The version that what is edited is saved over. */
export const editedVersion = ({ base, saved }: Pick<BoardFacts, 'base' | 'saved'>): number =>
  base ?? saved.version;

/** Compared by value: undoing everything leaves nothing to save. */
export const isDirty = ({
  editing,
  history,
  savedDocument,
}: Pick<BoardFacts, 'editing' | 'history' | 'savedDocument'>): boolean =>
  editing && !sameValue(history.document, savedDocument);
