/**
 * A definition adds permissions. Roles of the caller's tenant get them on request, and lose them when the
 * definition is reverted.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { entityOf, text } from '../../support/calls/definitions.ts';
import { auditOf, readRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let seller: Client;
let elsewhere: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  const signIn = async (tenant: number) => {
    const { username } = await makePerson(server, [tenant], { role: 'sales' });
    return login(server, username, PASSWORD);
  };
  seller = await signIn(1);
  elsewhere = await signIn(await makeTenant(server));
});
afterAll(() => server?.stop());

const toolkit = (rights: object) =>
  entityOf('toolkit', { name: { type: 'string', title: text('Name'), maxLength: 60 } }, { rights });

const check = (document: object, name?: string) =>
  admin.call('studioCheck', { body: { kind: 'entity', ...(name && { name }), document } });
const statusOf = async (client: Client) =>
  (
    await client.fetch('/manager/toolkit/page', {
      headers: { authorization: `Bearer ${client.tokens().main}` },
    })
  ).status;
const shown = () => admin.call('studioDefinition', { path: { kind: 'entity', name: 'toolkit' } });

async function readRole(key: string) {
  const [role] = await readRows<{ id: number; permissions: string[] }>(
    server,
    'role',
    ['id', 'permissions'],
    {
      tenant_id: 1,
      key,
    },
  );
  return role!;
}
const grantedTo = async (key: string) =>
  (await readRole(key)).permissions.filter((permission) => permission.startsWith('toolkit:'));

it('offers and gives nothing to a user who may not apply, and applies nothing then', async () => {
  const { username } = await makePerson(server, [1], { permissions: ['studio:get', 'studio:update'] });
  const editor = await login(server, username, PASSWORD);
  const document = toolkit({ sales: ['list', 'get'] });
  expect((await editor.call('studioCheck', { body: { kind: 'entity', document } })).rights).toEqual([]);
  const body = { kind: 'entity', document, base: 0, roles: ['sales'] } as const;
  await expect(editor.call('studioApply', { body })).rejects.toMatchObject({ code: 40315 });
  expect(await grantedTo('sales')).toEqual([]);
  await expect(shown()).rejects.toMatchObject({ status: 404 });
});

it('offers what roles lack, and gives it to the chosen roles of the caller’s tenant alone', async () => {
  const document = toolkit({ sales: ['list', 'get'], finance: ['list'] });
  const { problems, rights } = await check(document);
  expect(problems).toEqual([]);
  expect(rights).toEqual([
    { role: 'sales', permissions: ['toolkit:list', 'toolkit:get'] },
    { role: 'finance', permissions: ['toolkit:list'] },
  ]);
  await admin.call('studioApply', { body: { kind: 'entity', document, base: 0, roles: ['sales'] } });
  expect(await statusOf(seller)).toBe(200);
  expect(await statusOf(elsewhere)).toBe(403);
  expect((await shown()).history.map(({ roles }) => roles)).toEqual([['sales']]);
  expect(await grantedTo('finance')).toEqual([]);
});

it('offers nothing again that the definition gave before, whether roles have it or not', async () => {
  const { rights } = await check(toolkit({ sales: ['list', 'get'], finance: ['list', 'create'] }), 'toolkit');
  expect(rights).toEqual([{ role: 'finance', permissions: ['toolkit:create'] }]);
});

it('writes what a role got into the audit log and its history', async () => {
  const { id } = await readRole('sales');
  const lines = await auditOf(server, 'role', Number(id));
  const { permissions } = lines.at(-1)!.diff as { permissions: [string[], string[]] };
  const [before, after] = permissions;
  expect(after.filter((key) => !before.includes(key))).toEqual(['toolkit:list', 'toolkit:get']);
});

it('takes rights back with the definition, and keeps what the role got otherwise', async () => {
  const document = toolkit({ sales: ['list', 'get', 'create'], finance: ['list'] });
  const { base } = await shown();
  const body = { kind: 'entity', name: 'toolkit', document, base, roles: ['sales'] } as const;
  const { base: id } = await admin.call('studioApply', { body });
  await admin.call('studioUndo', { body: { id } });
  expect(await statusOf(seller)).toBe(200);
  expect(await grantedTo('sales')).toEqual(['toolkit:list', 'toolkit:get']);
  await admin.call('studioUndo', { body: { id: base } });
  expect(await grantedTo('sales')).toEqual([]);
});

it('refuses a right that opens no action of the entity, at its place', async () => {
  const { problems } = await check(toolkit({ sales: ['list', 'lsit'] }));
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/rights/sales/1']);
});
