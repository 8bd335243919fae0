/** The fields that a list can show and filter by: the entity's own and those that every record has. */
import type { EntityDefinition, Field } from '../../generated/definition.ts';

const SERVER_FIELDS: Record<string, Field> = {
  id: { type: 'integer', title: { zh: '编号', en: 'Id' } },
  createdAt: { type: 'string', format: 'date-time', title: { zh: '创建时间', en: 'Created' } },
  updatedAt: { type: 'string', format: 'date-time', title: { zh: '更新时间', en: 'Updated' } },
};

export function list_field(entity: EntityDefinition, name: string): Field {
  return entity.schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};
}

/** Every field that may become a column, the list's own first. */
export function column_names(entity: EntityDefinition): string[] {
  const own = Object.entries(entity.schema.properties ?? {})
    .filter(([, field]) => !field.writeOnly && field.type !== 'object' && field['x-control'] !== 'hidden')
    .map(([name]) => name);
  return [...new Set([...entity.list.columns, ...own, 'createdAt', 'updatedAt'])];
}

export type FilterKind = 'choice' | 'date' | 'number' | 'yesNo' | 'ref' | 'several' | 'text';

export function filter_kind(field: Field): FilterKind {
  if (field.type === 'array') return 'several';
  if (field['x-dictionary'] || field['x-options'] || field.enum) return 'choice';
  if (field['x-ref']) return 'ref';
  if (field.format === 'date' || field.format === 'date-time') return 'date';
  if (field.type === 'boolean') return 'yesNo';
  if (field.type === 'number' || field.type === 'integer' || field.format === 'money') return 'number';
  return 'text';
}
