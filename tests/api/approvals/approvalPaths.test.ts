import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { enforceDeadlinesAt, replaceAbsentNow } from '../../support/calls/inside.ts';
import { changeRows } from '../../support/calls/world.ts';
import {
  agree,
  approve,
  askedOf,
  FLOW_PATH,
  flowTeam,
  flowTitle,
  noticesOf,
  plainFlow,
  requestOf,
} from '../../support/people/flows.ts';
import { type LeaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makeDept } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
let designer: Member;
let finance: Member;
let publish: Awaited<ReturnType<typeof flowTeam>>['publish'];

beforeAll(async () => {
  server = await sharedServer();
  ({ team, designer, finance, publish } = await flowTeam(server));
});
afterAll(() => server?.stop());

const path = FLOW_PATH;

describe('several approvers of a step', () => {
  it('need not all decide, and a user who has already agreed is not asked again', async () => {
    const { applicant, manager, office } = team;
    const colleague = await team.member();
    await publish([
      approve('votes', {
        ...{ by: { users: [manager.id, office.id, finance.id] }, mode: 'some', atLeast: 2 },
      }),
      approve('both', { by: { users: [office.id, colleague.id] }, mode: 'all', once: true }),
      approve('again', { by: { users: [office.id] } }),
    ]);
    const { request } = await submit(applicant);
    expect(request.steps[0]).toMatchObject({ mode: 'some', atLeast: 2 });
    await agree(office, request.id);
    expect(askedOf(await requestOf(applicant, request.id)).toSorted()).toEqual(
      [manager.id, finance.id].toSorted(),
    );
    await agree(finance, request.id);
    const second = await requestOf(applicant, request.id);
    expect(askedOf(second)).toEqual([colleague.id]);
    expect(second.steps[1]!.assignees.find(({ id }) => id === office.id)).toMatchObject({
      decision: 'agreed',
    });
    const late = await ask(manager.client, 'approvalAgree', {
      ...{ path: { id: request.id }, body: { version: second.version } },
    });
    expect(late.status).not.toBe(200);
    await agree(colleague, request.id);
    expect(askedOf(await requestOf(applicant, request.id))).toEqual([office.id]);
    expect((await agree(office, request.id)).state).toBe('agreed');
  });

  it('are counted only if the step defines the number', async () => {
    const save = (part: object) =>
      ask(designer.client, 'approvalFlowSave', {
        path,
        body: { version: 0, steps: [{ ...approve('a', { by: { owner: true } }), ...part }] },
      });
    expect(await save({ mode: 'some' })).toMatchObject({ status: 400 });
    expect(await save({ mode: 'any', atLeast: 2 })).toMatchObject({ status: 400 });
    expect(await save({ mode: 'some', atLeast: 1 })).toMatchObject({ status: 400 });
  });
});

describe('a time limit', () => {
  it('counts working hours if the step says so, also for the next reminder', async () => {
    const { applicant, manager } = team;
    const by = { by: { users: [manager.id] }, hours: 10 };
    const limitOf = async (id: number) => {
      const { startedAt, dueAt } = (await requestOf(applicant, id)).steps[0]!;
      return (Date.parse(dueAt!) - Date.parse(startedAt!)) / 3_600_000;
    };
    await publish([approve('plain', by)]);
    expect(await limitOf((await submit(applicant)).request.id)).toBe(10);
    await publish([approve('working', { ...by, working: true })]);
    const { id } = (await submit(applicant)).request;
    // A working day has eight hours.
    const hours = await limitOf(id);
    expect(hours).toBeGreaterThan(24);
    const reminders = async () =>
      (await requestOf(applicant, id)).actions.filter(({ action }) => action === 'remind').length;
    const later = (more: number) => enforceDeadlinesAt(server, Date.now() + (hours + more) * 3_600_000);
    await later(0.1);
    await later(10.2);
    expect(await reminders()).toBe(1);
    await later(24 * 14);
    expect(await reminders()).toBe(2);
    const steps = [{ ...approve('a', { by: { owner: true } }), working: true }];
    const refused = await ask(designer.client, 'approvalFlowSave', { path, body: { version: 0, steps } });
    expect(refused).toMatchObject({ status: 400 });
  });
});

