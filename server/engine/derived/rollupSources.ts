/** Roll-ups by the records that they include, from the current definitions. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type OwnRollup, rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

/** A record before and after a write. Without `before` it is new, without `after` it was deleted. */
export interface Written {
  before: Row;
  after: Row;
}

/**
 * The tenant of the write. Errors of rules of parent records are in this language, and rules read this as `$context`.
 */
export interface Writer {
  tenantId: number;
  lang?: Lang;
  context?: Values;
  /** The time zone of times in error messages. */
  zone?: string;
}

/** Parents to update, by the key that refers to them. */
export type Wanted = ReadonlyMap<string, ReadonlySet<unknown>>;

export interface Feed {
  parent: Entity;
  own: OwnRollup;
}

/** Returns the field of the parent to which the records below refer. */
export const keyOf = ({ child, ref }: OwnRollup): string =>
  entityRegistry.get(child)?.schema.properties?.[ref]?.['x-refKey'] ?? 'id';

/** Returns the roll-ups that include records of this entity. */
export const feedsOf = ({ name }: EntityDefinition): Feed[] =>
  entityRegistry.all().flatMap((parent) =>
    rollupsOf(parent)
      .filter(({ child }) => child === name)
      .map((rollup) => ({ parent, own: rollup })),
  );

/**
 * Returns how far an entity is above the lowest records. Figures are computed from below, and all transactions lock
 * rows in this order. The codegen refuses cycles. Values that records take from others of their kind depend on nothing
 * that these take.
 */
export function heightOf(entity: EntityDefinition): number {
  const below = new Set(rollupsOf(entity).flatMap(({ child }) => (child === entity.name ? [] : [child])));
  const heights = [...below].map((name) => {
    const child = entityRegistry.get(name);
    return child ? heightOf(child) + 1 : 0;
  });
  return Math.max(0, ...heights);
}
