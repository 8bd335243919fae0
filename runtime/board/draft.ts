/** Unsaved work survives a crash: every edit is kept on this device until the board is saved or discarded. */
import type { DashboardDocument } from '../../generated/definition.ts';
import { readLocal, removeLocal, writeLocal } from '../api/storage.ts';
import { type Steps, stepsText } from '../core/document/history.ts';
import { parseDocument } from '../core/document/parse.ts';

export interface Draft {
  document: DashboardDocument;
  /** The version of the board that the edits began with. */
  version: number;
  at: number;
  /** Undo and redo of the time before; read from storage they may be anything. */
  steps?: unknown;
}

export interface DraftStore {
  read(): Draft | null;
  write(draft: Draft): void;
  clear(): void;
}

/** Of what can only be looked at. */
export const noDraft: DraftStore = { read: () => null, write: () => {}, clear: () => {} };

export function readDraft(text: string | null): Draft | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { document, version, at } = value as Partial<Draft>;
    const parsed = parseDocument(document);
    // A place that was lost is found anew; that is no reason to lose the work.
    const whole = parsed.problems.every((problem) => problem === 'layout');
    const sound = whole && Number.isInteger(version) && Number.isFinite(at);
    return document && sound ? { document: parsed.document, version: version!, at: at! } : null;
  } catch {
    return null;
  }
}

const STEPS_CHARS = 512_000;
const AT_THE_LATEST_MS = 300;

function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: AT_THE_LATEST_MS });
  else setTimeout(run);
}

/** Does the last task when the browser has time, or when the page goes: never while somebody drags. */
function lastTask(): { put(task: () => void): void; drop(): void } {
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
  };
}

function readSteps(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** One draft a board and user: colleagues at one desk don't inherit each other's edits. */
export function localDraft(userId: number, stationSn: string, boardId: number | null): DraftStore {
  const key = `EMS-board-draft-${userId}-${stationSn}${boardId === null ? '' : `-${boardId}`}`;
  const stepsKey = `${key}-steps`;
  const later = lastTask();
  return {
    read() {
      const draft = readDraft(readLocal(key));
      return draft && { ...draft, steps: readSteps(readLocal(stepsKey)) };
    },
    write: ({ steps, ...draft }) =>
      later.put(() => {
        writeLocal(key, JSON.stringify(draft));
        // Where there is no room for both, the draft is what counts.
        writeLocal(stepsKey, stepsText(steps as Steps, STEPS_CHARS));
      }),
    clear() {
      later.drop();
      removeLocal(key);
      removeLocal(stepsKey);
    },
  };
}
