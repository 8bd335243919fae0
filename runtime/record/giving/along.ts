/** Records that refer to a record can be handed over together with it. */
import type { Entity } from '../../core/definitions/entities.ts';

/** Returns the entities whose records can be handed over too: they refer to the entity and can have a new owner. */
export const entitiesAlong = ({ name }: Entity, entities: readonly Entity[]): Entity[] =>
  entities.filter(
    (other) =>
      other.handover &&
      other.name !== name &&
      Object.values(other.schema.properties ?? {}).some((field) => field['x-ref'] === name),
  );
