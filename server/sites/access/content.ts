/** The EMS menu that every tenant begins with: an entry for each page of the menu, below one for its group. */
import type { MenuGroupName, PageDefinition, Text } from '../../../generated/definition.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import type { TenantContent } from '../../engine/identity/seed.ts';
import type { Trx } from '../../platform/db/index.ts';
import { isEmsPage } from './emsMenus.ts';

const GROUPS: readonly { group: MenuGroupName; route: string; title: Text; icon: string }[] = [
  { group: 'ems', route: '/main/ems', title: { zh: '智慧运维', en: 'Energy sites' }, icon: 'station' },
  {
    group: 'monitor',
    route: '/main/ems/map/monitor',
    title: { zh: '能源数据总览', en: 'Energy data' },
    icon: 'dashboard',
  },
  {
    group: 'deviceManagement',
    route: '/main/ems/map/deviceManagement',
    title: { zh: '设备管理', en: 'Devices' },
    icon: 'device',
  },
  {
    group: 'warning',
    route: '/main/ems/map/warning',
    title: { zh: '告警管理', en: 'Alarms' },
    icon: 'alarm',
  },
  {
    group: 'configuration',
    route: '/main/ems/map/configuration',
    title: { zh: '站点配置', en: 'Site configuration' },
    icon: 'tool',
  },
  {
    group: 'settings',
    route: '/main/ems/Setting',
    title: { zh: '系统设置', en: 'Settings' },
    icon: 'setting',
  },
];

const STEP = 10;

interface Entry {
  route: string;
  title: Text;
  icon: string | undefined;
  sort: number;
}

async function addEntry(
  trx: Trx,
  tenantId: number,
  parentId: number | null,
  { route, title, icon = 'list', sort }: Entry,
): Promise<void> {
  await trx
    .insertInto('emsMenu')
    .values({ tenantId, parentId, route, icon, sort, name: title.zh, nameEn: title.en })
    .onConflict((conflict) => conflict.columns(['tenantId', 'route']).doNothing())
    .execute();
}

const pagesOf = (group: MenuGroupName): PageDefinition[] =>
  pageRegistry.all().filter((page) => page.menu?.group === group && isEmsPage(page));

/** Adds what is missing; what somebody has renamed or moved stays as it is. */
async function addMissing(trx: Trx, tenantId: number): Promise<void> {
  for (const [place, { group, ...top }] of GROUPS.entries()) {
    await addEntry(trx, tenantId, null, { ...top, sort: (place + 1) * STEP });
    const { id } = await trx
      .selectFrom('emsMenu')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('route', '=', top.route)
      .executeTakeFirstOrThrow();
    for (const { route, title, menu } of pagesOf(group))
      await addEntry(trx, tenantId, id, { route, title, icon: menu?.icon, sort: menu?.order ?? STEP });
  }
}

export const emsMenuContent: TenantContent = {
  seed: addMissing,
  async follow(trx) {
    const tenants = await trx.selectFrom('tenant').select('id').orderBy('id').execute();
    for (const { id } of tenants) await addMissing(trx, id);
  },
};
