/** Undo and redo over immer patches: every step of the builder is in here, none is merged or skipped. */
import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Edit } from './edit.ts';

enablePatches();

export const HISTORY_LIMIT = 200;

export interface Step {
  /** Names the step to the person, as a key of the interface's texts. */
  label: string;
  patches: Patch[];
  inverse: Patch[];
}
export interface History {
  document: DashboardDocument;
  past: readonly Step[];
  future: readonly Step[];
}

export const startHistory = (document: DashboardDocument): History => ({ document, past: [], future: [] });

/** An edit that changes nothing leaves no step behind, so undo always undoes something visible. */
export function applyEdit(history: History, label: string, edit: Edit): History {
  const [document, patches, inverse] = produceWithPatches(history.document, (draft) => {
    edit(draft as DashboardDocument);
  });
  if (patches.length === 0) return history;
  const past = [...history.past, { label, patches, inverse }].slice(-HISTORY_LIMIT);
  return { document, past, future: [] };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    document: applyPatches(history.document, step.inverse),
    past: history.past.slice(0, -1),
    future: [step, ...history.future],
  };
}

export function redo(history: History): History {
  const step = history.future[0];
  if (!step) return history;
  return {
    document: applyPatches(history.document, step.patches),
    past: [...history.past, step],
    future: history.future.slice(1),
  };
}
