/** Checks what an entity says of people: who owns its records, who counts as an owner, too, and whom they are given to. */

import type { Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';

const isUser = (field: Field | undefined): boolean =>
  field?.['x-ref'] === 'user' && (field['x-refKey'] ?? 'id') === 'id' && field.type === 'integer';

/** The fields that refer to a user. */
export const usersOf = ({ schema }: Entity): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isUser(field) ? [name] : []));

export function peopleProblems({ file, value: entity }: Source<Entity>, { entities }: Known): Problem[] {
  const { handover, members, owner, name, schema } = entity;
  const problems: Problem[] = [];
  if (handover && !isUser(schema.properties?.[owner ?? '']))
    problems.push(problemOf(file, '/handover', 'noOwner', { known: choice(owner ?? null, usersOf(entity)) }));
  if (!members) return problems;
  const child = entities.get(members.of);
  const isOf = (one: Entity): boolean => {
    const field = one.of && one.schema.properties?.[one.of.field];
    return field?.['x-ref'] === name && (field['x-refKey'] ?? 'id') === 'id';
  };
  if (!child || !isOf(child)) {
    const names = [...entities.values()].filter(isOf).map((one) => one.name);
    problems.push(
      problemOf(file, '/members/of', 'noChild', { entity: name, known: choice(members.of, names) }),
    );
  } else if (!isUser(child.schema.properties?.[members.user])) {
    const known = choice(members.user, usersOf(child));
    problems.push(problemOf(file, '/members/user', 'noFieldOf', { entity: child.name, known }));
  }
  return problems;
}
