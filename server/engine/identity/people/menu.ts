import type { MenuGroupName, PageDefinition, Text } from '../../../../generated/definition.ts';
import { can } from '../../../../runtime/core/access/permission.ts';
import { MENU_GROUPS } from '../../../../runtime/core/definitions/menuGroups.ts';
import { isBelow, pagesWithin, rightsOfPage } from '../../../../runtime/core/definitions/pages.ts';

export interface MenuItem {
  name: string;
  route: string;
  title: Text;
  kind: string;
  icon?: string;
  group?: string;
}

export interface MenuGroup {
  group: MenuGroupName;
  title: Text;
  icon: string;
  children: MenuItem[];
}

export interface Visitor {
  admin: boolean;
  permissions: ReadonlySet<string>;
  tenantId: number;
  routes?: readonly string[];
}

/**
 * Returns whether the visitor may open a page, by its permission and its tenants (V061). A page that only contains
 * links is open if the visitor may open one of them.
 */
export function isPageOpen(page: PageDefinition, visitor: Visitor): boolean {
  if (page.tenants && !page.tenants.includes(visitor.tenantId)) return false;
  return mayOpen(page, visitor) && (pagesWithin(page)?.some((one) => isPageOpen(one, visitor)) ?? true);
}

/**
 * Returns whether the visitor may open a page. Users with limited addresses can only open their pages, and
 * pages without a permission.
 */
function mayOpen(page: PageDefinition, { admin, permissions, routes }: Visitor): boolean {
  const { permission, route } = page;
  const rights = rightsOfPage(page);
  if (permission === undefined && rights.length === 0) return true;
  const has = (right: string): boolean => admin || can(permissions, right);
  if (permission !== undefined && !has(permission)) return false;
  if (rights.length > 0 && !rights.some(has)) return false;
  return routes?.some((above) => isBelow(route, above)) ?? true;
}

function itemOf({ name, route, title, kind, menu }: PageDefinition): MenuItem {
  return { name, route, title, kind, icon: menu?.icon, group: menu?.group };
}

/** C492: returns all pages that the visitor may open, including pages outside the menu. */
export function openPages(pages: readonly PageDefinition[], visitor: Visitor): MenuItem[] {
  return pages.filter((page) => isPageOpen(page, visitor)).map(itemOf);
}

/** C481: returns the menu tree. Groups without an open page are left out. */
export function menuTree(pages: readonly PageDefinition[], visitor: Visitor): MenuGroup[] {
  const shown = pages
    .filter((page) => page.menu !== undefined && isPageOpen(page, visitor))
    .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
  const byGroup = Map.groupBy(shown, (page) => page.menu?.group);
  return (Object.keys(MENU_GROUPS) as MenuGroupName[]).flatMap((group) => {
    const members = byGroup.get(group);
    return members ? [{ group, ...MENU_GROUPS[group], children: members.map(itemOf) }] : [];
  });
}
