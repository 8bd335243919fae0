/** Records go along with others that they refer to, when these are handed over. */
import type { Entity } from '../../core/definitions/entities.ts';

/** The entities whose records may go along: they refer to the entity and change hands themselves. */
export const entitiesAlong = ({ name }: Entity, entities: readonly Entity[]): Entity[] =>
  entities.filter(
    (other) =>
      other.handover &&
      other.name !== name &&
      Object.values(other.schema.properties ?? {}).some((field) => field['x-ref'] === name),
  );
