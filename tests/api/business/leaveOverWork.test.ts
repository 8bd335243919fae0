/** Leave during assigned work: after the approval, the manager is notified of the open work in this time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agree } from '../../support/people/flows.ts';
import { type LeaveTeam, leaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let team: LeaveTeam;
let stationSn: string;

beforeAll(async () => {
  server = await sharedServer();
  team = await leaveTeam(server);
  stationSn = (await makeSite(team.office.client)).station.sn!;
});
afterAll(() => server?.stop());

const order = (handlerId: number, dueTime: string, more: object = {}) =>
  team.office.client.call('siteWorksheetCreate', {
    body: { name: 'Filter', stationSn, type: 'repair', priority: 'normal', handlerId, dueTime, ...more },
  });

/** Returns a person's notices about leave during assigned work. */
const noticesOf = async (who: Member) =>
  (await who.client.call('noticePage', { query: { size: 50 } })).records
    .map(({ text }) => text)
    .filter(({ en }) => en.includes('with work assigned'));

it('notifies the manager of open work in the days of an approved leave, and of nothing else', async () => {
  const { applicant, manager } = team;
  const { record, request } = await submit(applicant);
  const noon = (day: string) => `${day}T04:00:00Z`;
  const last = record.endDate!;
  await order(applicant.id, noon(record.startDate!));
  await order(applicant.id, noon(last));
  const done = await order(applicant.id, noon(last));
  await team.office.client.call('recordTransition', {
    path: { entity: 'siteWorksheet', id: done.id },
    body: { name: 'revoke', version: done.version, form: { revokeReason: 'Done by others' } },
  });
  await order(manager.id, noon(last));
  await order(applicant.id, `${last.slice(0, 4)}-12-31T04:00:00Z`);
  expect(await noticesOf(manager)).toEqual([]);
  expect((await agree(manager, request.id)).state).toBe('agreed');
  const [notice, ...more] = await noticesOf(manager);
  expect(more).toEqual([]);
  expect(notice!.en).toContain(`from ${record.startDate} to ${last} with work assigned: Work order 2.`);
  expect(notice!.zh).toMatch(/已批准，期间仍有已指派的工作：\S+ 2，/);
  expect(await noticesOf(applicant)).toEqual([]);
});

it('notifies no user if no work is assigned, or the leave is rejected', async () => {
  const { applicant, manager } = team;
  const before = (await noticesOf(manager)).length;
  const free = await submit(applicant);
  await agree(manager, free.request.id);
  const busy = await submit(applicant);
  await order(applicant.id, `${busy.record.startDate}T04:00:00Z`);
  const { version } = busy.request;
  await manager.client.call('approvalReject', {
    path: { id: busy.request.id },
    body: { version, comment: 'Not this week' },
  });
  expect(await noticesOf(manager)).toHaveLength(before);
});
