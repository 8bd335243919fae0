/** Undo and redo with immer patches. Every step of the builder is one entry. */
import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Edit } from './edit.ts';
import { parseDocument } from './parse.ts';
import { sameValue } from './same.ts';

enablePatches();

export const HISTORY_LIMIT = 200;

export interface Step {
  /** The text key of the step's name. */
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

/** Applies an edit. An edit without a change adds no step, so that every undo has a visible effect. */
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

export interface Steps {
  past: readonly Step[];
  future: readonly Step[];
}

const isStep = (value: unknown): value is Step => {
  const step = value as Partial<Step> | null;
  return typeof step?.label === 'string' && Array.isArray(step.patches) && Array.isArray(step.inverse);
};
const isSound = (document: DashboardDocument) => {
  const parsed = parseDocument(document);
  return parsed.problems.length === 0 && sameValue(parsed.document, document);
};

const texts = new WeakMap<Step, string>();
function stepText(step: Step): string {
  const written = texts.get(step);
  if (written !== undefined) return written;
  const text = JSON.stringify(step);
  texts.set(step, text);
  return text;
}

/** Returns the steps as text of at most `limit` characters. The oldest steps are omitted first. */
export function stepsText({ past, future }: Steps, limit: number): string {
  let left = limit;
  const fits = (step: Step) => {
    left -= stepText(step).length + 1;
    return left >= 0;
  };
  const steps: string[] = [];
  for (const step of past.toReversed()) {
    if (!fits(step)) break;
    steps.unshift(stepText(step));
  }
  const next: string[] = [];
  for (const step of future) {
    if (!fits(step)) break;
    next.push(stepText(step));
  }
  return `{"past":[${steps.join()}],"future":[${next.join()}]}`;
}

/** Returns the stored steps if all of them lead to valid boards from this document. Null otherwise. */
export function resumeHistory(document: DashboardDocument, steps: unknown): History | null {
  const { past, future } = (steps ?? {}) as Partial<Record<keyof Steps, unknown>>;
  if (!Array.isArray(past) || !Array.isArray(future)) return null;
  if (![...past, ...future].every(isStep) || past.length > HISTORY_LIMIT || future.length > HISTORY_LIMIT)
    return null;
  try {
    const first = past.reduceRight<DashboardDocument>(
      (result, step) => applyPatches(result, step.inverse),
      document,
    );
    const last = future.reduce<DashboardDocument>(
      (result, step) => applyPatches(result, step.patches),
      document,
    );
    return isSound(first) && isSound(last) ? { document, past, future } : null;
  } catch {
    return null;
  }
}
