import type { StudioKind } from '../../../runtime/core/definitions/studioKinds.ts';

/** A definition as JSON. */
export type Document = Readonly<Record<string, unknown>>;

/** A definition by what it is and what it is called. */
export interface Subject {
  kind: StudioKind;
  name: string;
}

/** An applied version. */
export interface Change extends Subject {
  id: number;
  document: Document;
  /** The document that held before; null for a new definition. */
  previous: Document | null;
  base: string | null;
  appliedBy: number;
  appliedByName: string;
  appliedAt: string;
  undoneByName: string | null;
  undoneAt: string | null;
  /** The first of the changes that were applied together; null for a single one. */
  together: number | null;
}

/** A problem of a document. */
export interface StudioProblem {
  /** Another definition that the document breaks; null for the document itself. */
  file: string | null;
  pointer: string;
  zh: string;
  en: string;
  /** The character of the text at which an expression is wrong. */
  at?: number;
}

export const subjectKey = ({ kind, name }: Subject): string => `${kind}/${name}`;
