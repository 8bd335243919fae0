/** Decides which pages stay alive behind the one on screen (V012, decision 17). */
import type { PageDefinition } from '../../../generated/definition.ts';

/** More would use memory for screens that users do not return to. The least recently used one goes. */
export const KEPT_LIMIT = 12;

export interface KeptPage<L> {
  page: PageDefinition;
  /** The last location of the page: a hidden page doesn't follow the address of the others. */
  location: L;
}

/** All but pages keyed by an id, and those that say otherwise. */
export function isPageKept(page: PageDefinition): boolean {
  return page.flags?.keepAlive !== false && !page.route.includes(':');
}

/** The list with the current page last; the same array when nothing changed. */
export function visitKeptPages<L>(
  pages: readonly KeptPage<L>[],
  current: KeptPage<L>,
  limit = KEPT_LIMIT,
): readonly KeptPage<L>[] {
  const last = pages.at(-1);
  if (last?.page.name === current.page.name && last.location === current.location) return pages;
  const others = pages.filter(({ page }) => page.name !== current.page.name);
  return [...others, current].slice(-limit);
}
