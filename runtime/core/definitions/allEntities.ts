/**
 * Registers all entities with their dictionaries, statistics, documents and calls as a side effect. Imported by
 * everything that shows more than a list. The built product loads entities on demand: a list loads its own entity and
 * the referenced ones.
 */
import { entities } from '../../../generated/entities.ts';
import { entityRegistry } from './entities.ts';
import './allDictionaries.ts';
import './allDocuments.ts';
import './allOperations.ts';
import './allStatistics.ts';

entityRegistry.bring(entities);

// The registry of entities handles hot updates.
import.meta.hot?.accept('../../../generated/entities.ts', () => undefined);
