/**
 * The records that belong to a project. Its leader writes them and an observer reads them. After the project
 * is closed, neither may.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../generated/operations.ts';
import { dayAfter } from '../../../../runtime/core/time/workDays.ts';
import { type Answer, ask } from '../../../support/calls/ask.ts';
import type { CallInput, Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makePerson, PASSWORD } from '../../../support/people/people.ts';
import {
  completeProject,
  joinProject,
  makeProject,
  startProject,
} from '../../../support/records/projects.ts';
import { login } from '../../../support/server/server.ts';

type Calls = readonly [
  create: OperationId,
  page: OperationId,
  read: OperationId,
  update: OperationId,
  remove: OperationId,
];
type Made = { id: number; version: number };

const PLAN = { name: 'Mount', kind: 'weekly', fromDate: '2026-01-05', toDate: '2026-01-09' };

/** Each kind of record: its calls, the body of the new record, and its change. */
const CHILDREN: readonly [calls: Calls, body: object, change: object][] = [
  [
    ['siteFileCreate', 'siteFilePage', 'siteFileGet', 'siteFileUpdate', 'siteFileDelete'],
    { name: 'Circuit diagram', kind: 'drawing' },
    { name: 'Circuit diagram 2' },
  ],
  [
    ['siteLogCreate', 'siteLogPage', 'siteLogGet', 'siteLogUpdate', 'siteLogDelete'],
    { content: 'Mounted', people: 4 },
    { content: 'Mounted and tested' },
  ],
  [
    ['siteRegionCreate', 'siteRegionPage', 'siteRegionGet', 'siteRegionUpdate', 'siteRegionDelete'],
    { name: 'Roof' },
    { place: 'North' },
  ],
  [
    ['siteDeviceCreate', 'siteDevicePage', 'siteDeviceGet', 'siteDeviceUpdate', 'siteDeviceDelete'],
    { name: 'Cabinet', quantity: 2 },
    { state: 'delivered' },
  ],
  [
    [
      'siteCheckItemCreate',
      'siteCheckItemPage',
      'siteCheckItemGet',
      'siteCheckItemUpdate',
      'siteCheckItemDelete',
    ],
    { name: 'Torque' },
    { result: 'normal' },
  ],
  [
    ['setupItemCreate', 'setupItemPage', 'setupItemGet', 'setupItemUpdate', 'setupItemDelete'],
    { name: 'Paint', state: 'na' },
    { remark: 'Not asked for' },
  ],
  [
    ['workPlanCreate', 'workPlanPage', 'workPlanGet', 'workPlanUpdate', 'workPlanOfSiteDelete'],
    PLAN,
    { done: 50 },
  ],
  [
    [
      'serviceReportCreate',
      'serviceReportPage',
      'serviceReportGet',
      'serviceReportUpdate',
      'serviceReportOfSiteDelete',
    ],
    { content: 'Tested', hours: 6.5 },
    { result: 'In order' },
  ],
  [
    ['returnVisitCreate', 'returnVisitPage', 'returnVisitGet', 'returnVisitUpdate', 'returnVisitDelete'],
    { score: 4 },
    { remark: 'Content' },
  ],
  [
    [
      'projectAnnounceCreate',
      'projectAnnouncePage',
      'projectAnnounceGet',
      'projectAnnounceUpdate',
      'projectAnnounceDelete',
    ],
    { name: 'Road closed', text: 'Use the north gate.' },
    { text: 'Use the south gate.' },
  ],
  [
    ['qualityCheckCreate', 'qualityCheckPage', 'qualityCheckGet', 'qualityCheckUpdate', 'qualityCheckDelete'],
    { name: 'Cables', items: [{ name: 'Labels', kind: 'check' }] },
    { summary: 'Begun' },
  ],
  [
    ['siteMemberCreate', 'siteMemberPage', 'siteMemberGet', 'siteMemberUpdate', 'siteMemberDelete'],
    { role: 'safety' },
    { role: 'quality' },
  ],
  [
    ['siteObserverCreate', 'siteObserverPage', 'siteObserverGet', 'siteObserverUpdate', 'siteObserverDelete'],
    { until: '2099-01-31' },
    { until: '2099-02-28' },
  ],
];

/** The only kinds of records that may be created after the close. */
const AFTER_CLOSE: readonly OperationId[] = ['returnVisitCreate'];

const served = serveOperators();
let leader: Client;
let observer: Client;
let observerId: number;
let siteId: number;
let closedId: number;
/** The users to whom records belong, one user for each of these records. */
let guests: number[];

const filterOf = (id: number) => JSON.stringify({ and: [{ field: 'siteId', op: 'in', value: [id] }] });

/** Returns the body of a new record, with the guest if the record belongs to a person. */
const newOf = (call: OperationId, project: number, body: object, guest: number): CallInput => ({
  body: {
    ...{ siteId: project, ...body },
    ...(['siteMemberCreate', 'siteObserverCreate'].includes(call) && { userId: guests[guest] }),
  },
});

async function create([call]: Calls, body: object, project: number): Promise<Made> {
  const answer: Answer<unknown> = await ask(leader, call, newOf(call, project, body, 0));
  expect(answer).toMatchObject({ status: 200 });
  return answer.data as Made;
}

const statusOf = async (client: Client, call: OperationId, input: CallInput): Promise<number> =>
  (await ask(client, call, input)).status;

