/** Finds the fields of other entities that refer to a record. */
import type { Field, PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { writeGroup } from '../query/group.ts';

export interface RelatedField {
  entity: Entity;
  name: string;
  field: Field;
  /** The referenced field of the record. */
  key: string;
}

/** Returns all fields of all entities that refer to this entity. */
export function relatedFields(
  { name: target, detail }: Pick<Entity, 'name' | 'detail'>,
  entities: readonly Entity[],
): RelatedField[] {
  const onTabs = new Set(detail?.tabs?.map(({ of, by }) => `${of}.${by}`));
  return entities.flatMap((entity) =>
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) => {
      const holder = field['x-ref'] ? field : field.items;
      // Lines and children are shown elsewhere.
      if (holder?.['x-ref'] !== target || entity.of?.field === name) return [];
      if (onTabs.has(`${entity.name}.${name}`)) return [];
      return [{ entity, name, field, key: holder['x-refKey'] ?? 'id' }];
    }),
  );
}

const condition = ({ name }: RelatedField, value: unknown) => ({
  field: name,
  op: 'in' as const,
  value: [value],
});

/** Returns the filter for records with this reference. */
export const relatedFilter = (related: RelatedField, value: unknown): string =>
  JSON.stringify({ and: [condition(related, value)] });

/**
 * Returns the address of the list with the referring records. Uses the list's own filter for the field if it exists.
 */
export function relatedAddress(page: PageDefinition, related: RelatedField, value: unknown): string {
  const { entity, name } = related;
  const params = new URLSearchParams();
  if (entity.list.filters?.includes(name)) params.set(`f.${name}`, String(value));
  else params.set('filter', writeGroup({ join: 'and', nodes: [condition(related, value)] }));
  return `${page.route}?${params}`;
}
