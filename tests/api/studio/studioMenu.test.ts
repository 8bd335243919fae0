/** A user reorders the menu. All changes of pages and records are applied together, and reverted together. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const fields = { name: { type: 'string', title: text('Name'), maxLength: 60 } };
  const page = { menu: { group: 'appliance', order: 900 } };
  await define(admin, entityOf('toolkit', fields, { page }));
});
afterAll(() => server?.stop());

const groupOf = async (page: string) =>
  (await admin.call('userMenu')).find(({ children }) => children.some(({ name }) => name === page))?.group;

it('says which definition places a page, and which roles see it', async () => {
  const { entries, roles } = await admin.call('studioMenu');
  const find = (page: string) => entries.find((entry) => entry.page === page);
  expect(find('ToolkitList')).toMatchObject({
    definition: { kind: 'entity', name: 'toolkit' },
    roles: ['administrator'],
  });
  const customers = find('CustomersManagement');
  expect(customers?.roles).toEqual(expect.arrayContaining(['administrator', 'sales', 'finance']));
  expect(roles.map(({ key }) => key)).toContain('operator');
});

it('moves pages and records together, refuses an older revision, and undoes them together', async () => {
  const { revision, entries } = await admin.call('studioMenu');
  const page = entries.find(({ definition, group }) => definition?.kind === 'page' && group !== 'storage')!;
  const name = page.definition!.name;
  const places = [
    { kind: 'entity', name: 'toolkit', group: 'storage', order: 1 },
    { kind: 'page', name, group: 'storage', order: 2 },
  ] as const;
  const body = { revision, places: [...places] };
  const { id } = await admin.call('studioMenuApply', { body });
  expect([await groupOf('ToolkitList'), await groupOf(page.page)]).toEqual(['storage', 'storage']);
  await expect(admin.call('studioMenuApply', { body })).rejects.toMatchObject({ status: 409 });
  const version = await admin.call('studioChange', { path: { id } });
  expect(version.document).toMatchObject({ name: 'toolkit', page: { menu: { group: 'storage', order: 1 } } });
  expect(version.document).not.toHaveProperty('lines');
  await admin.call('studioUndo', { body: { id } });
  expect([await groupOf('ToolkitList'), await groupOf(page.page)]).toEqual(['appliance', page.group]);
});
