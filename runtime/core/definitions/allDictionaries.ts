/** Brings all dictionaries; imported for its effect by what shows entities that bring none of their own. */
import { dictionaries } from '../../../generated/dictionaries.ts';
import { bringDictionaries } from './dictionaries.ts';

bringDictionaries(dictionaries);

// A change is taken in where the dictionaries are kept.
import.meta.hot?.accept('../../../generated/dictionaries.ts', () => undefined);
