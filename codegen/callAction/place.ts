/** The place of an action in its file, and the check that its field names exist. */
import type { Entity } from '../definition/definition.ts';
import { SERVER_FIELDS } from '../definition/entitySchemas.ts';
import { choice, escaped, type Problem, problemOf } from '../problem.ts';

export interface ActionPlace {
  file: string;
  pointer: string;
  path: string;
  method: string;
  /** The name of the action in its file. A description writes `x-action`. */
  word?: string;
}

export const fieldNames = ({ schema }: Entity): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...Object.keys(SERVER_FIELDS),
];

export const placeOf = (
  { file, pointer, word = 'x-action' }: Pick<ActionPlace, 'file' | 'pointer' | 'word'>,
  ...steps: (string | number)[]
) => [file, [`${pointer}/${word}`, ...steps.map((step) => escaped(String(step)))].join('/')] as const;

/** Checks the fields that one part of the action names. */
export function namesProblems(
  place: ActionPlace,
  entity: Entity,
  part: string,
  names: readonly string[],
): Problem[] {
  const fieldsKnown = fieldNames(entity);
  return names.flatMap((name) =>
    fieldsKnown.includes(name.replace(/^-/, ''))
      ? []
      : [
          problemOf(...placeOf(place, part), 'noFieldOf', {
            entity: entity.name,
            known: choice(name, fieldsKnown),
          }),
        ],
  );
}
