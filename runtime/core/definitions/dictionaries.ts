import type { DictionaryDefinition } from '../../../generated/definition.ts';
import { dictionaries as built } from '../../../generated/dictionaries.ts';
import { createRegistry } from './registry.ts';

/** The dictionaries of the signed-in tenant. Editable dictionaries are loaded after sign-in. */
export const dictionaryRegistry = createRegistry<DictionaryDefinition>('dictionaries', built);

type All = Readonly<typeof built>;

/** All dictionaries by name. Each change replaces the object, and importers see the new one. */
export let dictionaries: All = named();
dictionaryRegistry.subscribe(() => {
  dictionaries = named();
});

function named(): All {
  return Object.fromEntries(
    dictionaryRegistry.all().map((dictionary) => [dictionary.name, dictionary]),
  ) as All;
}

import.meta.hot?.accept('../../../generated/dictionaries.ts', (now) => {
  if (now) dictionaryRegistry.rebuild(now.dictionaries);
});
