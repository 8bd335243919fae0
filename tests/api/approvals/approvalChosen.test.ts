/** The applicant chooses the approver if the step allows it, from the people of the step or from all colleagues. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import {
  agree,
  approve,
  askedOf,
  FLOW_PATH,
  flowTeam,
  plainFlow,
  requestOf,
} from '../../support/people/flows.ts';
import { draft, type LeaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makeTenant } from '../../support/people/people.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
let designer: Member;
let publish: Awaited<ReturnType<typeof flowTeam>>['publish'];

beforeAll(async () => {
  server = await sharedServer();
  ({ team, designer, publish } = await flowTeam(server));
});
afterAll(() => server?.stop());

async function submitWith(chosen?: Record<string, number[]>) {
  const { id, version } = await draft(team.applicant);
  const body = { version, ...(chosen && { chosen }) };
  return ask(team.applicant.client, 'recordSubmit', { path: { entity: 'leave', id }, body });
}

describe('a step whose people the applicant chooses', () => {
  it('requires a choice, lists the possible approvers, and is decided by the chosen one', async () => {
    const { manager, office, colleague } = team;
    await publish([approve('pick', { by: { users: [manager.id, office.id] }, chosen: true })]);
    const refused = await submitWith();
    expect(refused).toMatchObject({
      ...{ status: 409, errors: [{ field: '/chosen/pick' }] },
      data: { choices: [{ step: 'pick', people: [{ id: manager.id }, { id: office.id }] }] },
    });
    expect((await submitWith({ pick: [colleague.id] })).status).toBe(409);
    expect((await submitWith({ pick: [office.id, colleague.id] })).status).toBe(409);
    const { status, data: request } = await submitWith({ pick: [office.id] });
    expect(status).toBe(200);
    expect(askedOf(request)).toEqual([office.id]);
    expect((await agree(office, request.id)).state).toBe('agreed');
  });

  it('allows any colleague if it names no user, but not oneself, a stranger or an unknown user', async () => {
    const { applicant, colleague, manager } = team;
    await publish([
      approve('any', { by: {}, chosen: true, mode: 'all' }),
      approve('plain', { by: { users: [manager.id] } }),
    ]);
    const stranger = await team.member([], await makeTenant(server));
    expect(await submitWith()).toMatchObject({ data: { choices: [{ step: 'any', people: null }] } });
    for (const id of [applicant.id, stranger.id, 999_999_999])
      expect((await submitWith({ any: [id] })).status).toBe(409);
    const { data: request } = await submitWith({ any: [colleague.id, manager.id] });
    expect(askedOf(request).toSorted()).toEqual([colleague.id, manager.id].toSorted());
    await agree(colleague, request.id);
    await agree(manager, request.id);
    expect(askedOf(await requestOf(applicant, request.id))).toEqual([manager.id]);
  });

  it('requires no choice if the step is skipped, and the trial shows that a choice is needed', async () => {
    const { applicant } = team;
    const when = { properties: { days: { exclusiveMinimum: 300 } }, required: ['days'] };
    const steps = [
      approve('long', { by: {}, chosen: true, when }),
      approve('plain', { by: { users: [team.manager.id] } }),
    ];
    await publish(steps);
    expect((await submit(applicant)).request.state).toBe('pending');
    const trial = await designer.client.call('approvalFlowTrial', {
      path: FLOW_PATH,
      body: { steps: plainFlow(steps), userId: applicant.id, values: { days: 400 } },
    });
    expect(trial.steps[0]).toMatchObject({ node: 'long', chosen: true, people: [], stuck: false });
    expect(trial.steps[1]).toMatchObject({ chosen: false });
  });
});
