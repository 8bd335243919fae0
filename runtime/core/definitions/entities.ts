import type { EntityDefinition } from '../../../generated/definition.ts';
import { entities as built } from '../../../generated/entities.ts';
import { createRegistry } from './registry.ts';

/** An entity with pure JSON Schemas of its fields and of its transition forms, without texts and custom keywords. */
export type Entity = EntityDefinition & {
  pure: Record<string, unknown>;
  forms: Record<string, Record<string, unknown>>;
};

export const entityRegistry = createRegistry<Entity>('entities', built);

/** Returns the definition of an entity. An unknown name is a programming error. */
export function entityOf(name: string): Entity {
  const entity = entityRegistry.get(name);
  if (!entity) throw new Error(`there is no entity "${name}"`);
  return entity;
}

import.meta.hot?.accept('../../../generated/entities.ts', (now) => {
  if (now) entityRegistry.rebuild(now.entities);
});
