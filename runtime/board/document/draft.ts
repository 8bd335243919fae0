/** Keeps unsaved work after a crash. Every edit is stored on this device until the board is saved or discarded. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { type Steps, stepsText } from '../../core/document/history.ts';
import { parseDocument } from '../../core/document/parse.ts';
import { readLocal, removeLocal, writeLocal } from '../../kit/browser/storage.ts';

export interface Draft {
  document: DashboardDocument;
  /** The version of the board that the edits began with. */
  version: number;
  at: number;
  /** The editing session that wrote the draft. Each opening of a board starts a new session. */
  session?: string;
  /** The undo and redo steps of the earlier session. They come from local storage, so they must be validated. */
  steps?: unknown;
}

export interface DraftStore {
  /** Reads the latest draft of another session. Null if there is none. */
  read(): Draft | null;
  /** Stores the draft of this session. Drafts of other sessions are kept. */
  write(draft: Draft): void;
  /** Removes only the draft of this session. */
  clear(): void;
  /** Removes a found draft once the user has decided. Later edits of its session are kept. */
  forget(found: Draft): void;
}

/** The draft store of a read-only board. It stores no draft. */
export const noDraft: DraftStore = { read: () => null, write: () => {}, clear: () => {}, forget: () => {} };

export function readDraft(text: string | null): Draft | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { document, version, at, session } = value as Partial<Draft>;
    const parsed = parseDocument(document);
    // A missing position can be computed again, so the draft remains usable.
    const whole = parsed.problems.every((problem) => problem === 'layout');
    const sound = whole && Number.isInteger(version) && Number.isFinite(at);
    return document && sound ? { document: parsed.document, version: version!, at: at!, session } : null;
  } catch {
    return null;
  }
}

const STEPS_CHARS = 512_000;
const AT_THE_LATEST_MS = 300;

function whenIdle(run: () => void): void {
  // Safari does not support `requestIdleCallback`.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: AT_THE_LATEST_MS });
  else setTimeout(run);
}

/** Runs the last task when the browser is idle, or when the page closes, but never during a drag. */
function lastTask(): { put(task: () => void): void; drop(): void; run(): void } {
  let waiting: (() => void) | null = null;
  const run = () => {
    removeEventListener('pagehide', run);
    document.removeEventListener('visibilitychange', run);
    waiting?.();
    waiting = null;
  };
  return {
    put(task) {
      if (!waiting) {
        addEventListener('pagehide', run);
        document.addEventListener('visibilitychange', run);
        whenIdle(run);
      }
      waiting = task;
    },
    drop() {
      waiting = null;
    },
    run,
  };
}

function readSteps(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Maximum number of stored drafts for each board, over all sessions. */
const PLACES = 3;

/** Stores drafts by board and user, so that users of one computer cannot see each other's edits. */
export function localDraft(userId: number, stationSn: string, boardId: number | null): DraftStore {
  const first = `EMS-board-draft-${userId}-${stationSn}${boardId === null ? '' : `-${boardId}`}`;
  const keys = Array.from({ length: PLACES }, (_, index) => (index === 0 ? first : `${first}-other${index}`));
  const stepsKey = (key: string) => `${key}-steps`;
  // `randomUUID` does not exist over plain HTTP.
  const session = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const later = lastTask();
  const drafts = () => keys.map((key) => ({ key, draft: readDraft(readLocal(key)) }));
  const remove = (key: string) => {
    removeLocal(key);
    removeLocal(stepsKey(key));
  };
  /**
   * Returns the storage slot of this session, otherwise a free slot, otherwise the slot of the oldest draft.
   */
  const ownPlace = (): string => {
    const age = (draft: Draft | null) => (draft?.session === session ? -Infinity : (draft?.at ?? -1));
    return drafts().sort((a, b) => age(a.draft) - age(b.draft))[0]!.key;
  };
  return {
    read() {
      const draftFound = drafts().flatMap(({ key, draft }) =>
        draft && draft.session !== session ? [{ key, draft }] : [],
      );
      const latest = draftFound.sort((a, b) => b.draft.at - a.draft.at)[0];
      return latest ? { ...latest.draft, steps: readSteps(readLocal(stepsKey(latest.key))) } : null;
    },
    write: ({ steps, ...draft }) =>
      later.put(() => {
        const key = ownPlace();
        writeLocal(key, JSON.stringify({ ...draft, session }));
        // If the storage is too small for both, the draft is stored without its steps.
        writeLocal(stepsKey(key), stepsText(steps as Steps, STEPS_CHARS));
      }),
    clear() {
      later.drop();
      for (const { key, draft } of drafts()) if (draft?.session === session) remove(key);
    },
    forget({ session: author, at }) {
      // Writes the pending draft first, so that no edit is lost.
      later.run();
      for (const { key, draft } of drafts())
        if (draft && draft.session === author && draft.at === at) remove(key);
    },
  };
}
