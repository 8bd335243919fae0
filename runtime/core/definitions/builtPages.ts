/**
 * Adds all built-in pages. It is imported for this effect by everything that shows or checks more than the public ones.
 */
import { pages } from '../../../generated/pages.ts';
import { namedPages, pageRegistry } from './pages.ts';

pageRegistry.rebuild(namedPages(pages));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (now) pageRegistry.rebuild(namedPages(now.pages));
});
