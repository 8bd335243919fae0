/** Decides which pages a visitor may open, and where a bare address leads (decisions 2, 8, 14; V006, V013). */
import type { PageDefinition } from '../../../generated/definition.ts';
import { isBelow, pagesBelow, pagesWithin } from '../../core/definitions/pages.ts';

/** V006: what waits for the visitor comes first. */
export const LANDING = '/main/start';
export const LOGIN = '/login';
/** V008: reachable without login. */
export const OPEN_PATHS: readonly string[] = [LOGIN, '/quotation', '/deviceDocumentsQrcode'];

export interface Visitor {
  tenantId: number | null;
  can(permission: string): boolean;
  /** Pages that ask for a permission are open below these addresses alone; null: wherever. */
  routes?: readonly string[] | null;
}

type Access = 'open' | 'noPermission' | 'otherTenant';

export function pageAccess(page: PageDefinition, visitor: Visitor): Access {
  if (page.tenants && !page.tenants.includes(visitor.tenantId ?? 0)) return 'otherTenant';
  const { permission, route } = page;
  const isFree = permission === undefined;
  if (!isFree && !visitor.can(permission)) return 'noPermission';
  if (!isFree && visitor.routes?.every((above) => !isBelow(route, above))) return 'noPermission';
  return pagesWithin(page) === null || pageWithin(page, visitor) ? 'open' : 'noPermission';
}

/** The page that opens in the place of one that only leads to others; undefined where none may be opened. */
export const pageWithin = (page: PageDefinition, visitor: Visitor): PageDefinition | undefined =>
  pagesWithin(page)?.find((one) => pageAccess(one, visitor) === 'open');

const isPattern = (route: string) => route.includes(':');

/** The first page below an address that the visitor may open, in menu order; null when there is none. */
export function pageFirstBelow(
  pages: readonly PageDefinition[],
  prefix: string,
  visitor: Visitor,
): PageDefinition | null {
  return pagesBelow(pages, prefix).find((page) => pageAccess(page, visitor) === 'open') ?? null;
}

/** The nearest page above a page's address that the visitor may open: the list of a record, the hub of a list. */
export function pageAbove(
  pages: readonly PageDefinition[],
  { route }: PageDefinition,
  visitor: Visitor,
): PageDefinition | null {
  const above = pages.filter(
    (page) =>
      route.startsWith(`${page.route}/`) &&
      page.kind !== 'redirect' &&
      !isPattern(page.route) &&
      pageAccess(page, visitor) === 'open',
  );
  return above.sort((a, b) => b.route.length - a.route.length)[0] ?? null;
}

/** Returns where the visitor starts: their own home page, the landing page, or the first page that they may open. */
export function landingPath(pages: readonly PageDefinition[], visitor: Visitor, home = ''): string | null {
  const homePage = pages.find(({ route, kind }) => route === home && kind !== 'redirect');
  if (homePage && pageAccess(homePage, visitor) === 'open') return home;
  const landing = pages.find(({ route }) => route === LANDING);
  if (landing && pageAccess(landing, visitor) === 'open') return LANDING;
  return pageFirstBelow(pages, '/main', visitor)?.route ?? null;
}

/** The addresses above the pages' own that have no page themselves: `/main/ems`, `/main/ems/map` … */
export function groupPaths(pages: readonly PageDefinition[]): string[] {
  const ownRoutes = new Set(pages.map(({ route }) => route));
  const groups = new Set<string>();
  for (const { route } of pages) {
    const parts = route.split('/');
    for (let length = parts.length - 1; length > 1; length--) {
      const path = parts.slice(0, length).join('/');
      if (!ownRoutes.has(path) && !isPattern(path)) groups.add(path);
    }
  }
  return [...groups].sort();
}

/** The address to return to after login: only one of our own, and never the login page again. */
export function readReturnPath(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null;
  return OPEN_PATHS.some((path) => from.split(/[?#]/)[0] === path) || from === '/' ? null : from;
}

export function loginPath(from: { pathname: string; search: string; hash: string }): string {
  const target = from.pathname + from.search + from.hash;
  return target === '/' ? LOGIN : `${LOGIN}?from=${encodeURIComponent(target)}`;
}
