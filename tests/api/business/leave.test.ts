import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalStep } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { ask } from '../../support/calls/ask.ts';
import { replaceAbsentNow } from '../../support/calls/inside.ts';
import { changeRows, setMember } from '../../support/calls/world.ts';
import { draft, type LeaveTeam, leaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makeDept } from '../../support/people/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
beforeAll(async () => {
  server = await startServer();
  team = await leaveTeam(server);
});
afterAll(() => server?.stop());
afterEach(() => applyDefinitions('entities', {}));

function useStep(part: Partial<ApprovalStep>): void {
  const leave = entityOf('leave');
  const title = { zh: '一', en: 'One' };
  const step = { do: 'approve' as const, name: 'one', title, by: {}, mode: 'any' as const, ...part };
  applyDefinitions('entities', { leave: { ...leave, approval: { ...leave.approval!, steps: [step] } } });
}

const read = async ({ client }: Member, id: number) =>
  (await client.call('approvalDetail', { path: { id } })).request;

describe('the days of a leave', () => {
  it('are computed from its dates, so that no user can avoid the second approval', async () => {
    const applicant = await team.member();
    await makeDept(server, team.tenantId, team.manager.id, [applicant.id]);
    const typed = {
      subject: 'Year',
      type: 'sick',
      startDate: '2026-12-01',
      endDate: '2027-11-30',
      days: 1,
    };
    expect(await ask(applicant.client, 'leaveCreate', { body: typed })).toMatchObject({
      status: 400,
      errors: [{ field: '/days' }],
    });
    const { record, request } = await submit(applicant, { endDate: '2027-11-30' });
    expect(record.days).toBe(261);
    expect(request.steps.map(({ state }) => state)).toEqual(['active', 'waiting', 'waiting']);
  });

  it('include half days, change with the dates, and are more than zero and at most a year', async () => {
    const { applicant } = team;
    const made = await draft(applicant, { startHalf: true, endDate: '2026-12-04' });
    expect(made.days).toBe(3.5);
    const { id, version, startDate: first } = made;
    const change = (body: object) => ask(applicant.client, 'leaveUpdate', { body: { id, version, ...body } });
    for (const wrong of [
      { endDate: dayAfter(first, -1) },
      { endDate: first, endHalf: true },
      { endDate: dayAfter(first, 366) },
    ])
      expect(await change(wrong)).toMatchObject({ status: 400, errors: [{ field: '/endDate' }] });
    expect((await change({ endDate: first })).data).toMatchObject({ days: 0.5 });
  });
});

describe('L16 who decides', () => {
  it('is the manager up to three days, also administration above, and for a head the higher manager', async () => {
    const [boss, head, worker] = [await team.member(), await team.member(), await team.member()];
    const above = await makeDept(server, team.tenantId, boss.id, [boss.id]);
    const below = await makeDept(server, team.tenantId, head.id, [head.id, worker.id]);
    await changeRows(server, 'dept', { id: below }, { parent_id: above });
    const deciders = async (who: Member, wish: object) => {
      const { request } = await submit(who, { startDate: '2026-12-01', ...wish });
      return request.steps
        .filter(({ kind, state }) => kind === 'approve' && state !== 'skipped')
        .map(({ name, assignees }) => [name, assignees.map(({ id }) => id)]);
    };
    const manager = (who: Member) => ['manager', [who.id]];
    const office = ['administration', [team.office.id]];
    expect(await deciders(worker, { endDate: '2026-12-03' })).toEqual([manager(head)]);
    const longer = { endDate: '2026-12-04', startHalf: true };
    expect(await deciders(worker, longer)).toEqual([manager(head), office]);
    expect(await deciders(head, { endDate: '2026-12-03' })).toEqual([manager(boss)]);
  });
});

describe('who owns the record', () => {
  it('cannot decide on it if another user submitted it, and it cannot be delegated to them', async () => {
    const { manager, office, colleague, runner } = team;
    const own = await draft(manager);
    const path = { entity: 'leave', id: own.id };
    const send = (client = office.client) =>
      ask(client, 'recordSubmit', { path, body: { version: own.version } });
    useStep({ by: { users: [manager.id] } });
    expect(await send()).toMatchObject({ status: 409, code: 40906 });
    useStep({ by: { users: [manager.id, colleague.id] } });
    const { data: request } = await send();
    expect(request.steps[0]?.assignees.map(({ id }) => id)).toEqual([colleague.id]);
    const body = { version: request.version, userId: manager.id };
    const handed = await ask(colleague.client, 'approvalDelegate', { path: { id: request.id }, body });
    expect(handed).toMatchObject({ status: 400, errors: [{ field: '/userId' }] });
    const reassignment = { ...body, fromId: colleague.id };
    const again = await ask(runner.client, 'approvalReassign', {
      path: { id: request.id },
      body: reassignment,
    });
    expect(again).toMatchObject({ status: 400, errors: [{ field: '/userId' }] });
  });

  it('cannot decide on a request that was already assigned to them', async () => {
    const { manager, office, colleague } = team;
    const own = await draft(manager);
    useStep({ by: { users: [colleague.id] } });
    const request = await office.client.call('recordSubmit', {
      path: { entity: 'leave', id: own.id },
      body: { version: own.version },
    });
    await changeRows(server, 'approval_assignee', { request_id: request.id }, { user_id: manager.id });
    expect((await read(manager, request.id)).may).not.toContain('agree');
    const body = { version: request.version, comment: 'mine' };
    for (const how of ['approvalAgree', 'approvalReject'] as const)
      expect(await ask(manager.client, how, { path: { id: request.id }, body })).toMatchObject({
        status: 403,
        code: 40303,
      });
  });

  it('is skipped if they are the manager: the higher manager decides', async () => {
    const { manager, member, tenantId } = team;
    const head = await member();
    const clerk = await member(['leave:*']);
    const top = await makeDept(server, tenantId, head.id, [head.id]);
    const dept = await makeDept(server, tenantId, manager.id, [clerk.id]);
    await changeRows(server, 'dept', { id: dept }, { parent_id: top });
    const own = await draft(manager);
    const request = await clerk.client.call('recordSubmit', {
      path: { entity: 'leave', id: own.id },
      body: { version: own.version },
    });
    expect(request.steps[0]?.assignees.map(({ id }) => id)).toEqual([head.id]);
  });
});

describe('a user who delegated the decision', () => {
  const leave = ({ id }: Member) => setMember(server, id, { status: 'inactive' });
  const waiting = async (id: number) =>
    (await read(team.applicant, id)).steps[0]!.assignees.filter(({ decision }) => decision === null).map(
      (one) => one.id,
    );

  it('is not asked again when a colleague leaves, but when the delegate leaves', async () => {
    const { applicant, colleague, member } = team;
    const [deputy, leaver] = [await member(), await member()];
    useStep({ by: { users: [colleague.id, leaver.id] }, mode: 'all' });
    const { request } = await submit(applicant);
    const body = { version: request.version, userId: deputy.id };
    await colleague.client.call('approvalDelegate', { path: { id: request.id }, body });
    await leave(leaver);
    await replaceAbsentNow(server);
    expect(await waiting(request.id)).toEqual([deputy.id]);
    await leave(deputy);
    await replaceAbsentNow(server);
    expect(await waiting(request.id)).toEqual([colleague.id]);
  });
});
