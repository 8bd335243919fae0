/** A record is used by the fields of other entities that refer to it, as the definitions say. */
import type { Field, PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { writeGroup } from '../query/group.ts';

export interface RelatedField {
  entity: Entity;
  name: string;
  field: Field;
  /** The field of the record that is referred to. */
  key: string;
}

/** Every field of any entity that refers to records of this one. */
export function relatedFields(
  { name: target, detail }: Pick<Entity, 'name' | 'detail'>,
  entities: readonly Entity[],
): RelatedField[] {
  const onTabs = new Set(detail?.tabs?.map(({ of, by }) => `${of}.${by}`));
  return entities.flatMap((entity) =>
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) => {
      const holder = field['x-ref'] ? field : field.items;
      // Lines and children stand in places of their own, and so does what has a tab.
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

/** The filter that selects the records which refer to this value. */
export const relatedFilter = (related: RelatedField, value: unknown): string =>
  JSON.stringify({ and: [condition(related, value)] });

/** The address of the list with only the related rows; the list's own filter where it has one for the field. */
export function relatedAddress(page: PageDefinition, related: RelatedField, value: unknown): string {
  const { entity, name } = related;
  const params = new URLSearchParams();
  if (entity.list.filters?.includes(name)) params.set(`f.${name}`, String(value));
  else params.set('filter', writeGroup({ join: 'and', nodes: [condition(related, value)] }));
  return `${page.route}?${params}`;
}
