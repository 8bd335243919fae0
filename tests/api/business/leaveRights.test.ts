/**
 * Users see and change leave by their permissions: scenario L19 of the leave plan, and the calls of policies and
 * balances.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileValue } from '../../../runtime/core/fileValue.ts';
import { ask } from '../../support/calls/ask.ts';
import { setMember } from '../../support/calls/world.ts';
import type { Member } from '../../support/people/leave.ts';
import { type Balances, leaveBalances } from '../../support/people/leaveBalances.ts';
import { makeTenant } from '../../support/people/people.ts';
import { remindAt } from '../../support/records/timePlans.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let company: Balances;
let who: Member;
let leaveId: number;
let lotId: number;

beforeAll(async () => {
  server = await sharedServer();
  company = await leaveBalances(server);
  who = await company.worker({ joinDate: '2020-03-01', firstWorkDate: '2010-03-01' });
  await company.passTo('2026-05-01');
  leaveId = await company.take(who, { startDate: '2026-06-03', endDate: '2026-06-04', endHalf: true });
  lotId = (await company.lots(who)).at(-1)!.id;
});
afterAll(() => server?.stop());

describe('L19 who sees leave', () => {
  it('colleagues of the department see who is away on which half day, but not why', async () => {
    const departments = (await company.office.client.call('deptPage', { query: { size: 50 } })).records;
    const deptId = departments.find(({ managerId }) => managerId === company.manager.id)!.id;
    const near = await company.member(['leaveDay:list@department', 'leaveDay:get@department', 'leave:*@own']);
    await setMember(server, near.id, { departments: [deptId] });
    const { records } = await near.client.call('leaveDayPage', { query: { size: 50 } });
    expect(records.map(({ day, half, userId }) => [day, half, userId])).toEqual([
      ['2026-06-03', 'morning', who.id],
      ['2026-06-03', 'afternoon', who.id],
      ['2026-06-04', 'morning', who.id],
    ]);
    expect(records.every(({ type }) => type === undefined || type === null)).toBe(true);
    const path = { id: records[0]!.id };
    expect(await near.client.call('leaveDayGet', { path })).toMatchObject({ state: 'agreed' });
    expect((await ask(near.client, 'leaveGet', { path: { id: leaveId } })).status).toBe(404);
    const full = await company.office.client.call('leaveDayGet', { path });
    expect(full).toMatchObject({ type: 'annual' });
  });

  it('another tenant and a user of another department see nothing', async () => {
    const far = await company.member(['leaveDay:list@department', 'leaveDay:get@department']);
    expect((await far.client.call('leaveDayPage', { query: { size: 50 } })).total).toBe(0);
    const stranger = await company.member(['*'], await makeTenant(server));
    for (const [id, path] of [
      ['leaveGet', { id: leaveId }],
      ['userVacationGet', { id: lotId }],
    ] as const)
      expect((await ask(stranger.client, id, { path })).status).toBe(404);
  });

  it('users read their own balances, and grant none without the permission', async () => {
    const own = await company.member(['userVacation:list@own', 'userVacation:get@own']);
    expect((await own.client.call('userVacationPage', { query: { size: 50 } })).total).toBe(0);
    expect((await ask(own.client, 'userVacationGet', { path: { id: lotId } })).status).toBe(404);
    const body = {
      ...{
        userId: own.id,
        type: 'marriage',
        from: '2026-05-01',
        until: '2026-05-31',
        expiresAt: '2026-05-31',
      },
      ...{ vacationId: 1, granted: 3, reason: 'mine' },
    } as const;
    expect((await ask(own.client, 'userVacationCreate', { body })).status).toBe(403);
  });
});

describe('policies', () => {
  it('are drafts until they are in force, and cannot be changed afterwards', async () => {
    const { client } = company.office;
    const body = {
      ...{ name: 'Sick 2027', type: 'paidSick', from: '2027-01-01', unit: 'halfDay', counts: 'work' },
      ...{ paid: 100, given: 'yearly', tiers: [{ years: 0, amount: 6 }] },
    } as const;
    const draft = await client.call('vacationCreate', { body });
    const changed = await client.call('vacationUpdate', {
      body: { id: draft.id, version: draft.version, paid: 80 },
    });
    expect(await client.call('vacationGet', { path: { id: draft.id } })).toMatchObject({
      paid: 80,
      status: 'draft',
    });
    const tiers = await client.call('vacationTierPage', { query: { size: 100 } });
    const tier = tiers.records.find(({ vacationId }) => vacationId === draft.id)!;
    expect(await client.call('vacationTierGet', { path: { id: tier.id } })).toMatchObject({ amount: 6 });
    const path = { entity: 'vacation', id: draft.id };
    const moved = await client.call('recordTransition', {
      path,
      body: { name: 'enact', version: changed.version },
    });
    const again = { id: draft.id, version: moved.version, paid: 90 };
    expect((await ask(client, 'vacationUpdate', { body: again })).status).toBe(409);
    expect((await ask(client, 'vacationDelete', { path: { id: draft.id } })).status).toBe(409);
  });
});

describe('balances', () => {
  it('C595 are increased by earned days, each as a separate movement', async () => {
    const { client } = company.office;
    const before = await company.left(who);
    await client.call('userVacationBook', {
      body: { lotId, kind: 'granted', amount: 1, at: '2026-05-02', reason: 'night shift' },
    });
    expect(await company.left(who)).toBe(before + 1);
    const { records } = await client.call('userVacationDetailPage', { query: { size: 100 } });
    const booked = records.find(({ kind }) => kind === 'granted')!;
    expect(await client.call('userVacationDetailGet', { path: { id: booked.id } })).toMatchObject({
      ...{ userId: who.id, type: 'annual', day: '2026-05-02', amount: 1, reason: 'night shift' },
    });
    const noted = await client.call('userVacationDetailUpdate', {
      body: { id: booked.id, version: booked.version, note: 'seen the roster' },
    });
    expect(noted).toMatchObject({ note: 'seen the roster', amount: 1 });
  });

  it('C592 are deleted as long as nothing was taken from them, otherwise the error names the reason', async () => {
    const { client } = company.office;
    const deleted = await ask(client, 'userVacationDelete', { path: { id: lotId } });
    expect(deleted.status).toBe(409);
    expect(await client.call('userVacationGet', { path: { id: lotId } })).toMatchObject({
      given: 11,
      taken: 1.5,
    });
    const policies = await client.call('vacationPage', { query: { size: 50 } });
    const vacationId = policies.records.find(({ type }) => type === 'marriage')!.id;
    const lot = await client.call('userVacationCreate', {
      body: {
        ...{
          userId: who.id,
          type: 'marriage',
          from: '2026-05-01',
          until: '2027-04-30',
          expiresAt: '2027-04-30',
        },
        ...{ vacationId, granted: 13, reason: 'certificate seen' },
      },
    });
    expect(await company.left(who, 'marriage')).toBe(13);
    await client.call('userVacationDelete', { path: { id: lot.id } });
    expect(await company.lots(who, 'marriage')).toEqual([]);
  });
});

describe('a preview before the application', () => {
  it('shows the days to be taken, the remaining days, and the obstacles', async () => {
    const preview = (body: object) =>
      who.client.call('leavePreview', {
        body: { type: 'annual', startDate: '2026-09-20', endDate: '2026-10-11', ...body },
      });
    expect(await preview({})).toMatchObject({ days: 11, hours: null, missing: 1.5, next: '2027-01-01' });
    expect((await preview({})).problem).toContain('1.5');
    expect(await preview({ endDate: '2026-09-20' })).toMatchObject({ days: 1, missing: 0, problem: '' });
    const overlapping = await preview({ startDate: '2026-06-04', endDate: '2026-06-04' });
    expect(overlapping.problem).toContain('2026-06-03');
    const hours = { type: 'prenatal', endDate: '2026-09-20', startTime: '11:00', endTime: '14:30' };
    expect(await preview(hours)).toMatchObject({ hours: 2, left: null, problem: '' });
  });
});

describe('L17 proof that a policy requires', () => {
  const noticesWith = async ({ client }: Member, word: string) =>
    (await client.call('noticePage', { query: { size: 100 } })).records.filter(({ text }) =>
      text.en.includes(word),
    );
  async function upload({ client }: Member) {
    const form = new FormData();
    form.set('file', new Blob(['the note of the hospital']), 'note.txt');
    const { bucketName, fileName } = await client.call('uploadFile', { form, query: {} });
    const value = fileValue(`/admin/sys-file/${bucketName}/${fileName}`, 'note.txt');
    return { value, path: { bucketName, fileName } };
  }
  const at = (day: string) => remindAt(server, Date.parse(`${day}T03:00:00Z`));

  it('has a deadline with a reminder, is reported to the office when missing, and can be added after the approval', async () => {
    const sick = await company.worker({ joinDate: '2020-03-01' });
    const id = await company.take(sick, {
      ...{ startDate: '2026-08-03', endDate: '2026-08-04', type: 'sick', subject: 'Flu' },
    });
    const read = () => company.office.client.call('leaveGet', { path: { id } });
    expect(await read()).toMatchObject({ proofBy: '2026-08-18' });
    await at('2026-08-16');
    expect(await noticesWith(sick, 'proof for “Flu”')).toHaveLength(1);
    await at('2026-08-19');
    expect(await noticesWith(company.office, 'proof for “Flu”')).toHaveLength(1);
    const note = await upload(sick);
    await company.move(id, 'prove', { proof: [note.value] }, sick.client);
    const proved = await read();
    expect(proved.proofBy).toBeNull();
    expect(proved.proof).toHaveLength(1);
    expect((await ask(company.colleague.client, 'readFile', { path: note.path })).status).toBe(404);
    expect((await sick.client.request('readFile', { path: note.path })).status).toBe(200);
  });

  it('is not required again if it was added to the application, nor after a change', async () => {
    const sick = await company.worker({ joinDate: '2020-03-01' });
    const note = await upload(sick);
    const wish = { subject: 'Cold', type: 'sick', startDate: '2026-08-10', endDate: '2026-08-10' } as const;
    const bare = await sick.client.call('leaveCreate', { body: wish });
    expect(bare.proofBy).toBe('2026-08-25');
    const whole = await sick.client.call('leaveUpdate', {
      body: { id: bare.id, version: bare.version, proof: [note.value] },
    });
    expect(whole.proofBy).toBeNull();
  });
});

describe('L20 work for a user who is on leave', () => {
  const query = (day: string) => ({
    path: { entity: 'siteWorksheet' },
    body: { values: { handlerId: who.id, dueTime: `${day}T02:00:00Z` } },
  });

  it('is reported to the user who assigns it, without the reason of the leave', async () => {
    const planner = await company.member(['siteWorksheet:create']);
    const away = await planner.client.call('recordUnique', query('2026-06-03'));
    const text = expect.stringMatching(/^\S.*于 2026-06-03 至 2026-06-04 休假$/);
    expect(away).toEqual({ taken: [], beyond: [{ field: 'handlerId', text, warn: true }] });
    const there = await planner.client.call('recordUnique', query('2026-06-05'));
    expect(there).toEqual({ taken: [], beyond: [] });
  });

  it('is not reported to other users or other tenants', async () => {
    expect((await ask(company.colleague.client, 'recordUnique', query('2026-06-03'))).status).toBe(403);
    const stranger = await company.member(['*'], await makeTenant(server));
    expect(await stranger.client.call('recordUnique', query('2026-06-03'))).toMatchObject({ beyond: [] });
  });
});
