import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { ask } from '../../support/calls/ask.ts';
import type { CallInput, Client } from '../../support/calls/client.ts';
import { setMember } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let bossId: number;

async function visitor(permissions: readonly string[], departments: readonly number[] = []) {
  const made = await makePerson(server, [tenantId], { permissions });
  await setMember(server, made.userId, { departments });
  return { ...made, client: await login(server, made.username, PASSWORD) };
}

let count = 0;
const deptOf = async (parentId?: number): Promise<number> => {
  count += 1;
  const body = { name: `部门 ${count}`, managerId: bossId, parentId };
  return (await boss.call('deptSave', { body })).id;
};

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
  const made = await makePerson(server, [tenantId], { role: 'administrator' });
  bossId = made.userId;
  boss = await login(server, made.username, PASSWORD);
});
afterAll(() => server?.stop());

describe('a permission that covers some people only', () => {
  const RIGHTS = ['user:update', 'user:resetPassword', 'userPermission:get', 'userPermission:update'];
  const calls = (id: number): [OperationId, CallInput][] => [
    ['resetPassword', { body: { id, confirm: 'I confirm', password: 'taken over now' } }],
    ['userPermission', { path: { id } }],
    ['saveUserPermission', { path: { id }, body: { permissions: [] } }],
    ['userTotp', { path: { id } }],
    ['totpReset', { path: { id } }],
    ['userSessions', { path: { id } }],
    ['userSessionsEnd', { path: { id } }],
    ['userApiKeys', { path: { id } }],
    ['userApiKeyRevoke', { path: { id, keyId: 1 } }],
  ];
  const statuses = async (client: Client, id: number) => {
    const answers = calls(id).map(async ([call, input]) => [call, (await ask(client, call, input)).status]);
    return Object.fromEntries(await Promise.all(answers)) as Record<string, number>;
  };
  const all = (status: number) => Object.fromEntries(calls(0).map(([call]) => [call, status]));

  it('does not cover other users: invisible users do not exist, visible ones are refused', async () => {
    const victim = await visitor([]);
    const own = await visitor(RIGHTS.map((right) => `${right}@own`));
    expect(await statuses(own.client, victim.userId)).toEqual(all(404));
    const seeing = await visitor(['user:list', 'user:get', ...RIGHTS.map((right) => `${right}@own`)]);
    expect(await statuses(seeing.client, victim.userId)).toEqual(all(403));
    await login(server, victim.username, PASSWORD);
    expect((await ask(victim.client, 'getPrincipal')).status).toBe(200);
  });

  it("covers the people of the caller's departments, and no others", async () => {
    const [here, there] = [await deptOf(), await deptOf()];
    const head = await visitor(
      RIGHTS.map((right) => `${right}@department`),
      [here],
    );
    const [mine, foreign] = [await visitor([], [here]), await visitor([], [there])];
    expect(await statuses(head.client, foreign.userId)).toEqual(all(404));
    expect(await head.client.call('userPermission', { path: { id: mine.userId } })).toMatchObject({
      userId: mine.userId,
    });
    const reset = { body: { id: mine.userId, confirm: 'I confirm', password: 'given by the head' } };
    expect((await ask(head.client, 'resetPassword', reset)).status).toBe(200);
    await login(server, mine.username, 'given by the head');
  });

  it('applies to every call that names a person', () => {
    const named = Object.entries(operations).filter(
      ([, { path, permission }]) =>
        /^\/manager\/user\/.*\{id\}/.test(path) && RIGHTS.includes(String(permission)),
    );
    const tried = new Set<string>(calls(0).map(([call]) => call));
    expect(named.map(([call]) => call).filter((call) => !tried.has(call))).toEqual([]);
    expect(named.length).toBeGreaterThan(6);
  });
});

