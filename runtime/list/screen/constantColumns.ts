/** Hides columns with a common value in all records of a list. */
import type { PageDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { displaysWithout } from '../../core/displays.ts';
import { type FixedValues, valuesOfFixed } from '../../record/query/fixed.ts';
import type { ListLayout } from '../table/columnLayout.ts';

const known = new WeakMap<Entity, Map<string, Entity>>();

function entityWithout(entity: Entity, names: readonly string[]): Entity {
  const { list } = entity;
  const without = (fields: readonly string[] | undefined) => fields?.filter((name) => !names.includes(name));
  const columns = without(list.columns) ?? [];
  return {
    ...entity,
    list: {
      ...list,
      columns: columns.length > 0 ? columns : ['id'],
      filters: without(list.filters),
      displays: displaysWithout(list, (name) => names.includes(name)),
    },
  };
}

/** Returns the entity without the fields that have a fixed value. The result is cached. */
export function heldEntity(entity: Entity, fixed: FixedValues | undefined): Entity {
  const names = Object.keys(valuesOfFixed(fixed) ?? {});
  if (names.length === 0) return entity;
  const ofEntity = known.get(entity) ?? new Map<string, Entity>();
  known.set(entity, ofEntity);
  const made = ofEntity.get(names.join()) ?? entityWithout(entity, names);
  ofEntity.set(names.join(), made);
  return made;
}

/**
 * Returns the column that would repeat the chosen station in every row. Null if records may belong to no station,
 * because the column is then needed.
 */
export function stationColumn(entity: Entity, stationSn: string | null): string | null {
  const site = stationSn === null ? null : siteOf(entity);
  const name = typeof site === 'object' && site?.of === 'station' ? site.field : site;
  const isOne = typeof name === 'string' && entity.schema.required?.includes(name);
  return isOne && name !== entity.list.columns[0] ? name : null;
}

export const withoutColumn = (layout: ListLayout, name: string | null): ListLayout =>
  name === null ? layout : { ...layout, shown: layout.shown.filter((one) => one !== name) };

/** Inserts a hidden column at its previous place, after the user has rearranged the others. */
export function withColumn(layout: ListLayout, before: ListLayout, name: string | null): ListLayout {
  const place = name === null ? -1 : before.shown.indexOf(name);
  return name === null || place < 0 ? layout : { ...layout, shown: layout.shown.toSpliced(place, 0, name) };
}

/** Returns a page for an entity without an accessible page. */
export const heldPage = (entity: Entity): PageDefinition => ({
  name: entity.name,
  title: entity.title,
  route: '',
  kind: 'list',
  entity: entity.name,
});
