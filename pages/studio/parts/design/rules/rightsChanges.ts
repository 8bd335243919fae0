/** A definition says of rights what can be done with its records at all, and whose they are. */
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { fieldsOf } from '../entityDoc.ts';

export const ACTIONS = ['list', 'get', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export const isOffered = ({ api }: EntityDefinition, action: Action): boolean =>
  api.do?.includes(action) ?? true;

/** All are offered where none are named. */
export function offer(entity: EntityDefinition, action: Action, wanted: boolean): EntityDefinition {
  const offered = ACTIONS.filter((one) => (one === action ? wanted : isOffered(entity, one)));
  const { do: _, ...api } = entity.api;
  return { ...entity, api: offered.length < ACTIONS.length ? { ...api, do: offered } : api };
}

/** The fields that hold a record of this kind: users may own a record, departments have it. */
export const refsTo = (entity: EntityDefinition, target: string): string[] =>
  Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
    field['x-ref'] === target && field.type === 'integer' ? [name] : [],
  );

export const setOwner = (entity: EntityDefinition, owner: string | undefined): EntityDefinition => ({
  ...entity,
  owner,
});

export const setDepartment = (
  entity: EntityDefinition,
  department: string | undefined,
): EntityDefinition => ({
  ...entity,
  department,
});
