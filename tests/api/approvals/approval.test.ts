import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Approval, ApprovalStep } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { ask } from '../../support/calls/ask.ts';
import { enforceDeadlinesAt, replaceAbsentNow } from '../../support/calls/inside.ts';
import { changeRows, setMember } from '../../support/calls/world.ts';
import { draft, type LeaveTeam, leaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makeDept, makeTenant } from '../../support/people/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let member: LeaveTeam['member'];
let applicant: Member;
let manager: Member;
let office: Member;
let colleague: Member;
let runner: Member;

beforeAll(async () => {
  server = await startServer();
  ({ tenantId, member, applicant, manager, office, colleague, runner } = await leaveTeam(server));
});
afterAll(() => server?.stop());
afterEach(() => applyDefinitions('entities', {}));

/** Applies another approval chain for the entity, as the schema studio does. */
function setChain(approval: Partial<Approval>): void {
  const leave = entityOf('leave');
  applyDefinitions('entities', { leave: { ...leave, approval: { ...leave.approval!, ...approval } } });
}

const step = (name: string, part: Partial<ApprovalStep>): ApprovalStep => ({
  ...{ do: 'approve' as const, name, title: { zh: name, en: name }, by: { users: [] }, mode: 'any' as const },
  ...part,
});

const read = (who: Member, id: number) => who.client.call('leaveGet', { path: { id } });
const detail = async (who: Member, id: number) =>
  (await who.client.call('approvalDetail', { path: { id } })).request;
async function decide(who: Member, how: 'approvalAgree' | 'approvalReject', id: number, comment?: string) {
  const { version } = await detail(who, id);
  return who.client.call(how, { path: { id }, body: { version, ...(comment ? { comment } : {}) } });
}
const notices = async (who: Member) =>
  (await who.client.call('noticePage', { query: { size: 50 } })).records.map(({ text }) => text.en);

