/** The documented calls of projects, and who sees which project and its children (S16). */
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../generated/operations.ts';
import { dayAfter } from '../../../../runtime/core/time/workDays.ts';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import {
  joinProject,
  makeProject,
  type ProjectPerson,
  readProject,
} from '../../../support/records/projects.ts';

const served = serveOperators();
let leader: ProjectPerson;
let member: ProjectPerson;
let observer: ProjectPerson;

beforeAll(async () => {
  const join = () => joinProject(served.server, served.operator.tenantId);
  [leader, member, observer] = await Promise.all([join(), join(), join()]);
});

const today = (): string => new Date().toISOString().slice(0, 10);

/** The children of a project with their own calls: the body of the new record, and its change. */
const CHILDREN: readonly [entity: string, body: object, change: object][] = [
  ['siteFile', { name: 'Plan', kind: 'drawing' }, { name: 'Plan 2' }],
  ['siteLog', { content: 'Mounted', people: 4 }, { content: 'Mounted and tested' }],
  ['siteRegion', { name: 'Roof' }, { place: 'North' }],
  ['siteDevice', { name: 'Cabinet', quantity: 2 }, { state: 'delivered' }],
  ['siteCheckItem', { name: 'Torque' }, { result: 'normal' }],
];

describe('the children of a project', () => {
  it.each(CHILDREN)('%s is created, listed, read, changed and deleted', async (entity, body, change) => {
    const { operator } = served;
    const [{ id: siteId }, other] = [
      await makeProject(operator, leader.id),
      await makeProject(operator, leader.id),
    ];
    const run = (action: string, input: object) => ask(operator, `${entity}${action}` as OperationId, input);
    const made = (await run('Create', { body: { siteId, ...body } })).data as { id: number; version: number };
    await run('Create', { body: { siteId: other.id, ...body } });
    expect((await run('Page', { query: { siteId } })).data).toMatchObject({
      total: 1,
      records: [{ id: made.id }],
    });
    const path = { id: made.id };
    const changed = await run('Update', { body: { ...path, version: made.version, ...change } });
    expect(changed.data).toMatchObject(change);
    expect((await run('Get', { path })).data).toMatchObject({ ...body, ...change, siteId });
    expect((await run('Delete', { path })).status).toBe(200);
    expect((await run('Get', { path })).status).toBe(404);
  });

  it('are plans and reports that are added to the project in the address', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    const plan = { name: 'Mount', kind: 'weekly' as const, fromDate: '2026-01-05', toDate: '2026-01-09' };
    const { id: planId } = await operator.call('workPlanOfSiteCreate', { path: { id }, body: plan });
    const report = { content: 'Tested', hours: 6.5 };
    const { id: reportId } = await operator.call('serviceReportOfSiteCreate', { path: { id }, body: report });
    const query = { siteId: id };
    expect(await operator.call('workPlansOfSite', { query })).toMatchObject([
      { id: planId, siteId: id, ...plan },
    ]);
    expect(await operator.call('serviceReportsOfSite', { query })).toMatchObject([
      { id: reportId, hours: 6.5 },
    ]);
    const late = { ...plan, toDate: '2026-01-01' };
    expect((await ask(operator, 'workPlanOfSiteCreate', { path: { id }, body: late })).errors).toMatchObject([
      { field: '/toDate' },
    ]);
    await operator.call('workPlanOfSiteDelete', { path: { id: planId } });
    await operator.call('serviceReportOfSiteDelete', { path: { id: reportId } });
    expect(await operator.call('workPlansOfSite', { query })).toEqual([]);
  });
});

