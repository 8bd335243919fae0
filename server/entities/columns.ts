import type { EntityDefinition, Field } from '../../generated/definition.ts';
import { entities } from '../../generated/entities.ts';
import { can } from '../../runtime/core/permission.ts';

export type ColumnType =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'money'
  | 'uuid'
  | 'json';

export type Columns = ReadonlyMap<string, ColumnType>;

/** Who asks, as far as rights on fields and rows go. */
export interface Asker {
  admin: boolean;
  permissions: ReadonlySet<string>;
}

const SERVER_COLUMNS: readonly (readonly [string, ColumnType])[] = [
  ['id', 'integer'],
  ['tenantId', 'integer'],
  ['createdBy', 'integer'],
  ['createdAt', 'date-time'],
  ['updatedBy', 'integer'],
  ['updatedAt', 'date-time'],
  ['version', 'integer'],
];

export function may(asker: Asker, permission: string): boolean {
  return asker.admin || can(asker.permissions, permission);
}

/** The definition of an entity; an unknown name is a mistake of ours, not of the caller. */
export function entity_of(name: string): EntityDefinition {
  const found: EntityDefinition | undefined = (entities as Record<string, EntityDefinition>)[name];
  if (!found) throw new Error(`there is no entity "${name}"`);
  return found;
}

export function fields_of(entity: EntityDefinition): Record<string, Field> {
  return entity.schema.properties ?? {};
}

export function column_type(field: Field): ColumnType {
  if (field.type === 'array' || field.type === 'object') return 'json';
  if (field.type !== 'string') return field.type ?? 'string';
  switch (field.format) {
    case 'date':
    case 'date-time':
    case 'money':
    case 'uuid':
      return field.format;
    default:
      return 'string';
  }
}

/** The columns that this person may read, and so also filter and sort by. */
export function columns_of(entity: EntityDefinition, asker: Asker): Columns {
  const own = Object.entries(fields_of(entity))
    .filter(([, field]) => !field.writeOnly && (!field['x-permission'] || may(asker, field['x-permission'])))
    .map(([name, field]) => [name, column_type(field)] as const);
  return new Map([...SERVER_COLUMNS, ...own]);
}
