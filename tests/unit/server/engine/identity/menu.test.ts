import { afterEach, describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../../../../generated/definition.ts';
import '../../../../../runtime/core/definitions/builtPages.ts';
import { pageRegistry } from '../../../../../runtime/core/definitions/pages.ts';
import { applyDefinitions } from '../../../../../runtime/core/definitions/registry.ts';
import { menuTree, openPages } from '../../../../../server/engine/identity/people/menu.ts';

const page = (name: string, more: Partial<PageDefinition>): PageDefinition => ({
  name,
  route: `/${name}`,
  title: { zh: name, en: name },
  kind: 'custom',
  ...more,
});

const pages = [
  page('second', { menu: { group: 'appliance', order: 2 } }),
  page('first', { menu: { group: 'appliance', order: 1, icon: 'user' }, permission: 'customer:list' }),
  page('news', { menu: { group: 'ems', order: 1 }, tenants: [2, 10] }),
  page('outside', { permission: 'customer:get' }),
  page('odd', { menu: { group: 'bottom', order: 1 } }),
];
const withoutRights = { admin: false, permissions: new Set<string>(), tenantId: 5 };
const names = (tree: { group: string; children: { name: string }[] }[]) =>
  tree.map(({ group, children }) => [group, children.map(({ name }) => name)]);

describe('menuTree', () => {
  it('shows pages in order, and only those with a permission', () => {
    expect(names(menuTree(pages, withoutRights))).toEqual([
      ['bottom', ['odd']],
      ['appliance', ['second']],
    ]);
    const seller = { ...withoutRights, permissions: new Set(['customer:*']) };
    expect(names(menuTree(pages, seller))[1]).toEqual(['appliance', ['first', 'second']]);
  });

  it('shows the pages of named tenants to these only, even for an administrator', () => {
    const admin = { ...withoutRights, admin: true };
    expect(names(menuTree(pages, admin)).map(([group]) => group)).toEqual(['bottom', 'appliance']);
    expect(names(menuTree(pages, { ...admin, tenantId: 10 })).map(([group]) => group)).toContain('ems');
  });
});

describe('a page that only leads to others', () => {
  const row = page('row', {
    route: '/row',
    kind: 'tabs',
    tabs: ['mine', 'all'],
    menu: { group: 'ems', order: 1 },
  });
  const group = page('group', {
    route: '/row',
    kind: 'redirect',
    to: 'first',
    menu: { group: 'warning', order: 1 },
  });
  const tabs = [
    page('mine', { route: '/row/mine', permission: 'leave:list' }),
    page('all', { route: '/row/all', permission: 'leave:all' }),
  ];
  const shown = (...permissions: string[]) =>
    names(menuTree([row, group, ...tabs], { ...withoutRights, permissions: new Set(permissions) }));

  // Other tests of this process only use the built pages.
  afterEach(() => applyDefinitions('pages', {}));

  it('is shown to users who may open one of them, and to no others', () => {
    applyDefinitions('pages', Object.fromEntries([row, group, ...tabs].map((one) => [one.name, one])));
    expect(shown('leave:all')).toEqual([
      ['ems', ['row']],
      ['warning', ['group']],
    ]);
    expect(shown('customer:list')).toEqual([]);
  });
});

describe('openPages', () => {
  it('also names pages outside the menu', () => {
    const seller = { ...withoutRights, permissions: new Set(['customer:get']) };
    expect(openPages(pages, seller).map(({ name }) => name)).toEqual(['second', 'outside', 'odd']);
  });

  it('name a page of blocks to users with a permission for one of its blocks', () => {
    const blocks = pageRegistry.all().filter(({ kind }) => kind === 'blocks');
    const opened = (permissions: string[]) =>
      openPages(blocks, { ...withoutRights, permissions: new Set(permissions) }).map(({ name }) => name);
    expect(opened([])).toEqual([]);
    expect(opened(['alarmTask:list'])).toContain('WorksheetToday');
  });
});
