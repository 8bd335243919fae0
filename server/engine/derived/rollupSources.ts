/** Finds the roll-ups that include a record, from the current definitions. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type OwnRollup, rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

/** A record before and after a write. `before` is empty for a new record, `after` for a deleted record. */
export interface Written {
  before: Row;
  after: Row;
}

/**
 * The tenant of a write, and the language of its error messages. Expressions in rules read further values as
 * `$context`.
 */
export interface Writer {
  tenantId: number;
  lang?: Lang;
  context?: Values;
  /** The time zone of times in error messages. */
  zone?: string;
}

/** The parents to update, by the field that identifies them. */
export type ParentKeys = ReadonlyMap<string, ReadonlySet<unknown>>;

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
 * Returns the height of an entity above the lowest child records. Figures are computed, and rows are locked, in
 * ascending height. The codegen refuses cycles. Roll-ups over records of the same entity do not count.
 */
export function heightOf(entity: EntityDefinition): number {
  const below = new Set(rollupsOf(entity).flatMap(({ child }) => (child === entity.name ? [] : [child])));
  const heights = [...below].map((name) => {
    const child = entityRegistry.get(name);
    return child ? heightOf(child) + 1 : 0;
  });
  return Math.max(0, ...heights);
}
