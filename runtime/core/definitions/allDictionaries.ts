/** Adds all dictionaries. It is imported for this effect where entities without their own dictionaries are shown. */
import { dictionaries } from '../../../generated/dictionaries.ts';
import { dictionaryRegistry } from './dictionaries.ts';

dictionaryRegistry.bring(dictionaries);

// The registry of dictionaries handles a change.
import.meta.hot?.accept('../../../generated/dictionaries.ts', () => undefined);
