/** The EMS menu of a new tenant: an entry per page, below the entry of its group. */
import { sql } from 'kysely';
import type { MenuGroupName, PageDefinition } from '../../../generated/definition.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { MENU_GROUPS } from '../../../runtime/core/definitions/menuGroups.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import type { TenantContent } from '../../engine/identity/seed.ts';
import type { Trx } from '../../platform/db/index.ts';
import { isEmsPage } from './emsMenus.ts';

/** The groups of EMS in their order, with their addresses. */
const ROUTES: readonly (readonly [MenuGroupName, string])[] = [
  ['ems', '/main/ems'],
  ['monitor', '/main/ems/map/monitor'],
  ['energy', '/main/ems/map/energy'],
  ['photovoltaic', '/main/ems/map/photovoltaic'],
  ['storage', '/main/ems/map/storageOverview'],
  ['mobile', '/main/ems/map/me'],
  ['deviceManagement', '/main/ems/map/deviceManagement'],
  ['warning', '/main/ems/map/warning'],
  ['configuration', '/main/ems/map/configuration'],
  ['settings', '/main/ems/Setting'],
];

const STEP = 10;

type Entry = Pick<PageDefinition, 'route' | 'title'> & {
  /** The address of the parent entry. */
  above: string | null;
  icon: string;
  sort: number;
};

const groupEntries = (): Entry[] =>
  ROUTES.map(([group, route], place) => {
    const { title, icon } = MENU_GROUPS[group];
    return { route, title, icon, above: null, sort: (place + 1) * STEP };
  });

const pageEntries = (): Entry[] =>
  ROUTES.flatMap(([group, above]) =>
    pageRegistry
      .all()
      .filter((page) => page.menu?.group === group && isEmsPage(page))
      .map(({ route, title, menu }) => {
        const { icon = 'list', order: sort = STEP } = menu ?? {};
        return { route, title, above, icon, sort };
      }),
  );

/** Adds missing entries. Entries that a user renamed or moved remain unchanged. */
async function addEntries(trx: Trx, tenantIds: readonly number[], entries: readonly Entry[]): Promise<void> {
  const columnOf = <T>(read: (entry: Entry) => T): T[] => entries.map(read);
  await sql`
    insert into ems_menu (tenant_id, parent_id, route, icon, sort, name, name_en)
    select t.id, above.id, e.route, e.icon, e.sort, e.name, e.name_en
      from unnest(${[...tenantIds]}::int4[]) as t (id)
      cross join unnest(
        ${columnOf((entry) => entry.above)}::text[], ${columnOf(({ route }) => route)}::text[],
        ${columnOf(({ icon }) => icon)}::text[], ${columnOf(({ sort }) => sort)}::int4[],
        ${columnOf(({ title }) => title.zh)}::text[], ${columnOf(({ title }) => title.en)}::text[]
      ) as e (above, route, icon, sort, name, name_en)
      left join ems_menu above on above.tenant_id = t.id and above.route = e.above
    on conflict (tenant_id, route) do nothing`.execute(trx);
}

async function addMissing(trx: Trx, tenantIds: readonly number[]): Promise<void> {
  await addEntries(trx, tenantIds, groupEntries());
  await addEntries(trx, tenantIds, pageEntries());
}

export const emsMenuContent: TenantContent = {
  seed: (trx, tenantId) => addMissing(trx, [tenantId]),
  async follow(trx) {
    const tenants = await trx.selectFrom('tenant').select('id').execute();
    await addMissing(
      trx,
      tenants.map(({ id }) => id),
    );
  },
};
