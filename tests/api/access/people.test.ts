import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { changeRows, setRoles } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableCells } from '../../support/records/excel.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let bossId: number;
let deptId: number;

async function visitor(permissions: readonly string[] = [], role: string | null = null) {
  const made = await makePerson(server, [tenantId], { permissions, role });
  return { ...made, client: await login(server, made.username, PASSWORD) };
}

let count = 0;
const person = (more: object = {}) => {
  count += 1;
  return { name: `员工 ${count}`, username: `staff${count}`, departments: [{ deptId }], ...more };
};
const hire = (more: object = {}, client = boss) => ask(client, 'userSave', { body: person(more) });
const roleOf = async (permissions: readonly string[], more: object = {}): Promise<number> => {
  count += 1;
  const body = { key: `role${count}`, name: `角色 ${count}`, permissions, ...more };
  return (await boss.call('roleCreate', { body })).id;
};

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
  const made = await visitor([], 'administrator');
  boss = made.client;
  bossId = made.userId;
  deptId = (await boss.call('deptSave', { body: { name: '运维部', managerId: bossId } })).id;
});
afterAll(() => server?.stop());

describe('a new person', () => {
  it('signs in with the initial password, which no answer and no history contains', async () => {
    const { data, status } = await hire({ username: 'zhang.san', password: 'first-pass' });
    expect(status).toBe(200);
    expect(JSON.stringify(data)).not.toContain('first-pass');
    const client = await login(server, 'zhang.san', 'first-pass');
    expect(await client.call('getPrincipal')).toMatchObject({ userId: data.id, tenantId });
    const log = await boss.call('auditPage', { query: { entity: 'user', recordId: String(data.id) } });
    expect(JSON.stringify(log)).not.toContain('first-pass');
    expect(log.records[0]?.action).toBe('create');
  });

  it('needs a department, a password of eight characters, and a user name that is unique across tenants', async () => {
    expect((await hire({ departments: [] })).errors).toMatchObject([{ field: '/departments' }]);
    expect((await hire({ password: '1234567' })).errors).toMatchObject([{ field: '/password' }]);
    for (const password of ['12345678', 'weak2weak2'])
      expect((await hire({ username: 'weak2', password })).errors, password).toMatchObject([
        { field: '/password' },
      ]);
    const elsewhere = await makePerson(server, [await makeTenant(server)]);
    expect(await hire({ username: elsewhere.username.toUpperCase() })).toMatchObject({
      status: 409,
      code: 40922,
      errors: [{ field: '/username' }],
    });
  });

  it('does not reveal who works for other tenants: only few taken names can be tried', async () => {
    const own = await makeTenant(server);
    const clerk = await makePerson(server, [own], { role: 'administrator' });
    const client = await login(server, clerk.username, PASSWORD);
    const dept = (await client.call('deptSave', { body: { name: 'D', managerId: clerk.userId } })).id;
    const name = (username: string) =>
      ask(client, 'userSave', { body: { name: 'N', username, departments: [{ deptId: dept }] } });
    const foreign = (await makePerson(server, [await makeTenant(server)])).username;
    for (let no = 0; no < 12; no++) expect((await name(clerk.username)).status).toBe(409);
    for (let no = 0; no < 10; no++) expect((await name(foreign)).status).toBe(409);
    for (const tried of [foreign, 'nobody.has.this']) {
      const answer = await name(tried);
      expect(answer).toMatchObject({ status: 429, code: 42910 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await hire()).status).toBe(200);
  });

  it('cannot be created with fields that the server sets or that the caller may not see', async () => {
    for (const field of [{ id: 1 }, { tenantId: 1 }, { isAdmin: true }, { deptIds: [1] }, { createdBy: 1 }])
      expect((await hire(field)).status, JSON.stringify(field)).toBe(400);
    const { client } = await visitor(['user:create']);
    expect((await hire({ permissions: [] }, client)).errors).toMatchObject([{ field: '/permissions' }]);
    expect((await hire({}, client)).status).toBe(200);
  });

  it('is refused if the department has expired, or if the person leaves before joining', async () => {
    const body = { name: '旧部门', managerId: bossId, endTime: '2020-01-01T00:00:00Z' };
    const old = await boss.call('deptSave', { body });
    expect(await hire({ departments: [{ deptId }, { deptId: old.id }] })).toMatchObject({
      code: 40044,
      msg: 'An expired department cannot be added',
      errors: [{ field: '/departments/1/deptId' }],
    });
    const dates = { joinDate: '2026-02-01', resigned: true, resignDate: '2026-01-31' };
    expect((await hire(dates)).errors).toMatchObject([{ field: '/resignDate' }]);
    expect((await hire({ ...dates, resignDate: '2026-02-01' })).status).toBe(200);
  });

  it('can be added from another tenant only by an administrator of the platform', async () => {
    const { username } = await makePerson(server, [await makeTenant(server)]);
    const body = { username, departments: [{ deptId }] };
    expect(await ask(boss, 'tenantUserRelationCreate', { body })).toMatchObject({ status: 403, code: 40314 });
  });
});

describe('an account', () => {
  it('is closed immediately by deactivation, and can be opened again', async () => {
    const { data } = await hire({ password: 'a secret word' });
    const client = await login(server, data.username, 'a secret word');
    const move = (name: string, version: number) =>
      ask(boss, 'recordTransition', { path: { entity: 'user', id: data.id }, body: { name, version } });
    expect((await move('deactivate', 1)).status).toBe(200);
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
    await expect(login(server, data.username, 'a secret word')).rejects.toThrow();
    await move('activate', 2);
    await login(server, data.username, 'a secret word');
  });

  it('is closed immediately by a resignation and by leaving', async () => {
    const one = (await hire({ password: 'a secret word' })).data;
    const first = await login(server, one.username, 'a secret word');
    const body = { id: one.id, version: 1, resigned: true, resignDate: '2026-10-01' };
    expect((await ask(boss, 'userUpdateById', { body })).data).toMatchObject({ status: 'inactive' });
    expect((await ask(first, 'getPrincipal')).status).toBe(401);
    const two = (await hire({ password: 'a secret word' })).data;
    const second = await login(server, two.username, 'a secret word');
    expect((await ask(boss, 'delUser', { query: { id: two.id } })).status).toBe(200);
    expect((await ask(second, 'getPrincipal')).status).toBe(401);
  });

  it('gets a new password only with the phrase; it is shown once, and ends sessions and API keys', async () => {
    const roles = [await roleOf(['customer:list'])];
    const { data } = await hire({ password: 'a secret word', roles });
    const client = await login(server, data.username, 'a secret word');
    const { key } = await client.call('apiKeyCreate', {
      body: { name: 'A program', scopes: ['customer:list'], days: 1 },
    });
    const program = () =>
      client.fetch('/manager/customer/getCustomerList', { headers: { authorization: `Bearer ${key}` } });
    const before = (await program()).status;
    const reset = (confirm: string, password?: string) =>
      ask(boss, 'resetPassword', { body: { id: data.id, confirm, ...(password ? { password } : {}) } });
    expect(await reset('i confirm')).toMatchObject({ status: 400, errors: [{ field: '/confirm' }] });
    expect((await reset('I confirm', 'iloveyou')).errors).toMatchObject([{ field: '/password' }]);
    const made = (await reset(' I confirm ')).data.password;
    expect(made).toMatch(/^\S{12,}$/);
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
    expect([before, (await program()).status]).toEqual([200, 401]);
    await login(server, data.username, made ?? '');
    expect((await reset('I confirm', 'chosen one')).data).toEqual({ password: null });
    await login(server, data.username, 'chosen one');
  });
});

describe('no user', () => {
  const staff = ['user:*', 'role:*', 'dept:*', 'userPermission:*', 'customer:*@own'] as const;

  it('grants more than they have, by role or by permission', async () => {
    const { client } = await visitor(staff);
    const everything = await roleOf(['*']);
    const customers = await roleOf(['customer:list']);
    const own = await roleOf(['customer:list@own']);
    expect(await hire({ roles: [everything] }, client)).toMatchObject({ status: 403, code: 40310 });
    expect(await hire({ roles: [customers] }, client)).toMatchObject({ status: 403 });
    expect((await hire({ roles: [own] }, client)).status).toBe(200);
    expect((await hire({ permissions: ['customer:get'] }, client)).status).toBe(403);
    const role = (permissions: string[]) => ({
      body: { key: `x${++count}`, name: `x${count}`, permissions },
    });
    expect((await ask(client, 'roleCreate', role(['customer:update']))).status).toBe(403);
    expect((await ask(client, 'roleCreate', role(['customer:update@department']))).status).toBe(403);
    expect((await ask(client, 'roleCreate', role(['customer:update@own']))).status).toBe(200);
  });

  it('extends or reduces a role with more permissions than they have', async () => {
    const { client } = await visitor(staff);
    const role = await roleOf(['station:list', 'customer:list@own']);
    const change = (permissions: string[]) =>
      ask(client, 'roleUpdate', { body: { id: role, version: 1, permissions } });
    expect((await change(['*'])).status).toBe(403);
    expect((await change(['customer:list@own'])).status).toBe(403);
  });

  it('changes their own rights, roles or departments', async () => {
    const { client, userId } = await visitor(staff);
    const own = await roleOf(['customer:list@own']);
    const change = (more: object) =>
      ask(client, 'userUpdateById', {
        body: { id: userId, version: 1, departments: [{ deptId }], ...more },
      });
    expect(await change({})).toMatchObject({ status: 409, code: 40923 });
    expect((await change({ roles: [own] })).status).toBe(409);
    expect((await ask(client, 'delUser', { query: { id: userId } })).status).toBe(409);
  });

  it('takes over, closes or removes the account of a user with more permissions', async () => {
    const { client } = await visitor(staff);
    const above = await visitor(['station:list']);
    const reset = { body: { id: above.userId, confirm: 'I confirm', password: 'taken over' } };
    expect(await ask(client, 'resetPassword', reset)).toMatchObject({ status: 403, code: 40309 });
    const path = { entity: 'user', id: above.userId };
    const body = { name: 'deactivate', version: 1 };
    expect((await ask(client, 'recordTransition', { path, body })).status).toBe(403);
    expect((await ask(client, 'delUser', { query: { id: above.userId } })).status).toBe(403);
  });

  it('takes over the account of an administrator of the platform, as administrator of a tenant', async () => {
    const { username } = await makePerson(server, [1], { role: 'administrator' });
    const client = await login(server, username, PASSWORD);
    const { userId } = await (await login(server)).call('getPrincipal');
    const reset = { body: { id: userId, confirm: 'I confirm', password: 'taken over' } };
    expect(await ask(client, 'resetPassword', reset)).toMatchObject({ status: 403, code: 40309 });
  });

  it('restores a user with more permissions; a caller with enough restores the roles as well', async () => {
    const role = await roleOf(['station:list']);
    const { data } = await hire({ roles: [role], password: 'a secret word' });
    expect((await ask(boss, 'delUser', { query: { id: data.id } })).status).toBe(200);
    const bin = await boss.call('recycleBin', { query: { entity: 'user' } });
    const entry = bin.records.find(({ recordId }) => recordId === data.id);
    const restore = { body: { ids: [entry?.id ?? 0] } };
    const { client } = await visitor([...staff, 'recycleBin:list']);
    await ask(client, 'recycleBinRestore', restore);
    expect((await ask(boss, 'userGet', { path: { id: data.id } })).status).toBe(404);
    await boss.call('recycleBinRestore', restore);
    const back = await login(server, data.username, 'a secret word');
    expect((await ask(back, 'stationPage')).status).toBe(200);
  });

  it('resets the password of a person who also works for other tenants', async () => {
    const both = await makePerson(server, [tenantId, await makeTenant(server)]);
    const reset = { body: { id: both.userId, confirm: 'I confirm' } };
    expect(await ask(boss, 'resetPassword', reset)).toMatchObject({ status: 403, code: 40313 });
  });

  it('removes a field rule that applies to themselves', async () => {
    const ruled = await roleOf(['customer:*', 'user:*', 'role:*'], {
      fieldRules: [{ field: 'customer.creditRating', rule: 'hidden' }],
    });
    const made = (await hire({ roles: [ruled], password: 'a secret word' })).data;
    const client = await login(server, made.username, 'a secret word');
    expect((await client.call('getPrincipal')).fieldRules).toEqual({ 'customer.creditRating': 'hidden' });
    const free = await roleOf(['customer:list']);
    expect((await hire({ roles: [free] }, client)).status).toBe(403);
    const body = { key: `y${++count}`, name: `y${count}`, permissions: ['customer:list'] };
    expect((await ask(client, 'roleCreate', { body })).status).toBe(403);
  });

  it('removes the last administrator of a tenant', async () => {
    const alone = await makeTenant(server);
    const made = await makePerson(server, [alone], { role: 'administrator' });
    const client = await login(server, made.username, PASSWORD);
    const roles = await client.call('rolePage', { query: { search: 'administrator' } });
    const { id, version } = roles.records[0]!;
    const body = { id, version, permissions: ['station:*'] };
    expect(await ask(client, 'roleUpdate', { body })).toMatchObject({ status: 409, code: 40921 });
    const dept = await client.call('deptSave', { body: { name: 'D', managerId: made.userId } });
    const drop = { id: made.userId, version: 1, roles: [], departments: [{ deptId: dept.id }] };
    expect(await ask(client, 'userUpdateById', { body: drop })).toMatchObject({ status: 409, code: 40921 });
  });
});

describe('departments', () => {
  it('return the documented errors for missing values', async () => {
    const answer = await ask(boss, 'deptSave', { body: { name: '', managerId: bossId } });
    expect(answer.errors).toMatchObject([{ field: '/name' }]);
  });

  it('form a tree without cycles, and must be empty before they are removed', async () => {
    const body = (name: string, parentId?: number) => ({ body: { name, managerId: bossId, parentId } });
    const top = await boss.call('deptSave', body('总部'));
    const below = await boss.call('deptSave', body('分部', top.id));
    const circle = { body: { id: top.id, version: 1, parentId: below.id } };
    expect(await ask(boss, 'deptUpdate', circle)).toMatchObject({
      status: 409,
      code: 40945,
      errors: [{ field: '/parentId' }],
    });
    await hire({ departments: [{ deptId: below.id }] });
    expect(await ask(boss, 'deptDelete', { query: { id: below.id } })).toMatchObject({ code: 40925 });
    const tree = await boss.call('deptTreeManager');
    const node = tree.find(({ id }) => id === top.id);
    expect(node).toMatchObject({ manager: { id: bossId }, children: [{ id: below.id }] });
  });

  it('extend a permission for a department to the records of departments below it', async () => {
    const body = (name: string, parentId?: number) => ({ body: { name, managerId: bossId, parentId } });
    const top = await boss.call('deptSave', body('销售总部'));
    const below = await boss.call('deptSave', body('销售一部', top.id));
    const role = await roleOf(['customer:*@department', 'customer:create']);
    const join = (dept: number) =>
      hire({ departments: [{ deptId: dept }], roles: [role], password: 'a secret word' });
    const [chief, seller, stranger] = [
      (await join(top.id)).data,
      (await join(below.id)).data,
      (await join(deptId)).data,
    ];
    const [a, b, c] = await Promise.all(
      [chief, seller, stranger].map(({ username }) => login(server, username, 'a secret word')),
    );
    await b!.call('customerCreate', { body: { name: '部门客户', state: 'developing' } });
    const total = async (client: Client) => (await client.call('getCustomerList')).total;
    expect([await total(a!), await total(b!), await total(c!)]).toEqual([1, 1, 0]);
  });
});

describe('the audit log', () => {
  it('is filtered, paged and exported, only with the permission', async () => {
    const page = await boss.call('auditPage', { query: { entity: 'dept', action: 'create', size: 2 } });
    expect(page.records).toHaveLength(2);
    expect(page.total).toBeGreaterThan(2);
    expect(page.records[0]).toMatchObject({ title: { en: 'Department' }, userName: expect.any(String) });
    const named = page.records.map(({ recordName }) => recordName?.zh);
    expect(named).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    const signedIn = await boss.call('auditPage', {
      query: { entity: 'userAccount', userId: bossId, size: 1 },
    });
    expect(signedIn.records[0]?.recordName?.en).toMatch(/\S/);
    const file = await boss.request('auditExport', { query: { entity: 'dept', action: 'create' } });
    const text = await file.text();
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(text.split('\r\n').length).toBeGreaterThan(page.total);
    expect(text).toContain('运维部');
    const sheet = await boss.request('auditExport', {
      query: { entity: 'dept', action: 'create', format: 'xlsx' },
    });
    const rows = await tableCells(new Uint8Array(await sheet.arrayBuffer()));
    expect(rows[0]).toContain('操作');
    expect(rows.flat()).toContain('运维部');
    expect(rows.length).toBeGreaterThan(page.total);
    const { client } = await visitor(['user:list']);
    expect((await ask(client, 'auditPage')).status).toBe(403);
    expect((await ask(client, 'auditExport')).status).toBe(403);
  });
});

describe('names of records that the caller may not list', () => {
  it('are returned with the records that refer to them, and in no other way', async () => {
    const staff = await visitor(['dept:list', 'dept:get']);
    const isNamed = { user: { [bossId]: expect.stringMatching(/^Person/) } };
    const { records } = await staff.client.call('deptPage', { query: { size: 50 } });
    expect(records.find(({ id }) => id === deptId)).toMatchObject({ managerId: bossId, _labels: isNamed });
    expect(await staff.client.call('deptGet', { path: { id: deptId } })).toMatchObject({ _labels: isNamed });
    const filter = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: bossId }] });
    expect((await ask(staff.client, 'userPage', { query: { filter } })).status).toBe(403);
    expect(await boss.call('deptGet', { path: { id: deptId } })).not.toHaveProperty('_labels');
  });

  it('are not returned if a rule hides the reference or the name', async () => {
    const { userId: managerId } = await visitor();
    await changeRows(server, 'dept', { id: deptId }, { manager_id: managerId });
    for (const field of ['dept.managerId', 'user.name']) {
      const fieldRules = [{ field, rule: 'hidden' }];
      const roleId = await roleOf(['dept:list', 'dept:get', 'user:get@own'], { fieldRules });
      const { userId, client } = await visitor();
      await setRoles(server, userId, [roleId]);
      const dept = await client.call('deptGet', { path: { id: deptId } });
      expect(dept).not.toHaveProperty(`_labels.user.${managerId}`);
    }
  });
});
