/** Brings all pages that were built in; imported for its effect by whatever shows or judges more than the open ones. */
import { pages } from '../../../generated/pages.ts';
import { namedPages, pageRegistry } from './pages.ts';

pageRegistry.rebuild(namedPages(pages));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (now) pageRegistry.rebuild(namedPages(now.pages));
});
