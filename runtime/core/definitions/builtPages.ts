/** Registers all built-in pages as a side effect. Imported by everything that uses more than the public pages. */
import { layoutRights, pages } from '../../../generated/pages.ts';
import { namedPages, pageRegistry, setLayoutRights } from './pages.ts';

setLayoutRights(layoutRights);
pageRegistry.rebuild(namedPages(pages));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (!now) return;
  setLayoutRights(now.layoutRights);
  pageRegistry.rebuild(namedPages(now.pages));
});
