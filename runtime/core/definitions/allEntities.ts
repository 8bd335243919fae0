/**
 * Adds all entities with their dictionaries, statistics, documents and calls. It is imported for this effect by
 * everything that shows more than a list. The built product loads entities on demand: a list loads its own and those that it refers to.
 */
import { entities } from '../../../generated/entities.ts';
import { entityRegistry } from './entities.ts';
import './allDictionaries.ts';
import './allDocuments.ts';
import './allOperations.ts';
import './allStatistics.ts';

entityRegistry.bring(entities);

// The registry of entities handles a change.
import.meta.hot?.accept('../../../generated/entities.ts', () => undefined);
