/** Compares a draft with the applied definition. Pure. */
import {
  type Definition,
  type Document,
  documentSame,
  documentText,
  type StudioProblem,
} from './document.ts';
import type { Draft } from './drafts.ts';

/** Returns null if no definition of this name is applied. */
export const readDocument = (definition: Definition | null): Document | null =>
  (definition?.document as Document | undefined) ?? null;

export function readText(definition: Definition | null, draft: Draft | null): string {
  const stored = readDocument(definition);
  return draft?.text ?? (stored ? documentText(stored) : '');
}

/** Returns whether another version was applied since the draft was started. */
export const isOutdated = (definition: Definition | null, draft: Draft | null): boolean =>
  draft !== null && definition !== null && draft.base !== definition.base;

/** Returns whether the text was changed. A text that is not valid JSON is also a change. */
export const isChanged = (parsed: Document | null, stored: Document | null): boolean =>
  parsed === null || !documentSame(parsed, stored);

export interface Judgement {
  problems: readonly StudioProblem[];
  /** True while the displayed problems are not yet those of the current text. */
  checking: boolean;
  /** The request to the server failed. */
  failed: boolean;
}

/**
 * Returns whether the draft can be applied: it is changed, based on the applied version, and checked without
 * problems.
 */
export function isReady(
  { parsed, changed, outdated }: { parsed: Document | null; changed: boolean; outdated: boolean },
  { problems, checking, failed }: Judgement,
): boolean {
  return changed && parsed !== null && !checking && problems.length === 0 && !failed && !outdated;
}