describe('paths side by side', () => {
  it('are all completed, shown in lists, and canceled when one rejects', async () => {
    const { applicant, manager, office } = team;
    await publish([
      {
        ...{ do: 'parallel', name: 'both', title: flowTitle('both'), join: 'all' },
        paths: [
          { title: flowTitle('a'), steps: [approve('one', { by: { users: [manager.id] } })] },
          {
            title: flowTitle('b'),
            steps: [approve('two', { by: { users: [office.id, finance.id] }, mode: 'sequence' })],
          },
        ],
      },
      approve('last', { by: { users: [manager.id] } }),
      { do: 'copy', name: 'told', title: flowTitle('told'), to: { users: [team.colleague.id] } },
    ]);
    const { request } = await submit(applicant);
    const pendingOf = async (who: Member) =>
      (await who.client.call('approvalPending', { query: { size: 50 } })).records.map(({ id }) => id);
    expect(await pendingOf(manager)).toContain(request.id);
    expect(await pendingOf(office)).toContain(request.id);
    expect(await pendingOf(finance)).not.toContain(request.id);
    const early = await ask(finance.client, 'approvalAgree', {
      path: { id: request.id },
      body: { version: request.version },
    });
    expect(early).toMatchObject({ status: 403, code: 40303 });
    await agree(office, request.id);
    expect(await pendingOf(finance)).toContain(request.id);
    await agree(manager, request.id);
    await agree(finance, request.id);
    const { records } = await applicant.client.call('approvalInitiated', { query: { size: 1 } });
    expect(records[0]).toMatchObject({ step: { en: 'last' }, waitingFor: [{ id: manager.id }] });
    expect((await agree(manager, request.id)).state).toBe('agreed');
    const copied = await team.colleague.client.call('approvalCopied', { query: { size: 50 } });
    expect(copied.records.map(({ id }) => id)).toContain(request.id);
    expect((await noticesOf(team.colleague))[0]).toMatch(/^For your information/);

    const other = await submit(applicant);
    const { version } = await requestOf(manager, other.request.id);
    await manager.client.call('approvalReject', {
      path: { id: other.request.id },
      body: { version, comment: 'no' },
    });
    expect(await pendingOf(office)).not.toContain(other.request.id);
    const late = await ask(office.client, 'approvalAgree', {
      path: { id: other.request.id },
      body: { version },
    });
    expect(late).toMatchObject({ status: 409, code: 40972 });
  });
});

