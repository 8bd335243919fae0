import type { PageDefinition } from '../../../generated/definition.ts';
import { firstPages } from '../../../generated/firstPages.ts';
import { createRegistry } from './registry.ts';

export const namedPages = (pages: readonly PageDefinition[]) =>
  Object.fromEntries(pages.map((page) => [page.name, page]));

/** The public pages. `builtPages.ts` adds those behind the login page. */
export const pageRegistry = createRegistry<PageDefinition>('pages', namedPages(firstPages));

let layoutRights: Readonly<Record<string, readonly string[]>> = {};

/** Sets the required permissions of the built-in pages of blocks. */
export function setLayoutRights(rights: Readonly<Record<string, readonly string[]>>): void {
  layoutRights = rights;
}

/**
 * Returns the permissions of a page, any of which opens it. Empty without a limit. A page from the studio checks its
 * own blocks when rendered.
 */
export const rightsOfPage = ({ kind, name, layout }: PageDefinition): readonly string[] =>
  kind === 'blocks' && !layout ? (layoutRights[name] ?? []) : [];

/**
 * Returns the page that lists all records of an entity, among the pages that pass `isMatch`. Undefined if
 * there is none.
 */
export const listPageOf = (
  entity: string,
  isMatch: (page: PageDefinition) => boolean = () => true,
): PageDefinition | undefined =>
  pageRegistry
    .all()
    .find((page) => page.kind === 'list' && page.entity === entity && !page.where && isMatch(page));

/** Returns whether an address equals this one or is below it. */
export const isBelow = (route: string, above: string): boolean =>
  route === above || route.startsWith(`${above}/`);

const placeInMenu = ({ menu }: PageDefinition): number => menu?.order ?? Number.MAX_SAFE_INTEGER;

/** Returns the pages below an address that have an address themselves, in menu order. */
export const pagesBelow = (pages: readonly PageDefinition[], route: string): PageDefinition[] =>
  pages
    .filter(
      ({ route: own, kind, by }) =>
        own.startsWith(`${route}/`) && kind !== 'redirect' && by === undefined && !own.includes(':'),
    )
    .sort((a, b) => placeInMenu(a) - placeInMenu(b));

/**
 * Returns the pages that can open in place of this page: its tabs, or the pages below it. Null if the page opens
 * itself.
 */
export function pagesWithin(page: PageDefinition): readonly PageDefinition[] | null {
  if (page.kind === 'tabs') return (page.tabs ?? []).flatMap((name) => pageRegistry.get(name) ?? []);
  return page.kind === 'redirect' && page.to === 'first' ? pagesBelow(pageRegistry.all(), page.route) : null;
}

/** Returns the page that contains this one as a tab. Undefined if the page is not a tab. */
export const tabsAbove = ({ name }: PageDefinition): PageDefinition | undefined =>
  pageRegistry.all().find(({ tabs }) => tabs?.includes(name));