beforeAll(async () => {
  const { server, operator } = served;
  const { tenantId } = operator;
  const lead = await joinProject(server, tenantId, 'engineering');
  leader = lead.client;
  const rights = CHILDREN.map(([[call]]) => `${call.replace(/Create$/, '')}:*@own`);
  const person = await makePerson(server, [tenantId], { permissions: ['executeSite:*@own', ...rights] });
  observer = await login(server, person.username, PASSWORD);
  observerId = person.userId;
  guests = [];
  for (let made = 0; made < 2; made++) guests.push((await makePerson(server, [tenantId])).userId);
  siteId = (await makeProject(operator, lead.id)).id;
  const observers = [{ userId: observerId, until: dayAfter(new Date().toISOString().slice(0, 10), 3) }];
  await leader.call('siteObserversPut', { body: { siteId, observers } });
  closedId = (await makeProject(operator, lead.id)).id;
  await startProject(operator, closedId, [lead.id]);
});

describe('the records of a project', () => {
  it.each(CHILDREN)('%j are written by its leader, and read by its observer', async (calls, body, change) => {
    const [add, page, read, update, remove] = calls;
    expect(await statusOf(observer, add, newOf(add, siteId, body, 1))).toBe(403);
    const { id, version } = await create(calls, body, siteId);
    const path = { id };
    const written = { body: { id, version, ...change } };
    expect((await ask(observer, read, { path })).data).toMatchObject({ id, siteId });
    for (const client of [leader, observer]) {
      const { data } = await ask(client, page, { query: { filter: filterOf(siteId), size: 100 } });
      expect((data as { records: Made[] }).records.map((one) => one.id)).toContain(id);
    }
    const refused = [await statusOf(observer, update, written), await statusOf(observer, remove, { path })];
    expect(refused).toEqual([403, 403]);
    const { stranger } = served;
    expect(await statusOf(stranger, read, { path })).toBe(404);
    expect(await statusOf(stranger, update, written)).toBe(404);
    expect(await statusOf(stranger, remove, { path })).toBe(404);
    expect((await ask(leader, update, written)).data).toMatchObject({ ...change, id });
    expect((await ask(leader, read, { path })).data).toMatchObject({ ...change, siteId });
    expect(await statusOf(leader, remove, { path })).toBe(200);
    expect(await statusOf(leader, read, { path })).toBe(404);
  });

  it('cannot be changed once it is closed, except return visits', async () => {
    const made: Made[] = [];
    for (const [calls, body] of CHILDREN) made.push(await create(calls, body, closedId));
    await completeProject(served.operator, closedId);
    await served.operator.call('projCloseConfirm', { body: { id: closedId, override: false } });
    for (const [at, [[add, , read, update, remove], body, change]] of CHILDREN.entries()) {
      const { id } = made[at]!;
      const { version, _actions } = (await ask(leader, read, { path: { id } })).data as Made & {
        _actions: string[];
      };
      const isOpen = AFTER_CLOSE.includes(add);
      expect([add, _actions.includes('update'), _actions.includes('delete')]).toEqual([add, isOpen, isOpen]);
      const answers = [
        await statusOf(leader, add, newOf(add, closedId, body, 1)),
        await statusOf(leader, update, { body: { id, version, ...change } }),
        await statusOf(leader, remove, { path: { id } }),
      ];
      expect([add, ...answers]).toEqual([add, ...(isOpen ? [200, 200, 200] : [409, 409, 409])]);
    }
  });
});

describe("the children of a project's records", () => {
  it('include an announcement for its members, and its pages with their confirmations', async () => {
    const { operator, stranger } = served;
    const { id: project } = await makeProject(operator, observerId);
    const members = guests.map((userId) => ({ userId, role: 'worker' as const }));
    await operator.call('siteMembersPut', { body: { siteId: project, members } });
    const body = { siteId: project, name: 'Road closed', text: 'Use the north gate.' };
    const { id, version } = await operator.call('announceSave', { body });
    await operator.call('announceSave', { body: { ...body, id, version, text: 'Use the south gate.' } });
    const page = {
      query: { filter: JSON.stringify({ and: [{ field: 'announceId', op: 'in', value: [id] }] }) },
    };
    const { records } = await operator.call('announceConfirmPage', page);
    expect(records.map((one) => one.userId).sort()).toEqual([...guests].sort());
    const path = { id: records[0]!.id };
    expect(await operator.call('announceConfirmGet', { path })).toMatchObject({
      announceId: id,
      state: 'unconfirmed',
    });
    expect(await statusOf(stranger, 'announceConfirmGet', { path })).toBe(404);
    expect((await stranger.call('announceConfirmPage', page)).total).toBe(0);
  });

  it('include the items of quality checks', async () => {
    const { operator, stranger } = served;
    const items = [
      { name: 'Torque', kind: 'number' as const },
      { name: 'Labels', kind: 'check' as const },
    ];
    const check = await operator.call('qualityCheckCreate', { body: { siteId, name: 'Cables', items } });
    const filter = JSON.stringify({ and: [{ field: 'checkId', op: 'in', value: [check.id] }] });
    const { records } = await observer.call('qualityCheckPage', { query: { filter: filterOf(siteId) } });
    expect(records.map(({ id }) => id)).toContain(check.id);
    const found = await operator.call('qualityCheckItemPage', { query: { filter } });
    expect(found.records.map(({ name }) => name).sort()).toEqual(['Labels', 'Torque']);
    const path = { id: found.records[0]!.id };
    expect(await operator.call('qualityCheckItemGet', { path })).toMatchObject({ checkId: check.id });
    expect(await statusOf(stranger, 'qualityCheckItemGet', { path })).toBe(404);
  });
});
