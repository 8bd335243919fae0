/** In development all entities are loaded at start. The build replaces this module by `builtEntityFiles.ts`. */
import type { CallPlace } from '../../../generated/callPlaces.ts';
import type {
  DictionaryDefinition,
  DocumentDefinition,
  StatisticDefinition,
} from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Actions } from '../../core/definitions/operations.ts';

/** The definitions that a page needs for one entity. */
export interface EntityFile {
  entity: Entity;
  places: Readonly<Record<string, CallPlace>>;
  actions: Actions[string];
  dictionaries: Readonly<Record<string, DictionaryDefinition>>;
  /** The statistics in the entity's list. */
  statistics: Readonly<Record<string, StatisticDefinition>>;
  /** The entity's documents and label sheets. */
  documents: Readonly<Record<string, DocumentDefinition>>;
}

export const files: Readonly<Record<string, () => Promise<EntityFile>>> = {};
