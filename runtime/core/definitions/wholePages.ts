/** Gives the registry the pages with their titles and places; it begins with as much as the way to one needs. */
import { pages } from '../../../generated/pages.ts';
import { namedPages, pageRegistry } from './pages.ts';

pageRegistry.rebuild(namedPages(pages));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (now) pageRegistry.rebuild(namedPages(now.pages));
});
