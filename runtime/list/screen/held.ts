/** A list of records that all refer to one other: the reference narrows it, and new ones begin with it. */
import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { ListSelection } from '../../record/query/query.ts';
import type { ChildListProps } from '../../record/screen/childLists.ts';

export type Held = ChildListProps['held'];

/** The selection within those records. */
export function narrowHeld<S extends ListSelection>(selection: S, parent: Held | null): S {
  if (!parent) return selection;
  const { and = [] } = (selection.filter ? JSON.parse(selection.filter) : {}) as { and?: unknown[] };
  const parentFilter = { field: parent.field, op: 'in', value: [parent.value] };
  return { ...selection, filter: JSON.stringify({ and: [parentFilter, ...and] }) };
}

const narrowed = new WeakMap<Entity, Entity>();

/** The entity whose lists do not repeat the reference in every row; the same object each time. */
export function heldEntity(entity: Entity, { field }: Held): Entity {
  const narrowedEntity = narrowed.get(entity);
  if (narrowedEntity) return narrowedEntity;
  const { list } = entity;
  const without = (names: readonly string[] | undefined) => names?.filter((name) => name !== field);
  const columns = without(list.columns) ?? [];
  const made = {
    ...entity,
    list: { ...list, columns: columns.length > 0 ? columns : ['id'], filters: without(list.filters) },
  };
  narrowed.set(entity, made);
  return made;
}

/** Stands for a page where an entity has none, or none that this reader may open. */
export const heldPage = (entity: Entity): PageDefinition => ({
  name: entity.name,
  title: entity.title,
  route: '',
  kind: 'list',
  entity: entity.name,
});
