/**
 * Brings all entities with their dictionaries and the calls about them; imported for its effect by what shows more than a
 * list. The built product has no entity before it is asked for: a list loads its own and those that it refers to.
 */
import { entities } from '../../../generated/entities.ts';
import { bringEntities } from './entities.ts';
import './allDictionaries.ts';
import './allOperations.ts';

bringEntities(entities);

// A change is taken in where the entities are kept.
import.meta.hot?.accept('../../../generated/entities.ts', () => undefined);
