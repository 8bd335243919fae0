import type { DictionaryDefinition } from '../../../generated/definition.ts';
import { dictionaries as built } from '../../../generated/dictionaries.ts';
import { createRegistry } from './registry.ts';

/** The dictionaries of the signed-in tenant. The editable ones are loaded after sign-in. */
export const dictionaryRegistry = createRegistry<DictionaryDefinition>('dictionaries', built);

/** The built-in ones that have been loaded. */
let here: Readonly<Record<string, DictionaryDefinition>> = built;

export const isDictionaryHere = (name: string): boolean => Object.hasOwn(here, name);

/** Adds dictionaries. An existing one is the same object. */
export function bringDictionaries(more: Readonly<Record<string, DictionaryDefinition>>): void {
  if (Object.keys(more).every(isDictionaryHere)) return;
  here = { ...more, ...here };
  dictionaryRegistry.extend(here);
}

type All = Readonly<typeof built>;

/** All dictionaries by name. Importers see every change through this live binding. Each change makes a new object. */
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
  if (!now) return;
  here = now.dictionaries;
  dictionaryRegistry.rebuild(here);
});