describe('the calls of projects', () => {
  it('return pages, the team, figures of several projects, and users who may be members', async () => {
    const { operator } = served;
    const { id, stationSn } = await makeProject(operator, leader.id);
    const members = [{ userId: member.id, role: 'safety' as const }];
    await operator.call('siteMembersPut', { body: { siteId: id, members } });
    const { records } = await operator.call('executeSitePage', { query: { search: 'Cabinet', size: 100 } });
    expect(records.map((one) => one.id)).toContain(id);
    expect(await operator.call('siteTeam', { path: { id } })).toMatchObject([
      { userId: member.id, role: 'safety' },
    ]);
    const { id: second } = await makeProject(operator, leader.id);
    expect(await operator.call('executeSiteCards', { body: { siteIds: [id, second] } })).toMatchObject([
      { id, memberCount: 1, progress: 0, openIssues: 0 },
      { id: second, memberCount: 0 },
    ]);
    const options = await operator.call('siteMemberOptions', {});
    expect(options.map(({ value }) => value)).toContain(member.id);
    expect(await operator.call('projectLiveAddress', { path: { id } })).toEqual([]);
    await operator.call('ipcCreate', {
      body: { name: 'Gate', stationSn: stationSn!, protocol: 'simulated' },
    });
    expect(await operator.call('projectLiveAddress', { path: { id } })).toMatchObject([
      { name: 'Gate', address: expect.stringContaining('/stream'), expiresAt: expect.any(String) },
    ]);
  });

  it('send projects, devices and check items as workbooks', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    await operator.call('siteDeviceCreate', { body: { siteId: id, name: 'Cabinet', quantity: 2 } });
    for (const [call, input] of [
      ['executeSiteExcel', {}],
      ['siteDeviceExcel', { query: { siteId: id } }],
      ['siteCheckItemExcel', { query: { siteId: id } }],
    ] as const) {
      const response = await operator.request(call, input);
      expect(response.status).toBe(200);
      const [first] = await readXlsx(Buffer.from(await response.arrayBuffer()));
      expect(first!.data.length, call).toBeGreaterThan(0);
    }
  });
});

describe('the rights on a project', () => {
  it('belong to its members and observers, who read only until their last day', async () => {
    const { operator, stranger } = served;
    const { id } = await makeProject(operator, leader.id);
    const log = await operator.call('siteLogCreate', { body: { siteId: id, content: 'Day 1' } });
    const members = [{ userId: member.id, role: 'worker' as const }];
    await operator.call('siteMembersPut', { body: { siteId: id, members } });
    const observe = async (until: string) => {
      const observers = [{ userId: observer.id, until }];
      await operator.call('siteObserversPut', { body: { siteId: id, observers } });
    };
    await observe(dayAfter(today(), 3));
    expect(await operator.call('siteObservers', { path: { id } })).toMatchObject([{ userId: observer.id }]);
    const sees = async ({ client }: Pick<ProjectPerson, 'client'>) => [
      (await ask(client, 'executeSiteInfo', { path: { id } })).status,
      (await ask(client, 'siteLogGet', { path: { id: log.id } })).status,
      (await client.call('siteLogPage', { query: { siteId: id } })).total,
    ];
    const outsider = await joinProject(served.server, operator.tenantId);
    expect(await sees(leader)).toEqual([200, 200, 1]);
    expect(await sees(member)).toEqual([200, 200, 1]);
    expect(await sees(observer)).toEqual([200, 200, 1]);
    expect(await sees(outsider)).toEqual([404, 404, 0]);
    expect(await sees({ client: stranger })).toEqual([404, 404, 0]);
    const write = async ({ client }: ProjectPerson) =>
      (await ask(client, 'siteLogCreate', { body: { siteId: id, content: 'Day 2' } })).status;
    expect(await write(member)).toBe(200);
    expect(await write(observer)).toBe(403);
    expect(await write(outsider)).toBeGreaterThanOrEqual(400);
    const { version } = await readProject(operator, id);
    const change = { body: { id, version, name: 'Mine' } };
    expect((await ask(observer.client, 'executeSiteUpdate', change)).status).toBe(403);
    expect(
      (
        await ask(observer.client, 'siteLogUpdate', {
          body: { id: log.id, version: log.version, content: 'x' },
        })
      ).status,
    ).toBe(403);
    await observe(dayAfter(today(), -1));
    expect(await sees(observer)).toEqual([404, 404, 0]);
  });
});
