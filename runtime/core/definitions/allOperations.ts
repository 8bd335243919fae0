/** Brings all calls; imported for its effect by what makes some that serve an entity which is not here. */
import { callPlaces, entityOperations } from '../../../generated/callPlaces.ts';
import { bringOperations } from './operations.ts';

bringOperations(callPlaces, entityOperations);

// A change is taken in where the calls are kept.
import.meta.hot?.accept('../../../generated/callPlaces.ts', () => undefined);