describe('a leave application', () => {
  it('is approved by the manager of the department, and by the office if longer than three days', async () => {
    const { record, request } = await submit(applicant, { endDate: '2026-12-05' });
    expect(request).toMatchObject({ state: 'pending', round: 1, may: ['rollback', 'cancel', 'comment'] });
    expect(request.steps.map(({ state, assignees }) => [state, assignees.map(({ id }) => id)])).toEqual([
      ['active', [manager.id]],
      ['waiting', [office.id]],
      ['waiting', []],
    ]);
    expect((await notices(manager))[0]).toMatch(/is waiting for your decision$/);
    await decide(manager, 'approvalAgree', request.id, 'enjoy');
    const ended = await decide(office, 'approvalAgree', request.id);
    expect(ended).toMatchObject({ state: 'agreed' });
    expect(ended.actions.map(({ action, user, comment }) => [action, user?.id, comment])).toEqual([
      ['submit', applicant.id, null],
      ['agree', manager.id, 'enjoy'],
      ['agree', office.id, null],
    ]);
    expect(await read(applicant, record.id)).toMatchObject({ status: 'agreed' });
    expect((await notices(applicant))[0]).toMatch(/was approved$/);
  });

  it('skips the office if it is short', async () => {
    const { record, request } = await submit(applicant);
    expect(request.steps[1]).toMatchObject({ state: 'skipped', assignees: [] });
    expect(await decide(manager, 'approvalAgree', request.id)).toMatchObject({ state: 'agreed' });
    expect(await read(applicant, record.id)).toMatchObject({
      status: 'agreed',
      _actions: ['prove', 'shorten', 'cancel'],
    });
  });

  it('is neither changed nor deleted while it is pending or after it was approved', async () => {
    const { record, request } = await submit(applicant);
    const change = async (who: Member) => {
      const { version } = await read(who, record.id);
      const update = await ask(who.client, 'leaveUpdate', {
        body: { id: record.id, version, endDate: '2026-12-09' },
      });
      const removal = await ask(who.client, 'leaveDelete', { path: { id: record.id } });
      const form = new FormData();
      form.set('file', new Blob(['Another note']), 'note.txt');
      const path = { entity: 'leave', id: record.id };
      const attachment = await ask(who.client, 'recordAttachmentAdd', { path, form });
      return [update, removal, attachment].map(({ status, code }) => [status, code]);
    };
    expect(await change(office)).toEqual(Array(3).fill([409, 40903]));
    await decide(manager, 'approvalAgree', request.id);
    expect(await change(applicant)).toEqual(Array(3).fill([409, 40904]));
  });

  it('is rejected with a reason, then changed and submitted again; both rounds remain visible', async () => {
    const { record, request } = await submit(applicant);
    const { version } = await detail(manager, request.id);
    const silent = await ask(manager.client, 'approvalReject', {
      path: { id: request.id },
      body: { version },
    });
    expect(silent).toMatchObject({ status: 400, code: 40006, errors: [{ field: '/comment' }] });
    await decide(manager, 'approvalReject', request.id, 'too many away');
    const rejected = await read(applicant, record.id);
    expect(rejected).toMatchObject({ status: 'rejected', _actions: ['update', 'delete', 'submit'] });
    expect((await applicant.client.call('taskCounts')).rejected).toBe(1);
    const changed = await applicant.client.call('leaveUpdate', {
      body: { id: record.id, version: rejected.version, endDate: record.startDate },
    });
    const path = { entity: 'leave', id: record.id };
    await applicant.client.call('recordSubmit', { path, body: { version: changed.version } });
    const { rounds, maySubmit } = await applicant.client.call('recordApproval', { path });
    expect(rounds.map(({ round, state }) => [round, state])).toEqual([
      [2, 'pending'],
      [1, 'rejected'],
    ]);
    expect(maySubmit).toBe(false);
    expect((await applicant.client.call('taskCounts')).rejected).toBe(0);
  });

  it('is withdrawn by its submitter only: as a draft, or canceled permanently', async () => {
    const { record, request } = await submit(applicant);
    const query = { version: request.version };
    const foreign = await ask(office.client, 'approvalRollback', { path: { id: request.id }, query });
    expect(foreign).toMatchObject({ status: 403, code: 40304 });
    await applicant.client.call('approvalRollback', { path: { id: request.id }, query });
    const back = await read(applicant, record.id);
    expect(back.status).toBe('draft');
    const again = await applicant.client.call('recordSubmit', {
      path: { entity: 'leave', id: record.id },
      body: { version: back.version },
    });
    const body = { version: again.version };
    const canceled = await applicant.client.call('approvalCancel', { path: { id: again.id }, body });
    expect(canceled.state).toBe('canceled');
    const over = await read(applicant, record.id);
    expect(over.status).toBe('canceled');
    const more = await ask(applicant.client, 'recordSubmit', {
      path: { entity: 'leave', id: record.id },
      body: { version: over.version },
    });
    expect(more).toMatchObject({ status: 409, code: 40905 });
    const late = await ask(manager.client, 'approvalAgree', { path: { id: again.id }, body });
    expect(late).toMatchObject({ status: 409, code: 40907 });
  });

  it('names a step without any approver', async () => {
    const record = await draft(colleague);
    const path = { entity: 'leave', id: record.id };
    const lost = await ask(colleague.client, 'recordSubmit', { path, body: { version: record.version } });
    expect(lost).toMatchObject({ status: 409, code: 40906 });
    expect(lost.msg).toContain('Department manager');
    expect(await read(colleague, record.id)).toMatchObject({ status: 'draft' });
  });

  it('may be compensatory for the production center only, and must end after its start', async () => {
    const body = {
      subject: 'Away',
      type: 'compensatory',
      ...{ startDate: '2026-12-01', startTime: '08:30', endDate: '2026-12-01', endTime: '12:00' },
    };
    expect(await ask(applicant.client, 'leaveCreate', { body })).toMatchObject({
      status: 400,
      errors: [{ field: '/type' }],
    });
    const worker = await member();
    const center = await makeDept(server, tenantId, manager.id, [worker.id]);
    await changeRows(server, 'dept', { id: center }, { production_center: true });
    // The worker may take this kind of leave, but has no balance.
    expect(await ask(worker.client, 'leaveCreate', { body })).toMatchObject({
      status: 409,
      errors: [{ field: '/endDate' }],
    });
    const reversed = { ...body, type: 'sick', endDate: '2026-11-30' };
    expect(await ask(worker.client, 'leaveCreate', { body: reversed })).toMatchObject({
      status: 400,
      errors: [{ field: '/endDate' }],
    });
  });
});

