/** A definition while it is edited: JSON text that may not be valid yet, and the document if it is. */

import type { Data } from '../../../generated/calls.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { jsonText } from '../../../runtime/core/text/jsonText.ts';

export type Definition = Data<'studioDefinition'>;
export type Kind = Definition['kind'];
export type Document = Record<string, unknown>;
export type StudioProblem = Definition['problems'][number];
export type Verdict = Data<'studioCheck'>;

export const documentText = (document: Document): string => jsonText(document);

/** Returns the document of a text. Null while it is not a JSON object. */
export function parseDocument(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns whether two documents are equal, including the order of fields. */
export const documentSame = (a: Document | null, b: Document | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function titleOf(document: Document | null, fallback: string): { zh: string; en: string } {
  const title = document?.title as { zh?: unknown; en?: unknown } | undefined;
  const text = (value: unknown) => (typeof value === 'string' && value ? value : fallback);
  return { zh: text(title?.zh), en: text(title?.en) };
}
