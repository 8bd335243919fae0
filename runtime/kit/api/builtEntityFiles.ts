/** The files of all entities in the built product, by their paths. */
import type { EntityFile } from './entityFiles.ts';

export const files = import.meta.glob<EntityFile>('../../../generated/entities/*.json', {
  import: 'default',
});
