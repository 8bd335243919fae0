/** The current definitions for screens. Screens render again after definitions are applied. */
import { useSyncExternalStore } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';

export function usePages(): readonly PageDefinition[] {
  return useSyncExternalStore(pageRegistry.subscribe, pageRegistry.all);
}
