/** In development all entities are here, and none has a file: the build puts `builtEntityFiles.ts` in the place of this. */
import type { CallPlace } from '../../../generated/callPlaces.ts';
import type { DictionaryDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Actions } from '../../core/definitions/operations.ts';

/** Everything about one entity that a page needs. */
export interface EntityFile {
  entity: Entity;
  places: Readonly<Record<string, CallPlace>>;
  actions: Actions[string];
  dictionaries: Readonly<Record<string, DictionaryDefinition>>;
}

export const files: Readonly<Record<string, () => Promise<EntityFile>>> = {};
