/** The rights in a definition: which operations exist for its records, and who owns them. */
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { fieldsOf } from '../entityDoc.ts';

export const ACTIONS = ['list', 'get', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export const isOffered = ({ api }: EntityDefinition, action: Action): boolean =>
  api.do?.includes(action) ?? true;

/** Offers an action, or stops offering it. Without a list, all actions are offered. */
export function offer(entity: EntityDefinition, action: Action, isEnabled: boolean): EntityDefinition {
  const offered = ACTIONS.filter((one) => (one === action ? isEnabled : isOffered(entity, one)));
  const { do: _, ...api } = entity.api;
  return { ...entity, api: offered.length < ACTIONS.length ? { ...api, do: offered } : api };
}

/** Returns the fields that refer to this entity: owners are users, and a record belongs to departments. */
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
