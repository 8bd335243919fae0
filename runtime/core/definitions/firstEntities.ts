/** Replaces all entities in the built product, which loads none before it is needed. */
import type { Entity } from './entities.ts';

export const entities: Readonly<Record<string, Entity>> = {};
