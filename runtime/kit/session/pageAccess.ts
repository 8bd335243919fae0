/** Decides which pages a visitor may open, and the page for an address without one (decisions 2, 8, 14; V006, V013). */
import type { PageDefinition } from '../../../generated/definition.ts';
import { isBelow, pagesBelow, pagesWithin, rightsOfPage } from '../../core/definitions/pages.ts';

/** V006: the page with the visitor's pending tasks. */
export const LANDING = '/main/start';
export const LOGIN = '/login';
/** V008: paths without login. */
export const OPEN_PATHS: readonly string[] = [LOGIN, '/quotation', '/deviceDocumentsQrcode'];

export interface Visitor {
  tenantId: number | null;
  can(permission: string): boolean;
  /** Addresses below which pages with a permission are accessible. Null without a limit. */
  routes?: readonly string[] | null;
}

type Access = 'open' | 'noPermission' | 'otherTenant';

export function pageAccess(page: PageDefinition, visitor: Visitor): Access {
  if (page.tenants && !page.tenants.includes(visitor.tenantId ?? 0)) return 'otherTenant';
  const { permission, route } = page;
  const rights = rightsOfPage(page);
  const isFree = permission === undefined && rights.length === 0;
  if (permission !== undefined && !visitor.can(permission)) return 'noPermission';
  if (rights.length > 0 && !rights.some((right) => visitor.can(right))) return 'noPermission';
  if (!isFree && visitor.routes?.every((above) => !isBelow(route, above))) return 'noPermission';
  return pagesWithin(page) === null || pageWithin(page, visitor) ? 'open' : 'noPermission';
}

/** Returns the page that opens instead of a page that only links to others. Undefined if the visitor may open none. */
export const pageWithin = (page: PageDefinition, visitor: Visitor): PageDefinition | undefined =>
  pagesWithin(page)?.find((one) => pageAccess(one, visitor) === 'open');

const isPattern = (route: string) => route.includes(':');

/** Returns the first accessible page below an address, in menu order. Null without one. */
export function pageFirstBelow(
  pages: readonly PageDefinition[],
  prefix: string,
  visitor: Visitor,
): PageDefinition | null {
  return pagesBelow(pages, prefix).find((page) => pageAccess(page, visitor) === 'open') ?? null;
}

/**
 * Returns the nearest accessible page above an address: the list of a record, or the hub of a list. Null if
 * there is none.
 */
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

/**
 * Returns the visitor's first page: the visitor's own home page, the landing page, or the first accessible
 * page. Null if no page is accessible.
 */
export function landingPath(pages: readonly PageDefinition[], visitor: Visitor, home = ''): string | null {
  const homePage = pages.find(({ route, kind }) => route === home && kind !== 'redirect');
  if (homePage && pageAccess(homePage, visitor) === 'open') return home;
  const landing = pages.find(({ route }) => route === LANDING);
  if (landing && pageAccess(landing, visitor) === 'open') return LANDING;
  return pageFirstBelow(pages, '/main', visitor)?.route ?? null;
}

/** Returns group addresses without a page of their own: `/main/ems`, `/main/ems/map` … */
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

/**
 * Returns the address to open after login. Null unless it is an address of the platform other than the login
 * page.
 */
export function readReturnPath(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return null;
  return OPEN_PATHS.some((path) => from.split(/[?#]/)[0] === path) || from === '/' ? null : from;
}

export function loginPath(from: { pathname: string; search: string; hash: string }): string {
  const target = from.pathname + from.search + from.hash;
  return target === '/' ? LOGIN : `${LOGIN}?from=${encodeURIComponent(target)}`;
}
