/** Finds the referring records that can be handed over together with a record. */
import type { Entity } from '../../core/definitions/entities.ts';

/** Returns the entities with an owner that refer to this entity. */
export const entitiesAlong = ({ name }: Entity, entities: readonly Entity[]): Entity[] =>
  entities.filter(
    (other) =>
      other.handover &&
      other.name !== name &&
      Object.values(other.schema.properties ?? {}).some((field) => field['x-ref'] === name),
  );
