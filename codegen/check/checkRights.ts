/** Checks the rights of the initial roles: each must allow an action of the entity. */
import type { Definitions, Entity, Source } from '../definition/definition.ts';
import { listMoves } from '../definition/flowDefinition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';

/** The calls of a description with the permissions that they require. */
export interface PermittedCalls {
  paths: Readonly<Record<string, Readonly<Record<string, { 'x-permission'?: string }>>>>;
}

const LINE_ACTIONS = ['create', 'update', 'delete'];
const EVERY_ENTITY = '{entity}';

/** Returns the actions that calls and pages require, by the part before the colon. */
export function actionsByName(permissions: readonly (string | null | undefined)[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const permission of permissions) {
    const [name = '', action] = permission?.split(':') ?? [];
    if (action) found.set(name, (found.get(name) ?? new Set()).add(action));
  }
  return found;
}

/** Returns the permissions of moves, lines and fields. No call requires them. */
const ownPermissions = ({ name, of: parent, schema, ...entity }: Entity): string[] => [
  ...listMoves(entity).map((move) => move.permission ?? `${name}:${move.name}`),
  ...(parent?.in === 'form' ? LINE_ACTIONS.map((action) => `${name}:${action}`) : []),
  ...Object.values(schema.properties ?? {}).flatMap(({ 'x-permission': permission }) => permission ?? []),
];

/** Returns the rights of an entity that open no action. `called` are the actions of calls and pages by entity. */
export function entityRightsProblems(
  { file, value }: Source<Entity>,
  called: ReadonlyMap<string, ReadonlySet<string>>,
): Problem[] {
  const own = actionsByName(ownPermissions(value)).get(value.name) ?? [];
  const shared = called.get(EVERY_ENTITY) ?? [];
  const known = [...new Set(['*', ...(called.get(value.name) ?? []), ...own, ...shared])];
  return Object.entries(value.rights ?? {}).flatMap(([role, rights]) =>
    rights.flatMap((right, at) => {
      const [action = ''] = right.split('@');
      const pointer = `/rights/${role}/${at}`;
      return known.includes(action)
        ? []
        : [problemOf(file, pointer, 'rightUnknown', { action, known: choice(action, known) })];
    }),
  );
}

export function rightsProblems(definitions: Definitions, api: PermittedCalls): Problem[] {
  if (!definitions.entities.some(({ value }) => value.rights)) return [];
  const calls = Object.values(api.paths).flatMap((path) => Object.values(path));
  const called = actionsByName([
    ...calls.map((call) => call['x-permission']),
    ...definitions.pages.map(({ value }) => value.permission),
  ]);
  return definitions.entities.flatMap((source) => entityRightsProblems(source, called));
}