describe('a participant of an approval', () => {
  it('decides only when it is their turn, and sees only requests that concern them', async () => {
    const { record, request } = await submit(applicant);
    const body = { version: request.version };
    const early = await ask(office.client, 'approvalAgree', { path: { id: request.id }, body });
    expect(early).toMatchObject({ status: 403, code: 40303 });
    const own = await ask(applicant.client, 'approvalAgree', { path: { id: request.id }, body });
    expect(own).toMatchObject({ status: 403, code: 40303 });
    const stranger = await member(['*'], await makeTenant(server));
    for (const who of [colleague, stranger]) {
      expect((await ask(who.client, 'approvalDetail', { path: { id: request.id } })).status).toBe(404);
      expect((await ask(who.client, 'approvalAgree', { path: { id: request.id }, body })).status).toBe(404);
      const path = { entity: 'leave', id: record.id };
      expect((await ask(who.client, 'recordApproval', { path })).status).toBe(404);
    }
    const shown = await manager.client.call('approvalDetail', { path: { id: request.id } });
    expect(shown.record).toMatchObject({ subject: record.subject, days: 2 });
  });

  it('finds it in the lists of pending, approved, initiated and copied requests', async () => {
    const { request } = await submit(applicant);
    const ids = async (
      who: Member,
      call: 'approvalPending' | 'approvalApproved' | 'approvalInitiated' | 'approvalCopied',
    ) => (await who.client.call(call, { query: { size: 50, entity: 'leave' } })).records.map(({ id }) => id);
    const before = (await manager.client.call('taskCounts')).approvals;
    expect(await ids(manager, 'approvalPending')).toContain(request.id);
    expect(await ids(office, 'approvalPending')).not.toContain(request.id);
    expect(await ids(office, 'approvalCopied')).not.toContain(request.id);
    expect(await ids(applicant, 'approvalInitiated')).toContain(request.id);
    const sorted = async (sort: 'submittedAt' | '-submittedAt' | 'subject' | 'initiator') =>
      (await applicant.client.call('approvalInitiated', { query: { size: 50, sort } })).records;
    const latest = (await sorted('-submittedAt')).map(({ id }) => id);
    expect((await sorted('submittedAt')).map(({ id }) => id)).toEqual(latest.toReversed());
    const subjects = (await sorted('subject')).map(({ recordLabel }) => recordLabel);
    expect(subjects).toEqual(subjects.toSorted());
    expect((await sorted('initiator')).map(({ id }) => id).toSorted()).toEqual(latest.toSorted());
    await decide(manager, 'approvalAgree', request.id);
    expect(await ids(manager, 'approvalPending')).not.toContain(request.id);
    expect(await ids(manager, 'approvalApproved')).toContain(request.id);
    expect(await ids(office, 'approvalCopied')).toContain(request.id);
    expect((await manager.client.call('taskCounts')).approvals).toBe(before - 1);
    const nothing = await manager.client.call('approvalPending', { query: { entity: 'customer' } });
    expect(nothing.total).toBe(0);
  });

  it('delegates the decision to a colleague, who is notified', async () => {
    const { request } = await submit(applicant);
    const body = { version: request.version, userId: colleague.id, comment: 'I am away' };
    const path = { id: request.id };
    const self = await ask(manager.client, 'approvalDelegate', {
      path,
      body: { ...body, userId: applicant.id },
    });
    expect(self).toMatchObject({ status: 400, code: 40007 });
    const handed = await manager.client.call('approvalDelegate', { path, body });
    expect(handed.may).toEqual(['comment']);
    expect((await notices(colleague))[0]).toMatch(/reassigned the approval/);
    const ended = await decide(colleague, 'approvalAgree', request.id);
    expect(ended.state).toBe('agreed');
    expect(ended.actions[1]).toMatchObject({
      action: 'delegate',
      to: { id: colleague.id },
      comment: 'I am away',
    });
  });

  it('is replaced only by the user who runs approvals; both are notified', async () => {
    const { record, request } = await submit(applicant);
    const path = { id: request.id };
    const body = { version: request.version, fromId: manager.id, userId: colleague.id };
    expect((await ask(colleague.client, 'approvalReassign', { path, body })).status).toBe(403);
    expect((await ask(colleague.client, 'approvalOpen', {})).status).toBe(403);
    const reassign = (part: object) =>
      ask(runner.client, 'approvalReassign', { path, body: { ...body, ...part } });
    expect((await reassign({ userId: applicant.id })).code).toBe(40007);
    expect((await reassign({ fromId: office.id })).code).toBe(40952);
    const { records } = await runner.client.call('approvalOpen', { query: { size: 50 } });
    expect(records).toContainEqual(expect.objectContaining({ id: request.id }));
    // The caller sees the progress of the approval, but not the record.
    expect(await runner.client.call('approvalDetail', { path })).toMatchObject({
      record: null,
      withheld: true,
    });
    expect((await ask(runner.client, 'leaveGet', { path: { id: record.id } })).status).toBe(403);
    expect((await reassign({ comment: 'on holiday' })).data).toMatchObject({ may: ['reassign', 'comment'] });
    expect((await reassign({})).code).toBe(40909);
    expect((await notices(colleague))[0]).toMatch(/reassigned the approval/);
    expect((await notices(manager))[0]).toMatch(/reassigned your approval/);
    const ended = await decide(colleague, 'approvalAgree', request.id);
    expect(ended.state).toBe('agreed');
    expect(ended.actions[1]).toMatchObject({
      action: 'reassign',
      from: { id: manager.id },
      to: { id: colleague.id },
      comment: 'on holiday',
    });
  });

  it('comments, and the others are notified', async () => {
    const { request } = await submit(applicant);
    await manager.client.call('approvalComment', {
      path: { id: request.id },
      body: { comment: 'which weeks?' },
    });
    const { actions } = await detail(applicant, request.id);
    expect(actions.at(-1)).toMatchObject({ action: 'comment', comment: 'which weeks?' });
    expect((await notices(applicant))[0]).toMatch(/commented on/);
  });
});

