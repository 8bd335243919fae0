/** The current menu, for the page of the studio. */
import { entityPages } from '../../../codegen/definition/entityPage.ts';
import type { Data } from '../../../generated/calls.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { seen } from '../access/scopedRecords.ts';
import type { CallContext } from '../context.ts';
import { isPageOpen } from '../identity/people/menu.ts';
import type { Studio } from './index.ts';
import { holds } from './live.ts';
import type { MenuPlace } from './menu.ts';
import { mergeDefinitions, type Repository } from './repository.ts';

type Reader = Pick<CallContext, 'db' | 'session'>;
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

/** Returns the roles of the tenant that the caller may list. Hidden fields are empty. */
const readRoles = ({ db, session }: Reader) =>
  db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'role').as('r'))
      .select(['r.key', 'r.name', 'r.nameEn', 'r.permissions'])
      .orderBy('r.id')
      .execute(),
  );

/** Returns the pages of the menu in their order, and which of them each listed role sees. */
export async function showMenu(studio: Studio, reader: Reader): Promise<Data<'studioMenu'>> {
  const { tenantId } = reader.session;
  const merged = mergeDefinitions(studio.repository().definitions, studio.held().filter(holds));
  const places = placing(merged);
  const pages = pageRegistry
    .all()
    .filter((page) => page.menu !== undefined)
    .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
  const roles = (await readRoles(reader)).flatMap(({ key, name, nameEn, permissions }) => {
    const held = new Set((permissions as string[] | null) ?? []);
    return key === null ? [] : [{ key, name: name ?? key, nameEn, held }];
  });
  return {
    revision: studio.revision(),
    entries: pages.map((page) => ({
      ...{ page: page.name, title: page.title, icon: page.menu?.icon ?? null },
      ...{ group: page.menu!.group, order: page.menu!.order },
      definition: places.get(page.name) ?? null,
      roles: roles
        .filter(({ held }) => isPageOpen(page, { admin: false, permissions: held, tenantId }))
        .map(({ key }) => key),
    })),
    roles: roles.map(({ key, name, nameEn }) => ({ key, name: { zh: name, en: nameEn ?? name } })),
  };
}
