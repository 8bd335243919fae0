import { describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { layoutRights } from '../../../../generated/pages.ts';
import { setLayoutRights } from '../../../../runtime/core/definitions/pages.ts';
import {
  groupPaths,
  landingPath,
  loginPath,
  pageAbove,
  pageAccess,
  pageFirstBelow,
  readReturnPath,
} from '../../../../runtime/kit/session/pageAccess.ts';
import { findPageModule, loadInTime } from '../../../../runtime/shell/page/pageComponents.ts';

function page(route: string, more: Partial<PageDefinition> = {}): PageDefinition {
  return { name: route.replaceAll('/', ''), route, title: { zh: '页', en: 'Page' }, kind: 'custom', ...more };
}
const visitor = (...permissions: string[]) => ({
  tenantId: 2,
  can: (permission: string) => permissions.includes(permission),
});

const customer = page('/main/appliance/customer', {
  permission: 'customer:list',
  menu: { group: 'appliance', order: 10 },
});
const board = page('/main/ems/map/monitor/dashboard', {
  permission: 'kanban:get',
  menu: { group: 'monitor', order: 20 },
});
const alarms = page('/main/ems/map/warning/record', {
  permission: 'alarm:list',
  menu: { group: 'warning', order: 5 },
});
const detail = page('/main/ems/device/:sn');
const pages = [customer, board, alarms, detail, page('/main/ems/events', { kind: 'redirect', to: '/main' })];

describe('the way up', () => {
  const hub = page('/main/operation', { kind: 'hub' });
  const roles = page('/main/operation/role', { permission: 'role:list' });
  const role = page('/main/operation/role/:recordId');
  const all = [hub, roles, role, page('/main/operations'), ...pages];
  const above = (from: PageDefinition, ...can: string[]) => pageAbove(all, from, visitor(...can))?.route;

  it('leads to the nearest higher page that the visitor may open', () => {
    expect(above(role, 'role:list')).toBe('/main/operation/role');
    expect(above(role)).toBe('/main/operation');
    expect(above(roles, 'role:list')).toBe('/main/operation');
  });

  it('leads nowhere from a top page, nor to one with a similar address', () => {
    expect(above(customer, 'customer:list')).toBeUndefined();
    expect(above(page('/main/operations'))).toBeUndefined();
    expect(above(page('/main/ems/events/record'))).toBeUndefined();
  });
});

describe('access', () => {
  it('follows permission and tenant', () => {
    expect(pageAccess(customer, visitor('customer:list'))).toBe('open');
    expect(pageAccess(customer, visitor())).toBe('noPermission');
    expect(pageAccess(page('/main/overview', { tenants: [2, 10] }), visitor())).toBe('open');
    expect(pageAccess(page('/main/overview', { tenants: [10] }), visitor())).toBe('otherTenant');
  });

  it('opens a page of blocks with the permission for any of them', () => {
    const blocks = page('/main/blocks', { name: 'Dispatch', kind: 'blocks' });
    setLayoutRights({ Dispatch: ['customer:list', 'customer:create'] });
    expect(pageAccess(blocks, visitor('customer:create'))).toBe('open');
    expect(pageAccess(blocks, visitor('alarm:list'))).toBe('noPermission');
    expect(pageAccess({ ...blocks, permission: 'alarm:list' }, visitor('customer:list'))).toBe(
      'noPermission',
    );
    // A page of texts alone requires no right.
    setLayoutRights({ Dispatch: [] });
    expect(pageAccess(blocks, visitor())).toBe('open');
    setLayoutRights(layoutRights);
  });

  it("opens the user's home page, the start page, or the first permitted page", () => {
    const all = [...pages, page('/main/start')];
    expect(landingPath(all, visitor('customer:list'), '/main/appliance/customer')).toBe(customer.route);
    expect(landingPath(all, visitor(), '/main/appliance/customer')).toBe('/main/start');
    expect(landingPath(pages, visitor('kanban:get', 'alarm:list'))).toBe('/main/ems/map/warning/record');
    expect(landingPath(pages, visitor())).toBeNull();
  });

  it('leads from a group to its first permitted page in menu order, never to one with an id', () => {
    expect(pageFirstBelow(pages, '/main/ems/map', visitor('kanban:get', 'alarm:list'))).toBe(alarms);
    expect(pageFirstBelow(pages, '/main/ems/map', visitor('kanban:get'))).toBe(board);
    expect(pageFirstBelow(pages, '/main/ems/device', visitor())).toBeNull();
  });

  it('knows the groups above the pages, without pages and redirects', () => {
    expect(groupPaths(pages)).toEqual([
      '/main',
      '/main/appliance',
      '/main/ems',
      '/main/ems/device',
      '/main/ems/map',
      '/main/ems/map/monitor',
      '/main/ems/map/warning',
    ]);
  });
});

describe('the way back after login', () => {
  it('contains path, query and hash', () => {
    const path = loginPath({ pathname: '/main/mine', search: '?a=1', hash: '#password' });
    expect(readReturnPath(path.slice(path.indexOf('?')))).toBe('/main/mine?a=1#password');
  });

  it('of the root is the login page without a target', () => {
    expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login');
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/login',
    '/login?from=/main',
    '',
    '/',
  ])('never leads to %j', (from) => {
    expect(readReturnPath(`?from=${encodeURIComponent(from)}`)).toBeNull();
  });
});

it('finds the file of a custom page by its name', () => {
  const load = () => Promise.resolve({});
  const found = { './pages/me/Me.tsx': load, './pages/login/Login.tsx': () => Promise.resolve({}) };
  expect(findPageModule(found, 'Me')).toBe(load);
  expect(findPageModule(found, 'e')).toBeUndefined();
});

describe('program files of a page', () => {
  it('count as failed when they fail to load, or are too late', async () => {
    await expect(loadInTime(() => Promise.reject(new Error('gone')))).rejects.toMatchObject({
      name: 'ChunkError',
    });
    await expect(loadInTime(() => new Promise(() => {}), 5)).rejects.toMatchObject({ message: 'too late' });
    expect(await loadInTime(() => Promise.resolve('there'))).toBe('there');
  });
});
