import type { PageDefinition } from '../../../generated/definition.ts';
import { pages as built } from '../../../generated/pages.ts';
import { createRegistry } from './registry.ts';

const named = (pages: readonly PageDefinition[]) =>
  Object.fromEntries(pages.map((page) => [page.name, page]));

export const pageRegistry = createRegistry<PageDefinition>('pages', named(built));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (now) pageRegistry.rebuild(named(now.pages));
});
