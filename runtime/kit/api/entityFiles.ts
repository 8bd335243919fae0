/**
 * In development all entities are loaded, and none has a file. The build replaces this module by `builtEntityFiles.ts`.
 */
import type { CallPlace } from '../../../generated/callPlaces.ts';
import type {
  DictionaryDefinition,
  DocumentDefinition,
  StatisticDefinition,
} from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Actions } from '../../core/definitions/operations.ts';

/** All that a page needs about one entity. */
export interface EntityFile {
  entity: Entity;
  places: Readonly<Record<string, CallPlace>>;
  actions: Actions[string];
  dictionaries: Readonly<Record<string, DictionaryDefinition>>;
  /** The statistics whose figures its list shows. */
  statistics: Readonly<Record<string, StatisticDefinition>>;
  /** Its documents and label sheets. */
  documents: Readonly<Record<string, DocumentDefinition>>;
}

export const files: Readonly<Record<string, () => Promise<EntityFile>>> = {};
