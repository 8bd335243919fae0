/** Checks the document that an action sends. It must belong to the entity and have the requested format. */
import type { CallAction, Definitions, Entity } from '../definition/definition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import { type ActionPlace, placeOf } from './place.ts';

export function documentProblems(
  place: ActionPlace,
  { name }: Entity,
  { do: what, document, format = 'pdf', many, where }: CallAction,
  { documents }: Pick<Definitions, 'documents'>,
): Problem[] {
  if (what !== 'document') return [];
  const own = documents.map(({ value }) => value).filter(({ of }) => of === name);
  const found = own.find((one) => one.name === document);
  if (!found) {
    const known = choice(
      document,
      own.map((one) => one.name),
    );
    return [problemOf(...placeOf(place, 'document'), 'noDocumentOf', { entity: name, known })];
  }
  const formats: readonly string[] = found.formats ?? ['pdf'];
  return [
    ...(where && !many?.optional ? [problemOf(...placeOf(place, 'where'), 'unknown')] : []),
    ...(formats.includes(format)
      ? []
      : [problemOf(...placeOf(place, 'format'), 'oneOf', { known: choice(format, formats) })]),
  ];
}
