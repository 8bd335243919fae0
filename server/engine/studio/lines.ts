/** A record and its lines are edited as one document, which contains the definitions of the lines as `lines`. */
import type { Definitions, Entity } from '../../../codegen/definition/definition.ts';
import { childrenOf } from '../../../codegen/definition/lines.ts';
import { isObject } from '../../../runtime/core/object.ts';
import { type Document, type Subject, subjectKey } from './types.ts';

/** A definition in the document, with its place. */
export interface Part extends Subject {
  document: Document;
  at: string;
}

/**
 * Splits the document, with the definition of the record first. Lines that are not a list of objects remain
 * in the document, where the check refuses them.
 */
export function splitLines(subject: Subject, document: Document): Part[] {
  const { lines, ...own } = document;
  const { kind } = subject;
  if (kind !== 'entity' || !Array.isArray(lines) || !lines.every(isObject))
    return [{ ...subject, document, at: '' }];
  const parts = lines.map(
    (line, index): Part => ({
      kind,
      name: String(line.name),
      document: line,
      at: `/lines/${index}`,
    }),
  );
  return [{ ...subject, document: own, at: '' }, ...parts];
}

/** Returns the definitions of a record's lines. */
export const linesOf = ({ kind, name }: Subject, { entities }: Pick<Definitions, 'entities'>): Subject[] =>
  kind === 'entity'
    ? childrenOf(
        name,
        entities.map(({ value }) => value),
      )
        .filter(({ of }) => of?.in === 'form')
        .map((line: Entity): Subject => ({ kind, name: line.name }))
    : [];

/** Returns the whole document. Without lines it is the definition itself. */
export const joinLines = (document: Document, lines: readonly Document[]): Document =>
  lines.length > 0 ? { ...document, lines } : document;

/** Returns the new parts, whose names must not be used yet. */
export function partsNew(parts: readonly Part[], isNew: boolean, lines: readonly Subject[]): Part[] {
  const there = new Set(lines.map(subjectKey));
  return parts.filter((part) => (part.at === '' ? isNew : !there.has(subjectKey(part))));
}
