/** Checks entities with versions. The three states must exist, and nothing may bypass them. */
import type { Entity, Source } from '../../definition/definition.ts';
import { takenVersionNames } from '../../definition/versions.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';

type Versions = NonNullable<Entity['versions']>;
type States = NonNullable<Entity['states']>;

function checkStates(entity: Entity, versions: Versions, states: States, known: Known, add: Add): void {
  const field = entity.schema.properties?.[states.field];
  const values = field ? fieldValues(field, known.dictionaries) : [];
  for (const [word, value] of Object.entries(versions))
    if (!values.includes(value))
      add(`/versions/${word}`, 'noOption', { value: JSON.stringify(value), known: choice(value, values) });
  const { draft, released, replaced } = versions;
  if (new Set([draft, released, replaced]).size < 3) add('/versions', 'versionsApart');
  if (states.initial !== draft) add('/versions/draft', 'versionsInitial', { name: String(states.initial) });
  if (!states.transitions.some(({ to }) => to === released)) add('/versions/released', 'versionsNever');
}

/** Checks that a replaced version stays replaced, and that a released version does not become a draft again. */
function checkMoves({ released, replaced, draft }: Versions, { transitions }: States, add: Add): void {
  for (const [at, { from = [], to }] of transitions.entries()) {
    if (to === replaced || from.includes(replaced))
      add(`/states/transitions/${at}`, 'versionsReplaced', { name: String(replaced) });
    if (from.includes(released) && to === draft) add(`/states/transitions/${at}`, 'versionsBack');
  }
}

/** Checks for unique keys that the next version would break at once. */
function checkKeys({ unique = [], uniqueWhere = [], states, schema }: Entity, add: Add): void {
  const isNumbered = (name: string) => schema.properties?.[name]?.['x-sequence'] !== undefined;
  for (const [at, fields] of unique.entries())
    if (!fields.some(isNumbered)) add(`/unique/${at}`, 'versionsUnique');
  for (const [at, { where }] of uniqueWhere.entries())
    if (!('current' in where) && !(states && states.field in where))
      add(`/uniqueWhere/${at}/where`, 'versionsUnique');
}

export function versionProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const { versions, states, of, schema } = entity;
  if (!versions) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  if (!states) {
    add('/versions', 'versionsStates');
    return problems;
  }
  for (const name of takenVersionNames(entity)) add(`/schema/properties/${name}`, 'versionsField');
  if (of?.in === 'form') add('/versions', 'versionsLines');
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (field['x-sealed']) add(`/schema/properties/${name}/x-sealed`, 'versionsSealed');
  checkStates(entity, versions, states, known, add);
  checkMoves(versions, states, add);
  checkKeys(entity, add);
  return problems;
}
