/** Roll-ups by the records that go into them, as the definitions are now. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type OwnRollup, rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';

/** A record before and after it was written; without a before it is new, without an after it is gone. */
export interface Written {
  before: Row;
  after: Row;
}

/** In whose tenant it was written; rules of what is above are told in this language, and see this as `$context`. */
export interface Writer {
  tenantId: number;
  lang?: Lang;
  context?: Values;
  /** Moments of refusals are those of this time zone. */
  zone?: string;
}

/** Parents to be kept, by the key that names them. */
export type Wanted = ReadonlyMap<string, ReadonlySet<unknown>>;

export interface Feed {
  parent: Entity;
  own: OwnRollup;
}

/** The field of the parent that records below name it by. */
export const keyOf = ({ child, ref }: OwnRollup): string =>
  entityRegistry.get(child)?.schema.properties?.[ref]?.['x-refKey'] ?? 'id';

/** Returns the roll-ups that records of this entity go into. */
export const feedsOf = ({ name }: EntityDefinition): Feed[] =>
  entityRegistry.all().flatMap((parent) =>
    rollupsOf(parent)
      .filter(({ child }) => child === name)
      .map((rollup) => ({ parent, own: rollup })),
  );

/**
 * Says how far above the lowest records an entity is: figures climb from below, and all transactions lock rows in
 * this order. The codegen refuses circles; what records take of others of their kind follows from nothing that they take.
 */
export function heightOf(entity: EntityDefinition): number {
  const below = new Set(rollupsOf(entity).flatMap(({ child }) => (child === entity.name ? [] : [child])));
  const heights = [...below].map((name) => {
    const child = entityRegistry.get(name);
    return child ? heightOf(child) + 1 : 0;
  });
  return Math.max(0, ...heights);
}
