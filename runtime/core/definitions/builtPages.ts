/**
 * Adds all built-in pages. It is imported for this effect by everything that shows or checks more than the public ones.
 */
import { layoutRights, pages } from '../../../generated/pages.ts';
import { namedPages, pageRegistry, setLayoutRights } from './pages.ts';

setLayoutRights(layoutRights);
pageRegistry.rebuild(namedPages(pages));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (!now) return;
  setLayoutRights(now.layoutRights);
  pageRegistry.rebuild(namedPages(now.pages));
});
