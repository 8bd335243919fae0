import type { SeededRole } from '../../../runtime/core/access/seededRoles.ts';
import type { StudioKind } from '../../../runtime/core/definitions/studioKinds.ts';

/** A definition as JSON. */
export type Document = Readonly<Record<string, unknown>>;

/** The kind and name of a definition. */
export interface Subject {
  kind: StudioKind;
  name: string;
}

/** The permissions that a change added to a role. */
export interface Granted {
  tenantId: number;
  role: SeededRole;
  permissions: string[];
}

/** An applied version. */
export interface Change extends Subject {
  id: number;
  document: Document;
  /** The previous document. Null for a new definition. */
  previous: Document | null;
  base: string | null;
  granted: readonly Granted[];
  appliedBy: number;
  appliedByName: string;
  appliedAt: string;
  undoneByName: string | null;
  undoneAt: string | null;
  /** The first of the changes that were applied together. Null for a single one. */
  together: number | null;
}

/** A problem of a document. */
export interface StudioProblem {
  /** Another definition that the document would make invalid. Null for the document itself. */
  file: string | null;
  pointer: string;
  zh: string;
  en: string;
  /** The position of an error in the text of an expression. */
  at?: number;
}

export const subjectKey = ({ kind, name }: Subject): string => `${kind}/${name}`;
