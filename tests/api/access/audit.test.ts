import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;

/** Creates a tenant with its administrator, and users with exactly these permissions. */
async function makeOffice() {
  const tenant = await makeTenant(server);
  const join = async (permissions: readonly string[], role: string | null = null) => {
    const made = await makePerson(server, [tenant], { permissions, role });
    return { ...made, client: await login(server, made.username, PASSWORD) };
  };
  return { tenant, join, boss: await join([], 'administrator') };
}

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

it("exports the audit log with titles, in the user's language and time zone", async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  const client = await login(server, username, PASSWORD);
  const { id } = await client.call('customerCreate', { body: { name: 'Wuxi Grid', state: 'developing' } });
  await client.call('updateCustomer', { body: { id, version: 1, level: 'VIP' } });
  const query = { entity: 'customer', action: 'update' };
  const [noted] = (await client.call('auditPage', { query })).records;
  const file = async (more: object) => client.request('auditExport', { query: { ...query, ...more } });
  const lines = (await (await file({ lang: 'en', zone: 'Asia/Shanghai' })).text()).split('\r\n');
  const clock = new Date(Date.parse(noted!.at) + 8 * 3_600_000).toISOString();
  expect(lines[1]).toContain(clock.slice(0, 19).replace('T', ' '));
  expect(lines[1]).toContain(',Customer,');
  expect(lines[1]).toContain(',Edited,');
  const made = await (await file({ lang: 'en', action: 'create' })).text();
  expect(made).toMatch(/,Created,[^,]*,,Developing\r/);
  const chinese = await (await file({ lang: 'zh' })).text();
  expect(chinese).toContain(',编辑,');
  expect((await file({ zone: 'Nowhere' })).status).toBe(400);
});

it('distinguishes changes by users from changes by devices, and devices by their stations', async () => {
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { role: 'administrator' });
  const client = await login(server, username, PASSWORD);
  const { device, station } = await makeSite(client);
  await runSql(
    server,
    `insert into audit_log (tenant_id, entity, record_id, action) values ($1, 'device', $2, 'control')`,
    tenant,
    String(device.id),
  );
  const linesBy = async (by?: 'people' | 'machines') =>
    (await client.call('auditPage', { query: { entity: 'device', by } })).records;
  expect((await linesBy('machines')).map(({ action, userId }) => [action, userId])).toEqual([
    ['control', null],
  ]);
  const people = await linesBy('people');
  expect(people.map(({ action }) => action)).toEqual(['create']);
  expect(people[0]!.recordName).toEqual({
    zh: `${device.name} · ${station.name}`,
    en: `${device.name} · ${station.name}`,
  });
  expect(await linesBy()).toHaveLength(2);
  const file = await client.request('auditExport', {
    query: { entity: 'device', by: 'machines', lang: 'en' },
  });
  expect((await file.text()).trim().split('\r\n')).toHaveLength(2);
});

describe('a reader of the audit log', () => {
  it('sees only that something was done to records that they may not list', async () => {
    const { join, boss } = await makeOffice();
    const body = { name: 'Secret Grid', state: 'developing' };
    const { id } = await boss.client.call('customerCreate', { body });
    await boss.client.call('updateCustomer', { body: { id, version: 1, name: 'Hidden Grid' } });
    const auditor = await join(['audit:list']);
    const { records, total } = await auditor.client.call('auditPage', { query: { size: 100 } });
    expect(total).toBeGreaterThan(3);
    const about = records.filter(({ entity }) => entity === 'customer');
    expect(about.map(({ action, recordId }) => [action, recordId])).toEqual([
      ['update', String(id)],
      ['create', String(id)],
    ]);
    for (const line of records)
      expect(line).toMatchObject({ concealed: true, changes: [], recordName: null });
    const file = await (await auditor.client.request('auditExport', { query: { lang: 'en' } })).text();
    expect(file).toContain(',Customer,');
    expect(file).not.toMatch(/Grid|127\.0\.0\.1/);
    expect(JSON.stringify(await boss.client.call('auditPage'))).toMatch(/Secret Grid.*Hidden Grid/);
  });

  it('sees the entries of their own records if their right covers only those', async () => {
    const { join, boss } = await makeOffice();
    const seller = await join(['audit:list', 'customer:create', 'customer:*@own']);
    const create = async (by: typeof boss, name: string) =>
      (await by.client.call('customerCreate', { body: { name, state: 'developing' } })).id;
    const [own, foreign] = [await create(seller, 'Own Grid'), await create(boss, 'Foreign Grid')];
    const query = { entity: 'customer', action: 'create' };
    const { records } = await seller.client.call('auditPage', { query });
    const line = (id: number) => records.find(({ recordId }) => recordId === String(id));
    expect(line(own)).toMatchObject({ concealed: false, recordName: { en: 'Own Grid' } });
    expect(line(foreign)).toMatchObject({ concealed: true, changes: [], recordName: null });
    expect(await (await seller.client.request('auditExport', { query })).text()).not.toContain('Foreign');
  });

  it('does not see fields hidden by a rule, nor fields that they may see for some records only', async () => {
    const { join, boss, tenant } = await makeOffice();
    const managerId = boss.userId;
    const dept = (await boss.client.call('deptSave', { body: { name: 'D', managerId } })).id;
    const person = { name: 'P', username: `audited${tenant}`, departments: [{ deptId: dept }] };
    const { id } = await boss.client.call('userSave', { body: { ...person, idCard: '110101-SECRET' } });
    const fields = async (permissions: readonly string[]) => {
      const { client } = await join(['audit:list', 'user:list', ...permissions]);
      const query = { entity: 'user', recordId: String(id), action: 'create' };
      const [made] = (await client.call('auditPage', { query })).records;
      return made?.changes.map(({ field }) => field);
    };
    expect(await fields([])).not.toContain('idCard');
    expect(await fields(['user:idCard@own'])).not.toContain('idCard');
    expect(await fields(['user:idCard'])).toEqual(expect.arrayContaining(['idCard', 'username']));
  });

  it('can sort by time or by name, in both directions', async () => {
    const { join, boss, tenant } = await makeOffice();
    const { client } = await join(['audit:list', 'role:*']);
    for (const [who, key] of [
      [boss.client, 'first'],
      [client, 'second'],
      [boss.client, 'third'],
    ] as const)
      await who.call('roleCreate', { body: { key: `${key}${tenant}`, name: key, permissions: [] } });
    const read = async (sort?: 'time' | '-time' | 'user' | '-user') => {
      const query = { entity: 'role', action: 'create', ...(sort && { sort }) };
      return (await client.call('auditPage', { query })).records;
    };
    const ids = (await read()).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect((await read('-time')).map(({ id }) => id)).toEqual(ids);
    expect((await read('time')).map(({ id }) => id)).toEqual(ids.toReversed());
    const names = async (sort: 'user' | '-user') => (await read(sort)).map(({ userName }) => userName);
    const up = await names('user');
    expect(new Set(up).size).toBe(2);
    expect(up[0] === up[1] || up[1] === up[2]).toBe(true);
    expect(new Set([up[0], (await names('-user'))[0]]).size).toBe(2);
  });
});
