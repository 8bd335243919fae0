/** Decides which fields a user may read or write. Server and screens share this function. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../definitions/entities.ts';
import { scopeOf } from './permission.ts';

/** The limits that a role may set for a field. */
export type FieldRule = 'hidden' | 'read';

/** The rights for field access: effective permissions, and the roles' field rules, such as `customer.creditRating`. */
export interface FieldRights {
  /** True if the user passes every check. */
  admin: boolean;
  permissions: ReadonlySet<string>;
  fieldRules: ReadonlyMap<string, FieldRule>;
}

/**
 * Returns the permission of a field, if the user has the permission in a narrowed scope only. Access then depends on
 * the record. Null otherwise.
 */
export function fieldPermissionByRow(
  rights: FieldRights,
  entity: EntityDefinition,
  name: string,
): string | null {
  const needed = entity.schema.properties?.[name]?.['x-permission'];
  if (rights.admin || !needed) return null;
  const scope = scopeOf(rights.permissions, needed);
  return scope === null || scope === 'tenant' ? null : needed;
}

/** Returns the access to a field by the roles' rules, in records where the field's permission applies. */
export function fieldAccessWithin(
  rights: FieldRights,
  entity: EntityDefinition,
  name: string,
): FieldRule | 'write' {
  if (rights.admin) return 'write';
  const needed = entity.schema.properties?.[name]?.['x-permission'];
  if (needed && scopeOf(rights.permissions, needed) === null) return 'hidden';
  const rule = rights.fieldRules.get(`${entity.name}.${name}`) ?? 'write';
  const field = entity.schema.properties?.[name] ?? {};
  if (isClosed(rights, entity, field)) return 'hidden';
  const { 'x-lines': lines } = field;
  return lines ? linesAccess(rights, lines.entity, rule) : rule;
}

/** Roll-ups that return the value of a single record. */
const VALUE_ROLLUPS: readonly string[] = ['last', 'min', 'max'];

/** Returns the field of another entity whose value a field shows. Null if the field has its own value. */
function sourceOf(
  { schema }: EntityDefinition,
  { 'x-copyFrom': from, 'x-rollup': rollup }: Field,
): [entity: string, field: string] | null {
  if (from !== undefined) {
    const [ref = '', theirs = ''] = from.split('.');
    return [schema.properties?.[ref]?.['x-ref'] ?? '', theirs];
  }
  return rollup?.field !== undefined && VALUE_ROLLUPS.includes(rollup.do)
    ? [rollup.of.split('.')[0] ?? '', rollup.field]
    : null;
}

/** Returns whether a field shows a value of another record that the user may not see. */
function isClosed(rights: FieldRights, entity: EntityDefinition, field: Field): boolean {
  const [name = '', theirs = ''] = sourceOf(entity, field) ?? [];
  const source = entityRegistry.get(name);
  return source !== undefined && fieldAccess(rights, source, theirs) === 'hidden';
}

/** Returns the access to lines. Lines are records with their own permissions. */
function linesAccess(
  { permissions }: FieldRights,
  entity: string,
  rule: FieldRule | 'write',
): FieldRule | 'write' {
  const may = (action: string) => scopeOf(permissions, `${entity}:${action}`) !== null;
  if (rule === 'hidden' || !may('list')) return 'hidden';
  return ['create', 'update', 'delete'].some(may) ? rule : 'read';
}

/**
 * Returns the access to a field for all records of the entity. The definition's `x-permission` is checked first. A
 * field with access to some records only counts as hidden, so that no request can cover all values.
 */
export function fieldAccess(
  rights: FieldRights,
  entity: EntityDefinition,
  name: string,
): FieldRule | 'write' {
  return fieldPermissionByRow(rights, entity, name) === null
    ? fieldAccessWithin(rights, entity, name)
    : 'hidden';
}
