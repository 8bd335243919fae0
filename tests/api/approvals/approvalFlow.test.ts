import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowNode } from '../../../generated/definition.ts';
import { ask } from '../../support/calls/ask.ts';
import {
  agree,
  approve,
  askedOf,
  FLOW_PATH,
  flowTeam,
  flowTitle,
  plainFlow,
} from '../../support/people/flows.ts';
import { draft, type LeaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makeTenant } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
let designer: Member;
let finance: Member;
let publish: Awaited<ReturnType<typeof flowTeam>>['publish'];
let keep: Awaited<ReturnType<typeof flowTeam>>['keep'];

beforeAll(async () => {
  server = await sharedServer();
  ({ team, designer, finance, publish, keep } = await flowTeam(server));
});
afterAll(() => server?.stop());

const path = FLOW_PATH;
const { entity } = path;
const longer = (days: number) => ({ properties: { days: { exclusiveMinimum: days } }, required: ['days'] });

describe('the flow of a tenant', () => {
  it('is drafted, published and used from then on; pending requests keep their version', async () => {
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

  it('is accessible only with the permission, and only in its tenant', async () => {
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

  it('reports a conflict to the second of two users who save at the same time', async () => {
    const body = { version: 0, steps: plainFlow([approve('a', { by: { manager: true } })]) };
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

  it('is not published with an error, which is shown at its node; a warning does not prevent it', async () => {
    const steps = [
      approve('empty', {}),
      approve('nobody', { by: { roles: ['engineering'] }, hours: 2, late: 'agree' }),
      {
        ...{ do: 'branch' as const, name: 'way', title: flowTitle('way') },
        paths: [
          { title: flowTitle('long'), when: longer(3), steps: [] },
          { title: flowTitle('longer'), when: longer(5), steps: [] },
          { title: flowTitle('gone'), when: { required: ['days2'] }, steps: [] },
          { title: flowTitle('else'), steps: [] },
        ],
      },
    ];
    const problems = await designer.client.call('approvalFlowCheck', {
      path,
      body: { steps: plainFlow(steps) },
    });
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
    const { draft: stored } = await keep(steps);
    const body = { version: stored!.version };
    const refused = await ask(designer.client, 'approvalFlowPublish', { path, body });
    expect(refused).toMatchObject({ status: 409, code: 40976 });
    expect(refused.msg).toContain('choose the approvers');
    expect((await designer.client.call('approvalFlow', { path })).draft).not.toBeNull();
    const warned = [approve('auto', { by: { manager: true }, hours: 2, late: 'agree' })];
    expect(await publish(warned)).toMatchObject({ draft: null });
  });

  it('accepts only conditions that the picker can express, and known properties', async () => {
    const save = (steps: object[]) =>
      ask(designer.client, 'approvalFlowSave', { path, body: { version: 0, steps: steps } });
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
      ...{ do: 'branch', name: 'way', title: flowTitle('way') },
      paths: [
        {
          title: flowTitle('long'),
          when: longer(3),
          steps: [approve('office', { by: { users: [team.office.id] } })],
        },
        { title: flowTitle('short'), steps: [] },
      ],
    },
    approve('never', { by: { fields: ['substituteId'] }, noApprover: 'skip' }),
    approve('own', { by: { owner: true }, noApprover: 'instead', instead: { users: [finance.id] } }),
  ];

  it('lists the approvers like a submission, for a new record and for an existing one', async () => {
    const { applicant, manager, office } = team;
    const flow = steps().filter(({ name }) => name !== 'never');
    const trial = { steps: plainFlow(flow), userId: applicant.id };
    const imagined = await designer.client.call('approvalFlowTrial', {
      path,
      body: { ...trial, values: { days: 4 } },
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
      body: { ...trial, recordId: record.id },
    });
    expect(there.steps.map(({ node }) => node)).toEqual(['head', 'way', 'own']);
    await publish(flow);
    const { request } = await submit(applicant, { endDate: '2026-12-04' });
    expect(request.steps.map(({ name, assignees }) => [name, assignees.map(({ id }) => id)])).toEqual(
      imagined.steps.map(({ node, people }) => [node, people.map(({ id }) => id)]),
    );
  });

  it('shows no record that the author may not see, and reports a step without any approver', async () => {
    const blind = await team.member(['approval:design']);
    const record = await draft(team.applicant);
    const body = { steps: plainFlow([approve('a', { by: { manager: true } })]), userId: team.applicant.id };
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

describe('many at once', () => {
  it('each request uses one version while others are published', async () => {
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
      const published = versions.find(({ version }) => version === flow)!.steps as unknown as FlowNode[];
      expect(steps.map(({ name }) => name)).toEqual(published.map(({ name }) => name));
    }
  });
});