describe('the tree of departments', () => {
  const move = (client: Client, id: number, change: object) =>
    ask(client, 'deptUpdate', { body: { id, version: 1, ...change } });

  it("does not extend a permission limited to the caller's departments", async () => {
    const [own, sales, other] = [await deptOf(), await deptOf(), await deptOf()];
    const inner = await deptOf(own);
    const mover = await visitor(['customer:*@department', 'dept:*', 'user:*'], [own]);
    const reach = { status: 403, code: 40318, errors: [{ field: '/parentId' }] };
    expect(await move(mover.client, sales, { parentId: own })).toMatchObject(reach);
    expect(await move(mover.client, sales, { parentId: inner })).toMatchObject(reach);
    expect(await move(mover.client, inner, { parentId: sales })).toMatchObject(reach);
    expect((await move(mover.client, sales, { parentId: other })).status).toBe(200);
    const nested = await mover.client.call('deptSave', {
      body: { name: 'Below', managerId: bossId, parentId: own },
    });
    expect((await move(mover.client, nested.id, { parentId: inner })).status).toBe(200);
    const at = (await boss.call('deptGet', { path: { id: other } })).version;
    const [batch, bulk] = [
      await ask(mover.client, 'recordBatch', {
        path: { entity: 'dept' },
        body: { records: [{ id: other, version: at, parentId: own }] },
      }),
      await ask(mover.client, 'recordBulkUpdate', {
        path: { entity: 'dept' },
        body: { selection: { ids: [other] }, expected: 1, values: { parentId: own } },
      }),
    ];
    expect(batch).toMatchObject({ status: 403, errors: [{ field: '/records/0/parentId' }] });
    expect(JSON.stringify(bulk)).toContain('40318');
    const { parentId } = await boss.call('deptGet', { path: { id: other } });
    expect(parentId ?? null).toBeNull();
  });

  it("cannot be used to move people with their records into the caller's departments", async () => {
    const [own, sales] = [await deptOf(), await deptOf()];
    const mover = await visitor(['customer:*@department', 'user:*', 'dept:list'], [own]);
    const seller = await visitor([], [sales]);
    const place = (deptId: number) =>
      ask(mover.client, 'userUpdateById', {
        body: { id: seller.userId, version: 1, departments: [{ deptId }] },
      });
    expect(await place(own)).toMatchObject({ status: 403, errors: [{ field: '/departments' }] });
    expect((await place(await deptOf())).status).toBe(200);
  });

  it('does not let users choose their own approver, or make themselves approvers', async () => {
    const top = await deptOf();
    const [own, other] = [await deptOf(top), await deptOf()];
    const clerk = await visitor(['dept:*', 'user:list'], [own]);
    const refused = { status: 403, code: 40317 };
    const friend = (await visitor([])).userId;
    expect(await move(clerk.client, own, { managerId: friend })).toMatchObject(refused);
    expect(await move(clerk.client, top, { managerId: friend })).toMatchObject(refused);
    expect(await move(clerk.client, own, { parentId: other })).toMatchObject(refused);
    expect(await move(clerk.client, other, { managerId: clerk.userId })).toMatchObject({
      ...refused,
      errors: [{ field: '/managerId' }],
    });
    expect((await move(clerk.client, other, { managerId: friend })).status).toBe(200);
    expect((await move(boss, own, { managerId: friend })).status).toBe(200);
  });
});

describe('the sign-in data of a user', () => {
  const change = async (client: Client, id: number, values: object) => {
    const { version, departments } = await boss.call('userGet', { path: { id } });
    const body = { id, version, departments, ...values };
    return ask(client, 'userUpdateById', { body });
  };

  it('is not changed by users with fewer permissions, in any way', async () => {
    const dept = await deptOf();
    const clerk = await visitor(['user:*', 'dept:list'], [dept]);
    const [equal, above] = [await visitor([], [dept]), await visitor(['station:list'], [dept])];
    for (const [field, value] of [
      ['name', 'pwned'],
      ['email', 'evil@x.cc'],
      ['phone', '+86 10'],
    ] as const) {
      const refused = { status: 403, code: 40309, errors: [{ field: `/${field}` }] };
      expect(await change(clerk.client, above.userId, { [field]: value }), field).toMatchObject(refused);
      expect((await change(clerk.client, equal.userId, { [field]: value })).status, field).toBe(200);
    }
    expect((await change(clerk.client, above.userId, { jobTitle: 'Engineer' })).status).toBe(200);
    expect((await change(boss, above.userId, { email: 'right@x.cc' })).status).toBe(200);
  });

  it('of the platform’s administrator is not changed by an administrator of a tenant', async () => {
    const { username } = await makePerson(server, [1], { role: 'administrator' });
    const client = await login(server, username, PASSWORD);
    const admin = await (await login(server)).call('getPrincipal');
    const { version } = await client.call('userGet', { path: { id: admin.userId } });
    const body = { id: admin.userId, version, name: 'pwned' };
    const managerId = admin.userId;
    const { id: deptId } = await client.call('deptSave', { body: { name: 'Office', managerId } });
    const answer = await ask(client, 'userUpdateById', { body: { ...body, departments: [{ deptId }] } });
    expect(answer).toMatchObject({ status: 403, code: 40309, errors: [{ field: '/name' }] });
  });
});
