/** What somebody may do with single fields: the server refuses and the screens leave out by the same function. */
import type { EntityDefinition } from '../../generated/definition.ts';
import { scope_of } from './permission.ts';

/** What a role may narrow a field to. */
export type FieldRule = 'hidden' | 'read';

/** What decides it: permissions in effect, and what the roles say about fields, as `customer.creditRating`. */
export interface FieldRights {
  /** Passes every check. */
  admin: boolean;
  permissions: ReadonlySet<string>;
  fieldRules: ReadonlyMap<string, FieldRule>;
}

/** What one may do with a field of the entity; the definition's own `x-permission` comes first. */
export function field_access(
  rights: FieldRights,
  entity: EntityDefinition,
  name: string,
): FieldRule | 'write' {
  if (rights.admin) return 'write';
  const needed = entity.schema.properties?.[name]?.['x-permission'];
  if (needed && scope_of(rights.permissions, needed) === null) return 'hidden';
  return rights.fieldRules.get(`${entity.name}.${name}`) ?? 'write';
}
