/** Decides which pages stay mounted behind the current one (V012, decision 17). */
import type { PageDefinition } from '../../../generated/definition.ts';

/** More pages would use memory for screens that users do not return to. The least recently used page is removed. */
export const KEPT_LIMIT = 12;

export interface MountedPage<L> {
  page: PageDefinition;
  /** The last location of the page. A hidden page does not follow changes of the address. */
  location: L;
}

/** Returns whether the page is kept: all except pages with an id, and those whose definition excludes it. */
export function isPageKept(page: PageDefinition): boolean {
  return page.flags?.keepAlive !== false && !page.route.includes(':');
}

/** Returns the list with the current page last. The same array if nothing changed. */
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
