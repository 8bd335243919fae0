/** A definition as it is edited: JSON text that may not be JSON yet, and the document when it is. */

import type { Data } from '../../../generated/calls.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { jsonText } from '../../../runtime/core/text/jsonText.ts';

export type Definition = Data<'studioDefinition'>;
export type Kind = Definition['kind'];
export type Document = Record<string, unknown>;
export type StudioProblem = Definition['problems'][number];
export type Verdict = Data<'studioCheck'>;

export const documentText = (document: Document): string => jsonText(document);

/** The document of a text; null while it is no JSON object. */
export function parseDocument(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns whether two documents say the same, the order of fields included. */
export const documentSame = (a: Document | null, b: Document | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function titleOf(document: Document | null, fallback: string): { zh: string; en: string } {
  const title = document?.title as { zh?: unknown; en?: unknown } | undefined;
  const text = (value: unknown) => (typeof value === 'string' && value ? value : fallback);
  return { zh: text(title?.zh), en: text(title?.en) };
}
