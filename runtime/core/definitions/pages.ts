import type { PageDefinition } from '../../../generated/definition.ts';
import { firstPages } from '../../../generated/firstPages.ts';
import { createRegistry } from './registry.ts';

export const namedPages = (pages: readonly PageDefinition[]) =>
  Object.fromEntries(pages.map((page) => [page.name, page]));

/** Knows the public pages; `builtPages.ts` adds those behind the login page. */
export const pageRegistry = createRegistry<PageDefinition>('pages', namedPages(firstPages));

/** The list on which all records of an entity are opened, among those that are asked about. */
export const listPageOf = (
  entity: string,
  isAsked: (page: PageDefinition) => boolean = () => true,
): PageDefinition | undefined =>
  pageRegistry
    .all()
    .find((page) => page.kind === 'list' && page.entity === entity && !page.where && isAsked(page));

/** Returns whether an address is this one or is below it. */
export const isBelow = (route: string, above: string): boolean =>
  route === above || route.startsWith(`${above}/`);

const placeInMenu = ({ menu }: PageDefinition): number => menu?.order ?? Number.MAX_SAFE_INTEGER;

/** The pages below an address that have one of their own, in the order of the menu. */
export const pagesBelow = (pages: readonly PageDefinition[], route: string): PageDefinition[] =>
  pages
    .filter(
      ({ route: own, kind, by }) =>
        own.startsWith(`${route}/`) && kind !== 'redirect' && by === undefined && !own.includes(':'),
    )
    .sort((a, b) => placeInMenu(a) - placeInMenu(b));

/** The pages of which one opens instead of this one: its tabs, or those below it. Null: it opens itself. */
export function pagesWithin(page: PageDefinition): readonly PageDefinition[] | null {
  if (page.kind === 'tabs') return (page.tabs ?? []).flatMap((name) => pageRegistry.get(name) ?? []);
  return page.kind === 'redirect' && page.to === 'first' ? pagesBelow(pageRegistry.all(), page.route) : null;
}

/** The page whose tab this one is. */
export const tabsAbove = ({ name }: PageDefinition): PageDefinition | undefined =>
  pageRegistry.all().find(({ tabs }) => tabs?.includes(name));
