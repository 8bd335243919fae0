/** Decides which pages remain mounted behind the current one (V012, decision 17). */
import type { PageDefinition } from '../../../generated/definition.ts';

/** Maximum number of mounted pages. Above it the least recently used page is removed, to save memory. */
export const KEPT_LIMIT = 12;

export interface MountedPage<L> {
  page: PageDefinition;
  /** The last location of the page. A hidden page ignores changes of the address. */
  location: L;
}

/** Returns whether the page is kept alive. Pages with an id and explicitly excluded pages are not. */
export function isPageKept(page: PageDefinition): boolean {
  return page.flags?.keepAlive !== false && !page.route.includes(':');
}

/** Returns the list with the current page last. If unchanged, returns the same array. */
export function visitPage<L>(
  pages: readonly MountedPage<L>[],
  current: MountedPage<L>,
  limit = KEPT_LIMIT,
): readonly MountedPage<L>[] {
  const last = pages.at(-1);
  if (last?.page.name === current.page.name && last.location === current.location) return pages;
  const others = pages.filter(({ page }) => page.name !== current.page.name);
  return [...others, current].slice(-limit);
}
