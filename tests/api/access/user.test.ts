import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, bearer } from '../../support/calls/ask.ts';
import { createClient } from '../../support/calls/client.ts';
import { auditOf, endMembership } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;

/** Creates a signed-in user with these permissions. */
async function visitor(permissions: readonly string[] = [], role: string | null = null) {
  const made = await makePerson(server, [tenantId], { permissions, role });
  return { ...made, client: await login(server, made.username, PASSWORD) };
}

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
});
afterAll(() => server?.stop());

describe('the own profile', () => {
  it('can be changed and cleared', async () => {
    const { client } = await visitor();
    const body = { name: ' 李雷 ', phone: '+86 10-1234', email: 'li@example.cn', lang: 'en', theme: 'dark' };
    expect(await client.call('updateInfoData', { body })).toMatchObject({ ...body, name: '李雷' });
    await client.call('updateInfoData', { body: { phone: '', email: '' } });
    expect(await client.call('getPrincipal')).toMatchObject({
      name: '李雷',
      phone: '',
      email: '',
      theme: 'dark',
    });
  });

  it('refuses unknown fields, fields of the server and wrong values, each at its place', async () => {
    const { client } = await visitor();
    const body = {
      isAdmin: true,
      userId: 1,
      name: ' ',
      phone: 'abc',
      email: 'x',
      theme: 'pink',
    };
    const answer = await ask(client, 'updateInfoData', { body });
    expect(answer).toMatchObject({ status: 400, code: 40001 });
    const fields = new Set(answer.errors?.map(({ field }) => field));
    expect(fields).toEqual(new Set(Object.keys(body).map((field) => `/${field}`)));
  });

  it('records changes in the audit log', async () => {
    const { client, userId } = await visitor();
    await client.call('updateInfoData', { body: { theme: 'dark', lang: 'zh' } });
    const lines = (await auditOf(server, 'userAccount', userId)).filter(
      ({ action }) => action === 'profileChanged',
    );
    expect(lines.map(({ diff }) => diff)).toEqual([{ theme: [null, 'dark'], lang: [null, 'zh'] }]);
    await client.call('updateInfoData', { body: { quietFrom: '21:30', quietUntil: '07:00' } });
    const all = await auditOf(server, 'userAccount', userId);
    expect(all.map(({ diff }) => diff)).toContainEqual({
      ...{ quietFrom: [null, '21:30'], quietUntil: [null, '07:00'] },
    });
  });
});

describe('changing the password', () => {
  const NEW = 'another one';
  const change = (oldPassword: string, newPassword: string, repeatPassword = newPassword) => ({
    body: { oldPassword, newPassword, repeatPassword },
  });

  it('reports an error at its field', async () => {
    const { client } = await visitor();
    expect(await ask(client, 'changePassword', change(PASSWORD, NEW, 'other'))).toMatchObject({
      status: 400,
      msg: 'The two password inputs are inconsistent',
      errors: [{ field: '/repeatPassword', msg: 'The two password inputs are inconsistent' }],
    });
    const headers = { 'accept-language': 'zh-CN' };
    const chinese = await ask(client, 'putChangePassword', { ...change(PASSWORD, NEW, 'other'), headers });
    expect(chinese.msg).toBe('两次输入的密码不一致');
    expect((await ask(client, 'changePassword', change('wrong', NEW))).errors).toMatchObject([
      { field: '/oldPassword' },
    ]);
    expect((await ask(client, 'changePassword', change(PASSWORD, 'x1-zk7w'))).errors).toMatchObject([
      { field: '/newPassword' },
    ]);
  });

  it('refuses common passwords, and passwords similar to the user name', async () => {
    const { client, username } = await visitor();
    const zh = { 'accept-language': 'zh-CN' };
    expect(await ask(client, 'changePassword', change(PASSWORD, 'Password123'))).toMatchObject({
      status: 400,
      code: 40098,
      errors: [{ field: '/newPassword', msg: expect.stringContaining('too common') }],
    });
    const named = { ...change(PASSWORD, `my ${username.toUpperCase()}`), headers: zh };
    expect(await ask(client, 'changePassword', named)).toMatchObject({
      code: 40099,
      errors: [{ field: '/newPassword', msg: '密码不能包含登录名' }],
    });
    expect((await ask(client, 'getPrincipal')).status).toBe(200);
  });

  it('accepts eight characters, by POST and by PUT, and ends all sessions of the user', async () => {
    const { client, username } = await visitor();
    const elsewhere = await login(server, username, PASSWORD);
    const answer = await ask(client, 'changePassword', change(PASSWORD, 'x1-zk7wq'));
    expect(answer.data).toEqual({ message: 'Modified successfully, please log in again' });
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
    expect((await ask(elsewhere, 'getPrincipal')).status).toBe(401);
    await expect(login(server, username, PASSWORD)).rejects.toMatchObject({ code: 40010 });
    const again = await login(server, username, 'x1-zk7wq');
    expect((await ask(again, 'putChangePassword', change('x1-zk7wq', NEW))).status).toBe(200);
    await login(server, username, NEW);
  });

  it('cannot be used to guess the old one', async () => {
    const { client } = await visitor();
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      statuses.push((await ask(client, 'changePassword', change(`guess ${round}`, NEW))).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses[10]).toBe(429);
  });
});

