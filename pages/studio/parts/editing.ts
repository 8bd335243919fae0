/** Compares what is written of a definition with what holds: pure. */
import {
  type Definition,
  type Document,
  documentSame,
  documentText,
  type StudioProblem,
} from './document.ts';
import type { Draft } from './drafts.ts';

/** Null: nothing of the name holds yet. */
export const readDocument = (definition: Definition | null): Document | null =>
  (definition?.document as Document | undefined) ?? null;

export function readText(definition: Definition | null, draft: Draft | null): string {
  const held = readDocument(definition);
  return draft?.text ?? (held ? documentText(held) : '');
}

/** Another version was applied since the draft was begun. */
export const isOutdated = (definition: Definition | null, draft: Draft | null): boolean =>
  draft !== null && definition !== null && draft.base !== definition.base;

/** A text that is no JSON is a change, too. */
export const isChanged = (parsed: Document | null, held: Document | null): boolean =>
  parsed === null || !documentSame(parsed, held);

export interface Judgement {
  problems: readonly StudioProblem[];
  /** The problems shown are not yet about what is written. */
  checking: boolean;
  /** The server could not be asked. */
  failed: boolean;
}

/** Only what was judged as it is written, and upon what holds, can be applied. */
export function isReady(
  { parsed, changed, outdated }: { parsed: Document | null; changed: boolean; outdated: boolean },
  { problems, checking, failed }: Judgement,
): boolean {
  return changed && parsed !== null && !checking && problems.length === 0 && !failed && !outdated;
}
