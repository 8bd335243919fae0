import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let boss: Client;
let bossName: string;
let tenantId: number;
let own: number;
let others: number;
let clerk: Client;
let clerkId: number;

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  const chief = await makePerson(server, [tenantId], { role: 'administrator' });
  boss = await login(server, chief.username, PASSWORD);
  bossName = (await boss.call('getPrincipal')).name;
  const role = {
    key: 'clerk',
    name: '文员',
    permissions: ['customer:list', 'customer:get', 'customer:create', 'customer:update@own'],
    fieldRules: [{ field: 'customer.creditRating', rule: 'read' }],
  };
  await boss.call('roleCreate', { body: role });
  const made = await makePerson(server, [tenantId], { role: 'clerk' });
  clerkId = made.userId;
  clerk = await login(server, made.username, PASSWORD);
  others = (await boss.call('customerCreate', { body: { name: 'A', state: 'developing' } })).id;
  own = (await clerk.call('customerCreate', { body: { name: 'B', state: 'developing' } })).id;
});
afterAll(() => server?.stop());

const why = (client: Client, query: Record<string, string | number>) =>
  ask(client, 'accessExplain', { query: { entity: 'customer', ...query } });

describe('the explanation of a right', () => {
  it('names the missing permission, the roles that have it, and users who could grant it', async () => {
    const { data } = await why(clerk, { action: 'delete' });
    expect(data.allowed).toBe(false);
    expect(data.reasons.map(({ rule }) => rule)).toEqual(['noRole', 'rolesGranting']);
    expect(data.reasons[1]?.text).toContain('Sales');
    expect(data.askable).toContain(bossName);
  });

  it('names the owner of the record if users may change only their own', async () => {
    const { data } = await why(clerk, { action: 'update', id: others });
    expect(data).toMatchObject({ allowed: false, reasons: [{ rule: 'ownOnly' }] });
    expect(data.reasons[0]?.text).toContain(bossName);
    expect((await why(clerk, { action: 'update', id: own })).data).toMatchObject({
      allowed: true,
      reasons: [{ rule: 'held_own' }],
    });
  });

  it('names the rule of a field', async () => {
    const { data } = await why(clerk, { action: 'update', id: own, field: 'creditRating' });
    expect(data).toMatchObject({ allowed: false, reasons: [{ rule: 'fieldRead' }] });
    const body = { id: own, version: 1, creditRating: 'blacklist' };
    expect((await ask(clerk, 'updateCustomer', { body })).status).toBe(403);
  });

  it('explains reading and writing of a field separately', async () => {
    const seen = await why(clerk, { action: 'get', id: own, field: 'creditRating' });
    expect(seen.data).toMatchObject({ allowed: true });
    const permissions = ['user:list', 'user:get', 'user:create'];
    const { username } = await makePerson(server, [tenantId], { permissions });
    const hiring = await login(server, username, PASSWORD);
    for (const action of ['get', 'create'])
      expect((await why(hiring, { entity: 'user', action, field: 'permissions' })).data).toMatchObject({
        allowed: false,
        reasons: [{ rule: 'fieldPermission' }],
      });
  });

  it('says that an import needs the right to create or to edit', async () => {
    const { username } = await makePerson(server, [tenantId], { permissions: ['customer:import'] });
    const importer = await login(server, username, PASSWORD);
    expect((await why(importer, { action: 'import' })).data).toMatchObject({
      allowed: false,
      reasons: [{ rule: 'importNothing' }],
    });
    const other = await makePerson(server, [tenantId], {
      permissions: ['customer:import', 'customer:update'],
    });
    const updater = await login(server, other.username, PASSWORD);
    expect((await why(updater, { action: 'import' })).data.allowed).toBe(true);
  });

  it('explains that an approval locks the record, and that a state is changed only by its transitions', async () => {
    const { userId } = await boss.call('getPrincipal');
    const body = {
      ...{ subject: 'Away', type: 'sick', startDate: '2026-12-01', endDate: '2026-12-02' },
    };
    const leave = await boss.call('leaveCreate', { body });
    const question = { entity: 'leave', id: leave.id };
    expect((await why(boss, { ...question, action: 'update', field: 'status' })).data.reasons).toMatchObject([
      { rule: 'stateField' },
    ]);
    expect((await why(boss, { ...question, action: 'delete' })).data.allowed).toBe(true);
    await changeRows(server, 'leave', { id: leave.id }, { status: 'pending' });
    for (const action of ['update', 'delete'])
      expect((await why(boss, { ...question, action, userId })).data).toMatchObject({
        allowed: false,
        reasons: [{ rule: 'approval' }],
      });
  });

  it('reveals nothing of a record that the reader may not see, or that does not exist', async () => {
    const blind = await makePerson(server, [tenantId], { permissions: ['customer:*@own'] });
    const client = await login(server, blind.username, PASSWORD);
    const hidden = await why(client, { action: 'update', id: others });
    const missing = await why(client, { action: 'update', id: 999_999 });
    expect(hidden.data.reasons).toEqual(missing.data.reasons);
    expect(JSON.stringify(hidden.data.reasons)).not.toContain(bossName);
  });

  it('covers other users only for callers who may see their permissions', async () => {
    expect((await why(clerk, { action: 'delete', userId: 1 })).status).toBe(403);
    const { data } = await why(boss, { action: 'delete', userId: clerkId });
    expect(data).toMatchObject({ allowed: false });
    expect((await why(boss, { action: 'delete', userId: 999_999 })).status).toBe(404);
    expect((await why(boss, { action: 'noSuchThing' })).status).toBe(404);
    const rights = await boss.call('accessRights', { path: { id: clerkId } });
    expect(rights).toMatchObject({
      fieldRules: { 'customer.creditRating': 'read' },
      roles: [{ code: 'clerk' }],
    });
  });
});