describe('a step', () => {
  it('with mode "all" waits for all approvers; two parallel decisions both count', async () => {
    setChain({ steps: [step('both', { by: { users: [manager.id, colleague.id] }, mode: 'all' })] });
    const { request } = await submit(applicant);
    await Promise.all(
      [manager, colleague].map(({ client }) =>
        client.call('approvalAgree', { path: { id: request.id }, body: { version: request.version } }),
      ),
    );
    expect((await detail(applicant, request.id)).state).toBe('agreed');
  });

  it('with mode "any" accepts the first decision; a parallel second one is refused', async () => {
    setChain({
      steps: [
        step('any', { by: { users: [manager.id, colleague.id] } }),
        step('next', { by: { users: [office.id] } }),
      ],
    });
    const { request } = await submit(applicant);
    const answers = await Promise.all(
      [manager, colleague].map(({ client }) =>
        ask(client, 'approvalAgree', { path: { id: request.id }, body: { version: request.version } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { actions, steps } = await detail(applicant, request.id);
    expect(actions.filter(({ action }) => action === 'agree')).toHaveLength(1);
    expect(steps.map(({ state }) => state)).toEqual(['agreed', 'active']);
  });

  it.each([
    ['agree', 'agreed'],
    ['reject', 'rejected'],
  ] as const)('whose time is over is decided by its definition: %s', async (late, state) => {
    setChain({ steps: [step('late', { by: { users: [manager.id] }, hours: 1, late })] });
    const { record, request } = await submit(applicant);
    await enforceDeadlinesAt(server, Date.now());
    expect((await detail(applicant, request.id)).state).toBe('pending');
    await enforceDeadlinesAt(server, Date.now() + 3_700_000);
    const { state: ended, actions } = await detail(applicant, request.id);
    expect(ended).toBe(state);
    expect(actions.at(-1)).toMatchObject({ action: late, user: null });
    expect(await read(applicant, record.id)).toMatchObject({ status: state });
  });

  it('sends one reminder per period, even with several servers', async () => {
    setChain({ steps: [step('slow', { by: { users: [manager.id] }, hours: 1 })] });
    const { request } = await submit(applicant);
    const later = (hours: number) => enforceDeadlinesAt(server, Date.now() + hours * 3_600_000);
    const reminders = async () =>
      (await detail(applicant, request.id)).actions.filter(({ action }) => action === 'remind').length;
    await Promise.all([later(1.1), later(1.1), later(1.1)]);
    expect(await reminders()).toBe(1);
    await later(1.5);
    expect(await reminders()).toBe(1);
    await later(2.2);
    expect(await reminders()).toBe(2);
    expect((await notices(manager))[0]).toMatch(/is overdue$/);
  });

  it('does not wait for users who left: another approver decides, or the user who runs approvals', async () => {
    const leaver = await member();
    const activate = (status: 'active' | 'inactive') => setMember(server, leaver.id, { status });
    const users = { by: { users: [leaver.id, colleague.id] }, mode: 'all' as const };
    setChain({ steps: [step('both', users)] });
    const both = await submit(applicant);
    setChain({ steps: [step('one', { by: { users: [leaver.id] } })] });
    const alone = await submit(applicant);
    await activate('inactive');
    await Promise.all([replaceAbsentNow(server), replaceAbsentNow(server)]);
    expect((await decide(colleague, 'approvalAgree', both.request.id)).state).toBe('agreed');
    const { steps, actions } = await detail(applicant, alone.request.id);
    expect(actions.at(-1)).toMatchObject({ action: 'absent', from: { id: leaver.id }, user: null });
    const [waiting] = steps[0]!.assignees.filter(({ decision }) => decision === null);
    expect(waiting!.id).toBe(runner.id);
    expect(actions.filter(({ action }) => action === 'absent')).toHaveLength(1);
    expect((await decide(runner, 'approvalAgree', alone.request.id)).state).toBe('agreed');
  });

  it('may forbid withdrawing the request', async () => {
    setChain({ withdraw: false });
    const { request } = await submit(applicant);
    expect(request.may).toEqual(['comment']);
    const query = { version: request.version };
    const refused = await ask(applicant.client, 'approvalRollback', { path: { id: request.id }, query });
    expect(refused).toMatchObject({ status: 409, code: 40908 });
  });
});
