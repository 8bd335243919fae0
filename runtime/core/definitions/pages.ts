import type { PageDefinition } from '../../../generated/definition.ts';
import { pages as built } from '../../../generated/pages.ts';
import { createRegistry } from './registry.ts';

export const pageRegistry = createRegistry<PageDefinition>(
  Object.fromEntries(built.map((page) => [page.name, page])),
);