describe('permissions', () => {
  it('open allowed calls and refuse others', async () => {
    const without = await visitor();
    expect(await ask(without.client, 'stationPage')).toMatchObject({ status: 403, code: 40301 });
    const reader = await visitor(['station:list']);
    expect((await ask(reader.client, 'stationPage')).status).toBe(200);
    const body = { sn: 'S', name: 'S', timeZone: 'UTC' };
    expect((await ask(reader.client, 'stationCreate', { body })).status).toBe(403);
  });

  it('may be wildcards, for one entity or for all', async () => {
    const stations = await visitor(['station:*']);
    expect((await ask(stations.client, 'stationPage')).status).toBe(200);
    expect((await ask(stations.client, 'devicePage')).status).toBe(403);
    const all = await visitor([], 'administrator');
    expect((await ask(all.client, 'devicePage')).status).toBe(200);
  });

  it('take effect immediately when granted or revoked', async () => {
    const { client, userId } = await visitor();
    const admin = await visitor([], 'administrator');
    const save = (permissions: string[]) =>
      ask(admin.client, 'saveUserPermission', { path: { id: userId }, body: { permissions } });
    expect((await ask(client, 'stationPage')).status).toBe(403);
    expect((await save(['station:list'])).data.permissions).toEqual(['station:list']);
    expect((await ask(client, 'stationPage')).status).toBe(200);
    await save([]);
    expect((await ask(client, 'stationPage')).status).toBe(403);
  });

  it('cannot be granted by a user who does not have them', async () => {
    const { userId } = await visitor(['alarm:list']);
    const { client, userId: own } = await visitor([
      'userPermission:get',
      'userPermission:update',
      'station:list',
    ]);
    const save = (id: number, permissions: string[]) =>
      ask(client, 'saveUserPermission', { path: { id }, body: { permissions } });
    expect(await save(userId, ['alarm:list', 'station:list'])).toMatchObject({ status: 200 });
    expect(await save(userId, ['station:*'])).toMatchObject({ status: 403, code: 40310 });
    expect(await save(own, ['*'])).toMatchObject({ status: 403 });
    expect(await save(own, ['no colon'])).toMatchObject({ status: 400 });
  });
});

describe('the menu', () => {
  const routes = async (permissions: readonly string[]) => {
    const { client } = await visitor(permissions);
    const groups = await client.call('userMenu');
    return groups.flatMap(({ children }) => children.map(({ route }) => route));
  };

  it('shows the pages that the user may open', async () => {
    expect(await routes([])).toContain('/main/mine');
    expect(await routes([])).not.toContain('/main/appliance/customer');
    expect(await routes(['customer:*'])).toContain('/main/appliance/customer');
  });

  it('comes with titles in both languages', async () => {
    const { client } = await visitor();
    const groups = await client.call('userMenu');
    expect(groups.find(({ group }) => group === 'bottom')).toMatchObject({
      title: { zh: expect.any(String), en: expect.any(String) },
      children: expect.arrayContaining([
        expect.objectContaining({ name: 'Me', title: { zh: '我的', en: 'Me' } }),
      ]),
    });
    const open = await client.call('getUserMenu');
    expect(open.map(({ name }) => name)).toContain('Me');
  });
});

describe('the tenant', () => {
  it('changes when the user switches, also for the next sign-in, and old tokens end', async () => {
    const other = await makeTenant(server);
    const { username } = await makePerson(server, [tenantId, other]);
    const client = await login(server, username, PASSWORD);
    const { main } = client.tokens();
    const switched = await client.call('updateDefaultTenant', { body: { tenantId: other } });
    expect(switched).toMatchObject({ tenantId: other, firstTenantId: other });
    expect(switched.tenants.map(({ id }) => id)).toEqual([tenantId, other]);
    expect((await ask(client, 'getPrincipal', { headers: bearer(main) })).status).toBe(401);
    await client.renew();
    expect(await client.call('getPrincipal')).toMatchObject({ tenantId: other });
    expect(await (await login(server, username, PASSWORD)).call('getPrincipal')).toMatchObject({
      tenantId: other,
    });
  });

  it('of others answers as if it did not exist', async () => {
    const foreign = await makeTenant(server);
    const { client } = await visitor();
    const refused = await ask(client, 'updateDefaultTenant', { body: { tenantId: foreign } });
    const missing = await ask(client, 'updateDefaultTenant', { body: { tenantId: 999_999 } });
    expect(refused).toMatchObject({ status: 404, code: missing.code, msg: missing.msg });
  });

  it('closes when the membership ends', async () => {
    const { client, userId } = await visitor();
    await endMembership(server, userId);
    expect((await ask(client, 'getPrincipal')).status).toBe(401);
  });
});

describe('streams', () => {
  it('are the only calls that accept a cookie alone', async () => {
    const { client } = await visitor(['*']);
    const cookie = { cookie: client.cookies() };
    const bare = createClient(server.url);
    expect((await ask(bare, 'getPrincipal', { headers: cookie })).status).toBe(401);
    const path = `/admin/sys-file/t${tenantId}/${'a'.repeat(32)}`;
    expect((await bare.fetch(path)).status).toBe(401);
    expect((await bare.fetch(path, { headers: cookie })).status).toBe(404);
  });
});
