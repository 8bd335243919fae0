/** The menu as it is, for the page of the studio. */
import { sql } from 'kysely';
import { entityPages } from '../../../codegen/definition/entityPage.ts';
import type { Data } from '../../../generated/calls.ts';
import type { PageDefinition } from '../../../generated/definition.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { runHeld } from '../../platform/db/lease/heldConnection.ts';
import type { Session } from '../context.ts';
import { isPageOpen } from '../identity/people/menu.ts';
import type { Studio } from './index.ts';
import { holds } from './live.ts';
import type { MenuPlace } from './menu.ts';
import { mergeDefinitions, type Repository } from './repository.ts';

type Placing = Pick<MenuPlace, 'kind' | 'name'>;
type Definitions = Repository['definitions'];

/** Returns the definition that places a page in the menu, by the name of the page. */
function placing(definitions: Definitions): Map<string, Placing> {
  const pages = definitions.pages.map(({ value }): [string, Placing] => [
    value.name,
    { kind: 'page', name: value.name },
  ]);
  const ofEntities = entityPages(definitions).flatMap(({ value }): [string, Placing][] =>
    value.kind === 'list' && value.entity ? [[value.name, { kind: 'entity', name: value.entity }]] : [],
  );
  return new Map([...ofEntities, ...pages]);
}

interface RoleRow {
  key: string;
  name: string;
  nameEn: string | null;
  permissions: string[] | null;
}

/** Returns the pages of the menu in their order, and which of them each role of the caller's tenant sees. */
export async function showMenu(studio: Studio, { tenantId }: Session): Promise<Data<'studioMenu'>> {
  const merged = mergeDefinitions(studio.repository().definitions, studio.held().filter(holds));
  const places = placing(merged);
  const pages = pageRegistry
    .all()
    .filter((page) => page.menu !== undefined)
    .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
  const roles = await runHeld(
    studio,
    () =>
      sql<RoleRow>`select key, name, name_en, permissions from role where tenant_id = ${tenantId} order by id`,
  );
  const seenBy = ({ permissions }: RoleRow, page: PageDefinition) =>
    isPageOpen(page, { admin: false, permissions: new Set(permissions), tenantId });
  return {
    revision: studio.revision(),
    entries: pages.map((page) => ({
      ...{ page: page.name, title: page.title, icon: page.menu?.icon ?? null },
      ...{ group: page.menu!.group, order: page.menu!.order },
      definition: places.get(page.name) ?? null,
      roles: roles.filter((role) => seenBy(role, page)).map(({ key }) => key),
    })),
    roles: roles.map(({ key, name, nameEn }) => ({ key, name: { zh: name, en: nameEn ?? name } })),
  };
}
