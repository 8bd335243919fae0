/** Registers all dictionaries as a side effect. Imported where entities without their own dictionaries are shown. */
import { dictionaries } from '../../../generated/dictionaries.ts';
import { dictionaryRegistry } from './dictionaries.ts';

dictionaryRegistry.bring(dictionaries);

// The registry of dictionaries handles hot updates.
import.meta.hot?.accept('../../../generated/dictionaries.ts', () => undefined);