describe('who is asked', () => {
  const two = () => [
    approve('one', { by: { users: [team.manager.id] } }),
    approve('two', { by: { users: [team.office.id] } }),
  ];

  it('can add approvers before and after', async () => {
    const { applicant, manager, office } = team;
    await publish(two());
    const { request } = await submit(applicant);
    const add = (userIds: number[], place: 'before' | 'after', version: number, who = manager) =>
      ask(who.client, 'approvalAdd', { path: { id: request.id }, body: { version, userIds, place } });
    for (const wrong of [[applicant.id], [manager.id], [999_999]])
      expect(await add(wrong, 'before', request.version)).toMatchObject({
        status: 400,
        errors: [{ field: '/userIds' }],
      });
    expect((await add([finance.id], 'before', request.version, office)).code).toBe(40303);
    const { data: added } = await add([finance.id], 'before', request.version);
    expect(added.steps.map(({ title: { en }, state }) => [en, state])).toEqual([
      [expect.stringMatching(/^Added by/), 'active'],
      ['one', 'waiting'],
      ['two', 'waiting'],
    ]);
    expect((await noticesOf(finance))[0]).toMatch(/is waiting for your decision$/);
    const back = await agree(finance, request.id);
    expect(askedOf(back)).toEqual([manager.id]);
    const { data: after } = await add([team.colleague.id], 'after', back.version);
    expect(askedOf(after)).toEqual([team.colleague.id]);
    expect(askedOf(await agree(team.colleague, request.id))).toEqual([office.id]);
    expect((await agree(office, request.id)).state).toBe('agreed');
  });

  it('can return it to an earlier step, or to the submitter', async () => {
    const { applicant, manager, office } = team;
    await publish(two());
    const { record, request } = await submit(applicant);
    const agreed = await agree(manager, request.id);
    const shown = await requestOf(office, request.id);
    expect(shown.returnTo).toEqual([1]);
    const send = (body: object) =>
      ask(office.client, 'approvalReturn', {
        path: { id: request.id },
        body: { version: agreed.version, no: 1, ...body },
      });
    expect(await send({})).toMatchObject({ status: 400, errors: [{ field: '/comment' }] });
    expect(await send({ no: 2, comment: 'why' })).toMatchObject({ status: 409, code: 40973 });
    const { data: returned } = await send({ comment: 'which weeks?' });
    expect(askedOf(returned)).toEqual([manager.id]);
    expect(returned.actions.at(-1)).toMatchObject({ action: 'return', toNo: 1, comment: 'which weeks?' });
    await agree(manager, request.id);
    const { version } = await requestOf(office, request.id);
    const body = { version, no: null, comment: 'change it' };
    const ended = await office.client.call('approvalReturn', { path: { id: request.id }, body });
    expect(ended.state).toBe('canceled');
    expect(await applicant.client.call('leaveGet', { path: { id: record.id } })).toMatchObject({
      status: 'draft',
      _actions: ['update', 'delete', 'submit'],
    });
    expect((await noticesOf(applicant))[0]).toMatch(/returned .+ to you/);
  });

  it('can do so only if the flow allows it', async () => {
    await publish([approve('one', { by: { users: [team.manager.id] }, may: [] })]);
    const { request } = await submit(team.applicant);
    expect((await requestOf(team.manager, request.id)).may).toEqual(['agree', 'reject', 'comment']);
    const body = { version: request.version, no: null, comment: 'x' };
    const refused = await ask(team.manager.client, 'approvalReturn', { path: { id: request.id }, body });
    expect(refused).toMatchObject({ status: 403, code: 40320 });
  });

  it('is a manager of a given level, or the topmost one if there are fewer levels', async () => {
    const { manager, member, tenantId } = team;
    const clerk = await member();
    const head = await member();
    const top = await makeDept(server, tenantId, head.id, [head.id]);
    const dept = await makeDept(server, tenantId, manager.id, [clerk.id]);
    await changeRows(server, 'dept', { id: dept }, { parent_id: top });
    await publish([approve('all', { by: { manager: true, level: 4, upTo: true }, mode: 'sequence' })]);
    const { request } = await submit(clerk);
    expect(request.steps[0]!.assignees.map(({ id }) => id)).toEqual([manager.id, head.id]);
    await publish([approve('third', { by: { manager: true, level: 3 } })]);
    expect(askedOf((await submit(clerk)).request)).toEqual([head.id]);
    await publish([approve('head', { by: { heads: [dept] } })]);
    expect(askedOf((await submit(clerk)).request)).toEqual([manager.id]);
    await publish([approve('late', { by: { users: [manager.id] }, hours: 1, late: 'pass' })]);
    await changeRows(server, 'user_department', { user_id: manager.id }, { dept_id: dept });
    const late = await submit(clerk);
    await enforceDeadlinesAt(server, Date.now() + 3_700_000);
    const passed = await requestOf(clerk, late.request.id);
    expect(passed.actions.at(-1)).toMatchObject({
      action: 'pass',
      from: { id: manager.id },
      to: { id: head.id },
    });
    expect(askedOf(passed)).toEqual([head.id]);
  });

  it('is replaced by their substitute while they are away', async () => {
    const { applicant, manager, office, colleague } = team;
    await publish([approve('one', { by: { users: [manager.id] } })]);
    const waiting = await submit(applicant);
    const away = await team.member(['substitute:*@own', 'leave:*@own']);
    await publish([approve('one', { by: { users: [away.id] } })]);
    const before = await submit(applicant);
    const span = (from: number, to: number) => ({
      startsAt: new Date(Date.now() + from * 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + to * 3_600_000).toISOString(),
    });
    const named = { reason: 'Holiday', userId: away.id, substituteId: colleague.id };
    await away.client.call('substituteCreate', { body: { ...named, ...span(1, 2) } });
    expect(askedOf((await submit(applicant)).request)).toEqual([away.id]);
    await away.client.call('substituteCreate', { body: { ...named, ...span(-1, 1) } });
    const { request } = await submit(applicant);
    expect(askedOf(request)).toEqual([colleague.id]);
    expect((await noticesOf(colleague))[0]).toMatch(/is away/);
    const { records } = await away.client.call('substitutePage', { query: { size: 10 } });
    expect(records).toHaveLength(2);
    const [later] = records;
    expect((await ask(team.manager.client, 'substituteGet', { path: { id: later!.id } })).status).toBe(403);
    await replaceAbsentNow(server);
    expect(askedOf(await requestOf(applicant, before.request.id))).toEqual([colleague.id]);
    expect(askedOf(await requestOf(applicant, waiting.request.id))).toEqual([manager.id]);
    const ended = await agree(colleague, request.id);
    expect(ended.actions.map(({ action, user, behalf }) => [action, user?.id, behalf?.id])).toEqual([
      ['submit', applicant.id, undefined],
      ['substitute', undefined, undefined],
      ['agree', colleague.id, away.id],
    ]);
    const current = records.find(({ startsAt }) => Date.parse(startsAt) < Date.now())!;
    const got = await away.client.call('substituteGet', { path: { id: current.id } });
    const others = { id: got.id, version: got.version, userId: applicant.id };
    const refusal = { status: 400, errors: [{ field: '/userId' }] };
    expect(await ask(away.client, 'substituteUpdate', { body: others })).toMatchObject(refusal);
    const stolen = { ...named, userId: office.id, substituteId: away.id, ...span(-1, 1) };
    expect(await ask(away.client, 'substituteCreate', { body: stolen })).toMatchObject(refusal);
    const trial = await designer.client.call('approvalFlowTrial', {
      path,
      body: { steps: plainFlow([approve('one', { by: { users: [away.id] } })]), userId: applicant.id },
    });
    expect(trial.steps[0]?.people).toMatchObject([{ id: away.id, substitute: { id: colleague.id } }]);
    await away.client.call('substituteDelete', { path: { id: current.id } });
    expect(askedOf((await submit(applicant)).request)).toEqual([away.id]);
  });
});
