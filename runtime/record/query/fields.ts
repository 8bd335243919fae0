/** The fields that a list can show and filter by: the entity's own and those that every record has. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { SERVER_FIELDS } from '../../core/serverFields.ts';

export function listField(entity: EntityDefinition, name: string): Field {
  return entity.schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};
}

/** Every field that may become a column, the list's own first. */
export function columnNames(entity: EntityDefinition): string[] {
  const own = Object.entries(entity.schema.properties ?? {})
    .filter(([, field]) => !field.writeOnly && field.type !== 'object' && field['x-control'] !== 'hidden')
    .map(([name]) => name);
  return [...new Set([...entity.list.columns, ...own, 'createdBy', 'createdAt', 'updatedAt'])];
}

export type FilterKind = 'choice' | 'date' | 'number' | 'yesNo' | 'ref' | 'refs' | 'several' | 'text';

export function filterKind(field: Field): FilterKind {
  if (field.type === 'array') return field.items?.['x-ref'] ? 'refs' : 'several';
  if (field['x-dictionary'] || field['x-options'] || field.enum) return 'choice';
  if (field['x-ref']) return 'ref';
  if (field.format === 'date' || field.format === 'date-time') return 'date';
  if (field.type === 'boolean') return 'yesNo';
  if (field.type === 'number' || field.type === 'integer' || field.format === 'money') return 'number';
  return 'text';
}

/** A text of the address as the field, or the list that it is, holds the value. */
export function readValue(field: Field, text: string): string | number {
  const { type } = field.type === 'array' ? (field.items ?? {}) : field;
  return type === 'number' || type === 'integer' ? Number(text) : text;
}
