import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalStep, FlowNode } from '../../generated/definition.ts';
import { ask } from '../support/ask.ts';
import { enforceDeadlinesAt, replaceAbsentNow } from '../support/inside.ts';
import { draft, type LeaveTeam, leaveTeam, type Member, submit } from '../support/leave.ts';
import { makeDept, makeTenant } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { changeRows } from '../support/world.ts';

let server: TestServer;
let team: LeaveTeam;
let designer: Member;
let finance: Member;

beforeAll(async () => {
  server = await startServer();
  team = await leaveTeam(server);
  designer = await team.member(['approval:design', 'leave:*']);
  finance = await team.member();
});
afterAll(() => server?.stop());

const entity = 'leave';
const path = { entity };
const title = (name: string) => ({ zh: name, en: name });
const approve = (name: string, part: Partial<ApprovalStep>): ApprovalStep => ({
  ...{ do: 'approve', name, title: title(name), by: {}, mode: 'any' },
  ...part,
});
const longer = (days: number) => ({ properties: { days: { exclusiveMinimum: days } }, required: ['days'] });
const plain = (steps: readonly FlowNode[]) => steps.map((node) => ({ ...node }));

/** Keeps the flow as the draft, whatever the draft was. */
async function keep(steps: readonly FlowNode[], who = designer) {
  const { draft: before } = await who.client.call('approvalFlow', { path });
  return who.client.call('approvalFlowSave', {
    path,
    body: { version: before?.version ?? 0, steps: plain(steps) },
  });
}
async function publish(steps: readonly FlowNode[], note?: string) {
  const { draft: kept } = await keep(steps);
  const body = { version: kept!.version, ...(note ? { note } : {}) };
  return designer.client.call('approvalFlowPublish', { path, body });
}
const detail = async (who: Member, id: number) =>
  (await who.client.call('approvalDetail', { path: { id } })).request;
async function agree(who: Member, id: number) {
  const { version } = await detail(who, id);
  return who.client.call('approvalAgree', { path: { id }, body: { version } });
}
const askedOf = ({ steps }: Awaited<ReturnType<typeof detail>>) =>
  steps
    .filter(({ state }) => state === 'active')
    .flatMap(({ assignees }) => assignees.filter(({ decision }) => decision === null).map(({ id }) => id));
const notices = async (who: Member) =>
  (await who.client.call('noticePage', { query: { size: 50 } })).records.map(({ text }) => text.en);

