/** The fields that a list can show and filter by: the entity's own, and those that every record has. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import type { FilterKind as TypeFilter } from '../../core/fieldType.ts';
import { ownFields } from '../../core/lines.ts';
import { SERVER_FIELDS } from '../../core/serverFields.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';

export function listField(entity: EntityDefinition, name: string): Field {
  return entity.schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};
}

/**
 * Returns whether a list can show the field. Objects are shown by their parts, unless their type has a one-line text.
 */
const isShowable = (field: Field): boolean =>
  field.type !== 'object' || fieldTypeOf(field).formatText !== undefined;

/** Returns all possible columns, the list's own first. */
export function columnNames(entity: EntityDefinition): string[] {
  const names = Object.entries(ownFields(entity.schema))
    .filter(([, field]) => !field.writeOnly && isShowable(field) && field['x-control'] !== 'hidden')
    .map(([name]) => name);
  return [...new Set([...entity.list.columns, ...names, 'createdBy', 'createdAt', 'updatedAt'])];
}

/** Returns whether the list can be sorted by the field. Encrypted fields and additional figures cannot. */
export const isSortable = (entity: EntityDefinition, name: string): boolean =>
  !listField(entity, name)['x-sealed'] && !name.includes('.');

/** The kinds of filter conditions: that of the field's type, except for fields with options or references. */
export type FilterKind = TypeFilter | 'choice' | 'ref' | 'refs' | 'several';

export function filterKind(field: Field): FilterKind {
  if (field.type === 'array') return field.items?.['x-ref'] ? 'refs' : 'several';
  if (field['x-dictionary'] || field['x-options'] || field.enum) return 'choice';
  if (field['x-ref']) return 'ref';
  return fieldTypeOf(field).filter ?? 'text';
}

/** Converts a text from the address to the type of the field, or of its items. */
export function readValue(field: Field, text: string): string | number {
  const { type } = field.type === 'array' ? (field.items ?? {}) : field;
  return type === 'number' || type === 'integer' ? Number(text) : text;
}
