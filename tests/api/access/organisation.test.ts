/**
 * The calls of pages about the people of a company: departments with their sites, roles, colleagues and permissions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { makeDept, makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, type Site } from '../../support/telemetry/site.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let chief: Person;
let sites: Site[];
let headId: number;
let branchId: number;

beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  chief = await makePerson(server, [tenantId], { role: 'administrator', name: 'Chief' });
  boss = await login(server, chief.username, PASSWORD);
  sites = [await makeSite(boss), await makeSite(boss)];
  const dept = async (name: string, stations: string[], parentId: number | null) =>
    (await boss.call('deptSave', { body: { name, managerId: chief.userId, stations, parentId } })).id;
  headId = await dept('Head office', [sites[0]!.station.sn!], null);
  branchId = await dept('Branch', [sites[1]!.station.sn!], headId);
});
afterAll(() => server?.stop());

const nameOf = ({ station }: Site) => ({ sn: station.sn, name: station.name });

describe('departments', () => {
  it('form a tree, each with the sites that it is responsible for', async () => {
    expect(await boss.call('deptTreeStation')).toMatchObject([
      {
        id: headId,
        name: 'Head office',
        manager: { id: chief.userId, name: 'Chief' },
        stations: [nameOf(sites[0]!)],
        children: [{ id: branchId, name: 'Branch', stations: [nameOf(sites[1]!)], children: [] }],
      },
    ]);
  });

  it('return their sites with the sites of lower departments, or only their own if there are none', async () => {
    const sns = async (deptId?: number) =>
      (await boss.call('deptListStation', { query: { deptId } })).map(({ sn, deptIds }) => [sn, deptIds]);
    const ofBranch = [sites[1]!.station.sn, [branchId]];
    const both = new Set([[sites[0]!.station.sn, [headId]], ofBranch]);
    expect(new Set(await sns())).toEqual(both);
    expect(new Set(await sns(headId))).toEqual(both);
    expect(await sns(branchId)).toEqual([ofBranch]);
  });
});

describe('people', () => {
  it('include all colleagues except the caller, found by part of their name', async () => {
    const made = await makePerson(server, [tenantId], { name: 'Ada Lovelace' });
    const gone = await makePerson(server, [tenantId], { name: 'Ada Gone' });
    const move = { name: 'deactivate', version: 1 };
    await boss.call('recordTransition', { path: { entity: 'user', id: gone.userId }, body: move });
    const found = (search: string) => boss.call('approvalColleagues', { query: { search } });
    expect(await found('ada')).toEqual([{ id: made.userId, name: 'Ada Lovelace' }]);
    expect(await found('chief')).toEqual([]);
  });

  it('are listed for users who may change or decide something, not for read-only users', async () => {
    const signIn = async (permissions: string[]) =>
      login(server, (await makePerson(server, [tenantId], { permissions })).username, PASSWORD);
    const statusOf = async (permissions: string[]) =>
      (await ask(await signIn(permissions), 'approvalColleagues')).status;
    expect(await statusOf(['station:list', 'station:get@own', 'customer:export'])).toBe(403);
    expect(await statusOf(['leave:*@own'])).toBe(200);
    expect(await statusOf(['customer:handover@own'])).toBe(200);
  });

  it("of the caller's departments form the team, for users who may change something", async () => {
    const own = await makeTenant(server);
    const person = (name: string, permissions: string[]) => makePerson(server, [own], { name, permissions });
    const [lead, mate, gone, apart] = [
      await person('Team Lead', ['siteWorksheet:*']),
      await person('Team Mate', []),
      await person('Team Gone', []),
      await person('Other Team', ['siteWorksheet:*']),
    ];
    await makeDept(server, own, lead.userId, [lead.userId, mate.userId, gone.userId]);
    const admin = await login(
      server,
      (await makePerson(server, [own], { permissions: ['*'] })).username,
      PASSWORD,
    );
    await admin.call('recordTransition', {
      path: { entity: 'user', id: gone.userId },
      body: { name: 'deactivate', version: 1 },
    });
    const enter = ({ username }: { username: string }) => login(server, username, PASSWORD);
    const [first, second] = [
      { id: lead.userId, name: 'Team Lead' },
      { id: mate.userId, name: 'Team Mate' },
    ];
    const leading = await enter(lead);
    expect(await leading.call('userTeam')).toMatchObject({ records: [first, second], total: 2 });
    const pageOf = (current: number) => leading.call('userTeam', { query: { current, size: 1 } });
    expect(await pageOf(1)).toEqual({ records: [first], total: 2, current: 1, size: 1 });
    expect(await pageOf(2)).toMatchObject({ records: [second], total: 2 });
    expect((await pageOf(3)).records).toEqual([]);
    expect(await (await enter(apart)).call('userTeam')).toMatchObject({ records: [], total: 0 });
    expect((await ask(await enter(mate), 'userTeam')).status).toBe(403);
  });

  it('of the tenant are listed, read, changed and removed', async () => {
    const made = await makePerson(server, [tenantId], { name: 'Grace' });
    const path = { id: made.userId };
    const listed = async () =>
      (await boss.call('tenantUserRelationPage', { query: { size: 100 } })).records.map(({ id }) => id);
    expect(await listed()).toContain(made.userId);
    const { version, username } = await boss.call('tenantUserRelationGet', { path });
    expect(username).toBe(made.username);
    const body = { id: made.userId, version, jobTitle: 'Admiral', departments: [{ deptId: branchId }] };
    expect(await boss.call('tenantUserRelationUpdate', { body })).toMatchObject({
      jobTitle: 'Admiral',
      deptIds: [branchId],
    });
    await boss.call('tenantUserRelationDelete', { path });
    expect(await listed()).not.toContain(made.userId);
    expect((await ask(boss, 'tenantUserRelationGet', { path })).status).toBe(404);
  });
});

describe('roles and permissions', () => {
  it('include the number of people with a role', async () => {
    const body = { key: 'guard', name: '值班', nameEn: 'Guard', permissions: ['station:list'] };
    const { id } = await boss.call('roleCreate', { body });
    const members = async () => (await boss.call('roleList')).find((role) => role.id === id);
    expect(await members()).toEqual({
      id,
      code: 'guard',
      name: { zh: '值班', en: 'Guard' },
      description: '',
      members: 0,
    });
    await makePerson(server, [tenantId], { role: 'guard' });
    expect(await members()).toMatchObject({ members: 1 });
  });

  it('have names for all users: permissions of entities with their fields, and other permissions', async () => {
    const { entities, groups } = await boss.call('accessPermissions');
    const station = entities.find(({ name }) => name === 'station');
    expect(station?.title).toEqual({ zh: '站点', en: 'Station' });
    expect(station?.actions.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['station:list', 'station:get', 'station:create', 'station:update']),
    );
    expect(station?.fields.find(({ name }) => name === 'sn')).toMatchObject({ readOnly: false });
    const keys = groups.flatMap(({ permissions }) => permissions.map(({ key }) => key));
    expect(keys).toEqual(expect.arrayContaining(['audit:list', 'userPermission:get']));
  });
});

it('return the kinds of service from the dictionary of the tenant', async () => {
  const values = async () => (await boss.call('serviceTypeList')).map(({ value }) => value);
  expect(await values()).toEqual(expect.arrayContaining(['inspection', 'maintenance']));
  const body = { type: 'serviceType', value: 'thermography', titleZh: '热成像', titleEn: 'Thermography' };
  await boss.call('dictCreate', { body });
  expect(await boss.call('serviceTypeList')).toContainEqual(
    expect.objectContaining({ value: 'thermography', title: { zh: '热成像', en: 'Thermography' } }),
  );
});