describe('the flow of a tenant', () => {
  it('is drawn, published and taken from then on; requests under way keep the version that they began with', async () => {
    const { applicant, manager, office } = team;
    const before = await submit(applicant);
    expect(before.request.flow).toBeNull();
    const design = await publish([approve('boss', { by: { users: [office.id] } })], 'one boss');
    expect(design).toMatchObject({ version: 1, draft: null, versions: [{ version: 1, note: 'one boss' }] });
    const first = await submit(applicant);
    expect(first.request).toMatchObject({ flow: 1 });
    await publish([approve('money', { by: { users: [finance.id] } })]);
    const second = await submit(applicant);
    expect([first, second].map(({ request }) => askedOf(request))).toEqual([[office.id], [finance.id]]);
    expect((await agree(manager, before.request.id)).state).toBe('agreed');
    expect((await agree(office, first.request.id)).state).toBe('agreed');
    const { versions } = await designer.client.call('approvalFlow', { path });
    expect(versions.map(({ version, running }) => [version, running])).toEqual([
      [2, 1],
      [1, 0],
    ]);
    expect((await agree(finance, second.request.id)).state).toBe('agreed');
    const flows = await designer.client.call('approvalFlows');
    expect(flows.find((one) => one.entity === entity)).toMatchObject({ version: 2, draft: false });
    expect((await team.office.client.call('auditPage', { query: { entity: 'approvalFlow' } })).total).toBe(2);
  });

  it('is for who may draw it alone, and for their tenant alone', async () => {
    const body = { steps: [] };
    for (const who of [team.applicant, await team.member(['approval:design@own', 'approval:reassign'])]) {
      expect((await ask(who.client, 'approvalFlows', {})).status).toBe(403);
      expect((await ask(who.client, 'approvalFlow', { path })).status).toBe(403);
      expect((await ask(who.client, 'approvalFlowCheck', { path, body })).status).toBe(403);
      expect(
        (await ask(who.client, 'approvalFlowTrial', { path, body: { ...body, userId: 1 } })).status,
      ).toBe(403);
      expect(
        (await ask(who.client, 'approvalFlowSave', { path, body: { ...body, version: 0 } })).status,
      ).toBe(403);
      expect((await ask(who.client, 'approvalFlowPublish', { path, body: { version: 1 } })).status).toBe(403);
      expect((await ask(who.client, 'approvalFlowDiscard', { path, query: { version: 1 } })).status).toBe(
        403,
      );
    }
    const other = await team.member(['approval:design'], await makeTenant(server));
    expect(await other.client.call('approvalFlow', { path })).toMatchObject({ version: null, versions: [] });
    const nothing = { path: { entity: 'customer' } };
    expect((await ask(designer.client, 'approvalFlow', nothing)).status).toBe(404);
  });

  it('lets the second of two who draw at once know who was quicker', async () => {
    const body = { version: 0, steps: plain([approve('a', { by: { manager: true } })]) };
    const colleague = await team.member(['approval:design']);
    const answers = await Promise.all(
      [designer, colleague].map(({ client }) => ask(client, 'approvalFlowSave', { path, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 40974 });
    const gone = await designer.client.call('approvalFlowDiscard', { path, query: { version: 1 } });
    expect(gone.draft).toBeNull();
    const late = await ask(designer.client, 'approvalFlowPublish', { path, body: { version: 1 } });
    expect(late).toMatchObject({ status: 409, code: 40975 });
  });

  it('is not published with an error, which stands at its part; a warning does not hinder', async () => {
    const steps = [
      approve('empty', {}),
      approve('nobody', { by: { roles: ['engineering'] }, hours: 2, late: 'agree' }),
      {
        ...{ do: 'branch' as const, name: 'way', title: title('way') },
        paths: [
          { title: title('long'), when: longer(3), steps: [] },
          { title: title('longer'), when: longer(5), steps: [] },
          { title: title('gone'), when: { required: ['days2'] }, steps: [] },
          { title: title('else'), steps: [] },
        ],
      },
    ];
    const problems = await designer.client.call('approvalFlowCheck', { path, body: { steps: plain(steps) } });
    expect(problems.map(({ node, level, pointer }) => [node, level, pointer])).toEqual(
      expect.arrayContaining([
        ['empty', 'error', '/0/by'],
        ['nobody', 'warning', '/1/late'],
        ['nobody', 'warning', '/1/by/roles/0'],
        ['nobody', 'error', '/1/by'],
        ['way', 'error', '/2/paths/1'],
        ['way', 'error', '/2/paths/2/when'],
      ]),
    );
    const { draft: kept } = await keep(steps);
    const body = { version: kept!.version };
    const refused = await ask(designer.client, 'approvalFlowPublish', { path, body });
    expect(refused).toMatchObject({ status: 409, code: 40976 });
    expect(refused.msg).toContain('choose who decides');
    expect((await designer.client.call('approvalFlow', { path })).draft).not.toBeNull();
    const warned = [approve('auto', { by: { manager: true }, hours: 2, late: 'agree' })];
    expect(await publish(warned)).toMatchObject({ draft: null });
  });

  it('takes no condition that no picker writes, nor what no flow has', async () => {
    const save = (steps: object[]) =>
      ask(designer.client, 'approvalFlowSave', { path, body: { version: 0, steps: steps as never[] } });
    const slow = { properties: { subject: { pattern: '(a+)+$' } } };
    expect(await save([approve('a', { by: { owner: true }, when: slow })])).toMatchObject({ status: 400 });
    expect(await save([{ ...approve('a', { by: { owner: true } }), run: 'rm' }])).toMatchObject({
      status: 400,
    });
    expect(await save([{ do: 'effect' }])).toMatchObject({ status: 400 });
  });
});

describe('a trial', () => {
  const steps = (): FlowNode[] => [
    approve('head', { by: { manager: true } }),
    {
      ...{ do: 'branch', name: 'way', title: title('way') },
      paths: [
        {
          title: title('long'),
          when: longer(3),
          steps: [approve('office', { by: { users: [team.office.id] } })],
        },
        { title: title('short'), steps: [] },
      ],
    },
    approve('never', { by: { fields: ['substituteId'] }, nobody: 'skip' }),
    approve('own', { by: { owner: true }, nobody: 'instead', instead: { users: [finance.id] } }),
  ];

  it('names who would decide, as the submission does, for an imagined record and one that is there', async () => {
    const { applicant, manager, office } = team;
    const flow = steps().filter(({ name }) => name !== 'never');
    const asked = { steps: plain(flow), userId: applicant.id };
    const imagined = await designer.client.call('approvalFlowTrial', {
      path,
      body: { ...asked, values: { days: 4 } },
    });
    expect(
      imagined.steps.map(({ node, path: way, people }) => [node, way?.en, people.map(({ id }) => id)]),
    ).toEqual([
      ['head', undefined, [manager.id]],
      ['way', 'long', []],
      ['office', undefined, [office.id]],
      ['own', undefined, [finance.id]],
    ]);
    const record = await draft(applicant);
    const there = await designer.client.call('approvalFlowTrial', {
      path,
      body: { ...asked, recordId: record.id },
    });
    expect(there.steps.map(({ node }) => node)).toEqual(['head', 'way', 'own']);
    await publish(flow);
    const { request } = await submit(applicant, { endDate: '2026-12-04' });
    expect(request.steps.map(({ name, assignees }) => [name, assignees.map(({ id }) => id)])).toEqual(
      imagined.steps.map(({ node, people }) => [node, people.map(({ id }) => id)]),
    );
  });

  it('shows no record that who draws may not get, and says where nobody could decide', async () => {
    const blind = await team.member(['approval:design']);
    const record = await draft(team.applicant);
    const body = { steps: plain([approve('a', { by: { manager: true } })]), userId: team.applicant.id };
    const hidden = await ask(blind.client, 'approvalFlowTrial', {
      path,
      body: { ...body, recordId: record.id },
    });
    expect([403, 404]).toContain(hidden.status);
    const lost = await blind.client.call('approvalFlowTrial', {
      path,
      body: { ...body, userId: team.colleague.id },
    });
    expect(lost.steps[0]).toMatchObject({ stuck: true, people: [] });
    const unknown = await ask(blind.client, 'approvalFlowTrial', {
      path,
      body: { ...body, userId: 999_999 },
    });
    expect(unknown).toMatchObject({ status: 400, errors: [{ field: '/userId' }] });
    const strange = await ask(blind.client, 'approvalFlowTrial', {
      path,
      body: { ...body, values: { salary: 1 } },
    });
    expect(strange).toMatchObject({ status: 400, errors: [{ field: '/values/salary' }] });
  });
});

describe('paths side by side', () => {
  it('are waited for, told of in lists, and left when one rejects', async () => {
    const { applicant, manager, office } = team;
    await publish([
      {
        ...{ do: 'parallel', name: 'both', title: title('both'), join: 'all' },
        paths: [
          { title: title('a'), steps: [approve('one', { by: { users: [manager.id] } })] },
          {
            title: title('b'),
            steps: [approve('two', { by: { users: [office.id, finance.id] }, mode: 'sequence' })],
          },
        ],
      },
      approve('last', { by: { users: [manager.id] } }),
      { do: 'copy', name: 'told', title: title('told'), to: { users: [team.colleague.id] } },
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
    expect((await notices(team.colleague))[0]).toMatch(/^Your copy of/);

    const other = await submit(applicant);
    const { version } = await detail(manager, other.request.id);
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

  it('lets others decide before and after', async () => {
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
    expect((await notices(finance))[0]).toMatch(/waits for your decision$/);
    const back = await agree(finance, request.id);
    expect(askedOf(back)).toEqual([manager.id]);
    const { data: after } = await add([team.colleague.id], 'after', back.version);
    expect(askedOf(after)).toEqual([team.colleague.id]);
    expect(askedOf(await agree(team.colleague, request.id))).toEqual([office.id]);
    expect((await agree(office, request.id)).state).toBe('agreed');
  });

  it('sends it back to an earlier step, or to who submitted it', async () => {
    const { applicant, manager, office } = team;
    await publish(two());
    const { record, request } = await submit(applicant);
    const agreed = await agree(manager, request.id);
    const shown = await detail(office, request.id);
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
    const { version } = await detail(office, request.id);
    const body = { version, no: null, comment: 'change it' };
    const ended = await office.client.call('approvalReturn', { path: { id: request.id }, body });
    expect(ended.state).toBe('canceled');
    expect(await applicant.client.call('leaveGet', { path: { id: record.id } })).toMatchObject({
      status: 'draft',
      _actions: ['update', 'delete', 'submit'],
    });
    expect((await notices(applicant))[0]).toMatch(/back to you/);
  });

  it('may only decide where the flow says so', async () => {
    await publish([approve('one', { by: { users: [team.manager.id] }, may: [] })]);
    const { request } = await submit(team.applicant);
    expect((await detail(team.manager, request.id)).may).toEqual(['agree', 'reject', 'comment']);
    const body = { version: request.version, no: null, comment: 'x' };
    const refused = await ask(team.manager.client, 'approvalReturn', { path: { id: request.id }, body });
    expect(refused).toMatchObject({ status: 403, code: 40320 });
  });

  it('is a manager of a level, the topmost once where there are fewer', async () => {
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
    const passed = await detail(clerk, late.request.id);
    expect(passed.actions.at(-1)).toMatchObject({
      action: 'pass',
      from: { id: manager.id },
      to: { id: head.id },
    });
    expect(askedOf(passed)).toEqual([head.id]);
  });

  it('is replaced by their substitute while they are away, who decides for them', async () => {
    const { applicant, manager, colleague } = team;
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
    const own = await ask(away.client, 'substituteCreate', {
      body: { ...named, substituteId: away.id, ...span(-1, 1) },
    });
    expect(own).toMatchObject({ errors: [{ field: '/substituteId' }] });
    await away.client.call('substituteCreate', { body: { ...named, ...span(1, 2) } });
    expect(askedOf((await submit(applicant)).request)).toEqual([away.id]);
    await away.client.call('substituteCreate', { body: { ...named, ...span(-1, 1) } });
    const { request } = await submit(applicant);
    expect(askedOf(request)).toEqual([colleague.id]);
    expect((await notices(colleague))[0]).toMatch(/is away/);
    await replaceAbsentNow(server);
    expect(askedOf(await detail(applicant, before.request.id))).toEqual([colleague.id]);
    expect(askedOf(await detail(applicant, waiting.request.id))).toEqual([manager.id]);
    const ended = await agree(colleague, request.id);
    expect(ended.actions.map(({ action, user, behalf }) => [action, user?.id, behalf?.id])).toEqual([
      ['submit', applicant.id, undefined],
      ['substitute', undefined, undefined],
      ['agree', colleague.id, away.id],
    ]);
    const trial = await designer.client.call('approvalFlowTrial', {
      path,
      body: { steps: plain([approve('one', { by: { users: [away.id] } })]), userId: applicant.id },
    });
    expect(trial.steps[0]?.people).toMatchObject([{ id: away.id, substitute: { id: colleague.id } }]);
  });
});

describe('many at once', () => {
  it('each request is on one version while others are published', async () => {
    const flows = [1, 2, 3].map((no) => [approve(`v${no}`, { by: { users: [team.manager.id] } })]);
    const records = await Promise.all(Array.from({ length: 12 }, () => draft(team.applicant)));
    const publishing = (async () => {
      for (const flow of flows) await publish(flow);
    })();
    const requests = await Promise.all(
      records.map(({ id, version }) =>
        team.applicant.client.call('recordSubmit', { path: { entity, id }, body: { version } }),
      ),
    );
    await publishing;
    const { versions } = await designer.client.call('approvalFlow', { path });
    for (const { flow, steps } of requests) {
      const said = versions.find(({ version }) => version === flow)!.steps as unknown as FlowNode[];
      expect(steps.map(({ name }) => name)).toEqual(said.map(({ name }) => name));
    }
  });
});
