import type { PageDefinition } from '../../../generated/definition.ts';
import { pages as built } from '../../../generated/pages.ts';
import { createRegistry } from './registry.ts';

/** A list is for whoever may list its records, unless it says otherwise. */
const withRight = (page: PageDefinition): PageDefinition =>
  page.kind === 'list' ? { permission: `${page.entity}:list`, ...page } : page;

const named = (pages: readonly PageDefinition[]) =>
  Object.fromEntries(pages.map((page) => [page.name, withRight(page)]));

export const pageRegistry = createRegistry<PageDefinition>('pages', named(built));

/** The list on which all records of an entity are opened, among those that are asked about. */
export const listPageOf = (
  entity: string,
  isAsked: (page: PageDefinition) => boolean = () => true,
): PageDefinition | undefined =>
  pageRegistry
    .all()
    .find((page) => page.kind === 'list' && page.entity === entity && !page.where && isAsked(page));

const placeInMenu = ({ menu }: PageDefinition): number => menu?.order ?? Number.MAX_SAFE_INTEGER;

/** The pages below an address that have one of their own, in the order of the menu. */
export const pagesBelow = (pages: readonly PageDefinition[], route: string): PageDefinition[] =>
  pages
    .filter(
      (page) => page.route.startsWith(`${route}/`) && page.kind !== 'redirect' && !page.route.includes(':'),
    )
    .sort((a, b) => placeInMenu(a) - placeInMenu(b));

/** The pages of which one opens in the place of this one: its tabs, or those below it. Null: it opens itself. */
export function pagesWithin(page: PageDefinition): readonly PageDefinition[] | null {
  if (page.kind === 'tabs') return (page.tabs ?? []).flatMap((name) => pageRegistry.get(name) ?? []);
  return page.kind === 'redirect' && page.to === 'first' ? pagesBelow(pageRegistry.all(), page.route) : null;
}

/** The page whose tab this one is. */
export const tabsAbove = ({ name }: PageDefinition): PageDefinition | undefined =>
  pageRegistry.all().find(({ tabs }) => tabs?.includes(name));

import.meta.hot?.accept('../../../generated/pages.ts', (now) => {
  if (now) pageRegistry.rebuild(named(now.pages));
});
