/** Adds all calls. It is imported for this effect by code that calls for an entity which is not loaded. */
import { callPlaces, entityOperations } from '../../../generated/callPlaces.ts';
import { bringOperations } from './operations.ts';

bringOperations(callPlaces, entityOperations);

// The registry of calls handles a change.
import.meta.hot?.accept('../../../generated/callPlaces.ts', () => undefined);
