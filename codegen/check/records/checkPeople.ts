/** Checks how an entity names people: who owns its records, who counts as an owner too, and who receives them. */

import type { Entity, Field, Members, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';

const isUser = (field: Field | undefined): boolean =>
  field?.['x-ref'] === 'user' && (field['x-refKey'] ?? 'id') === 'id' && field.type === 'integer';

/** Returns the fields that refer to a user. */
export const usersOf = ({ schema }: Entity): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isUser(field) ? [name] : []));

const daysOf = ({ schema }: Entity): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, { format }]) => (format === 'date' ? [name] : []));

/** Checks one kind of children that name people. */
function memberProblems(
  { file, value: { name } }: Source<Entity>,
  { of, user, until }: Members,
  pointer: string,
  { entities }: Known,
): Problem[] {
  const child = entities.get(of);
  const isOf = (one: Entity): boolean => {
    const field = one.of && one.schema.properties?.[one.of.field];
    return field?.['x-ref'] === name && (field['x-refKey'] ?? 'id') === 'id';
  };
  if (!child || !isOf(child)) {
    const names = [...entities.values()].filter(isOf).map((one) => one.name);
    return [problemOf(file, `${pointer}/of`, 'noChild', { entity: name, known: choice(of, names) })];
  }
  const unknown = (word: string, value: string, names: string[]): Problem[] =>
    names.includes(value)
      ? []
      : [
          problemOf(file, `${pointer}/${word}`, 'noFieldOf', {
            entity: child.name,
            known: choice(value, names),
          }),
        ];
  return [
    ...unknown('user', user, usersOf(child)),
    ...(until === undefined ? [] : unknown('until', until, daysOf(child))),
  ];
}

export function peopleProblems(source: Source<Entity>, known: Known): Problem[] {
  const { file, value: entity } = source;
  const { handover, members, owner, schema } = entity;
  const problems: Problem[] = [];
  if (handover && !isUser(schema.properties?.[owner ?? '']))
    problems.push(problemOf(file, '/handover', 'noOwner', { known: choice(owner ?? null, usersOf(entity)) }));
  const several = Array.isArray(members) ? members : null;
  const all = several ?? (members ? [members].flat() : []);
  return [
    ...problems,
    ...all.flatMap((one, index) =>
      memberProblems(source, one, several ? `/members/${index}` : '/members', known),
    ),
  ];
}
