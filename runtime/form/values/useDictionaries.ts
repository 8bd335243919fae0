import { useSyncExternalStore } from 'react';
import { dictionaries, dictionaryRegistry } from '../../core/definitions/dictionaries.ts';
import type { Dictionaries } from './options.ts';

const now = (): Dictionaries => dictionaries;

/** Returns the current dictionaries. A change by an administrator renders at once. */
export function useDictionaries(): Dictionaries {
  return useSyncExternalStore(dictionaryRegistry.subscribe, now, now);
}
