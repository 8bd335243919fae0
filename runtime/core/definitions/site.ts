/** The path from a record to its station. */
import type { EntityDefinition } from '../../../generated/definition.ts';

export type Site = NonNullable<EntityDefinition['site']>;

/**
 * Returns the path from the definition. By default it is the field that refers to a station. Null for an entity without
 * a station.
 */
export function siteOf(entity: Pick<EntityDefinition, 'site' | 'schema'>): Site | null {
  if (entity.site !== undefined) return entity.site;
  const [name, field] =
    Object.entries(entity.schema.properties ?? {}).find(([, field]) => field['x-ref'] === 'station') ?? [];
  if (name === undefined) return null;
  const key = field?.['x-refKey'] ?? 'id';
  return key === 'sn' ? name : { field: name, of: 'station', key };
}
