/** In the built product no entity comes before it is asked for: the build puts this in the place of all of them. */
import type { Entity } from './entities.ts';

export const entities: Readonly<Record<string, Entity>> = {};
