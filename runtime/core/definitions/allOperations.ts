/** Registers all calls as a side effect. Imported by code that calls for entities that are not loaded. */
import { callPlaces, entityOperations } from '../../../generated/callPlaces.ts';
import { bringOperations } from './operations.ts';

bringOperations(callPlaces, entityOperations);

// The registry of calls handles hot updates.
import.meta.hot?.accept('../../../generated/callPlaces.ts', () => undefined);
