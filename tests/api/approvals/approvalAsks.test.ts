/**
 * An approver fills in the record's fields that the step names, and no others. The rules of the record apply.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { setRoles } from '../../support/calls/world.ts';
import { approve, FLOW_PATH, flowTeam, plainFlow, requestOf } from '../../support/people/flows.ts';
import { type LeaveTeam, type Member, submit } from '../../support/people/leave.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let team: LeaveTeam;
let designer: Member;
let publish: Awaited<ReturnType<typeof flowTeam>>['publish'];

beforeAll(async () => {
  server = await sharedServer();
  ({ team, designer, publish } = await flowTeam(server));
});
afterAll(() => server?.stop());

const read = (who: Member, id: number) => who.client.call('leaveGet', { path: { id } });

async function agree(who: Member, id: number, form?: Record<string, unknown>) {
  const { version } = await requestOf(who, id);
  return ask(who.client, 'approvalAgree', { path: { id }, body: { version, ...(form && { form }) } });
}

describe('a step with fields for the approver', () => {
  it('shows them to the approver, saves them with the decision, and records who wrote them', async () => {
    const { applicant, manager } = team;
    const users = { by: { users: [manager.id] } };
    await publish([
      approve('fill', { ...users, asks: [{ field: 'reason', required: true }, { field: 'subject' }] }),
    ]);
    const { record, request } = await submit(applicant, { reason: null });
    expect((await requestOf(applicant, request.id)).asks).toEqual([]);
    const { subject } = await read(applicant, record.id);
    expect((await requestOf(manager, request.id)).asks).toEqual([
      { field: 'reason', required: true, value: null },
      { field: 'subject', required: false, value: subject },
    ]);

    const empty = await agree(manager, request.id);
    expect(empty).toMatchObject({ status: 400, errors: [{ field: '/form/reason' }] });
    const other = await agree(manager, request.id, { reason: 'Seen', type: 'sick' });
    expect(other).toMatchObject({ status: 400, errors: [{ field: '/form/type' }] });
    const long = await agree(manager, request.id, { reason: 'Seen', subject: 'x'.repeat(5000) });
    expect(long).toMatchObject({ status: 400, errors: [{ field: '/form/subject' }] });
    expect((await requestOf(applicant, request.id)).state).toBe('pending');
    expect(await read(applicant, record.id)).toMatchObject({ reason: null, status: 'pending' });

    expect((await agree(manager, request.id, { reason: 'Agreed by phone' })).status).toBe(200);
    expect(await read(applicant, record.id)).toMatchObject({
      ...{ reason: 'Agreed by phone', status: 'agreed', subject },
    });
    const { records } = await applicant.client.call('recordHistory', {
      path: { entity: 'leave', id: record.id },
    });
    const filled = records.find(({ action }) => action === 'approval:fill');
    expect(filled).toMatchObject({ userId: manager.id, changes: [{ field: 'reason' }] });
  });

  it('opens no field to other users, nor in a step without fields', async () => {
    const { applicant, manager, office } = team;
    await publish([
      approve('plain', { by: { users: [manager.id] } }),
      approve('fill', { by: { users: [office.id] }, asks: [{ field: 'reason' }] }),
    ]);
    const { record, request } = await submit(applicant, { reason: 'Mine' });
    expect((await requestOf(manager, request.id)).asks).toEqual([]);
    expect((await agree(office, request.id, { reason: 'Not yet' })).status).not.toBe(200);
    expect((await agree(manager, request.id, { reason: 'Not mine' })).status).toBe(400);
    expect((await agree(manager, request.id)).status).toBe(200);
    expect((await agree(office, request.id)).status).toBe(200);
    expect(await read(applicant, record.id)).toMatchObject({ reason: 'Mine', status: 'agreed' });
  });

  it('is saved only by a user who may write the fields', async () => {
    const steps = plainFlow([approve('a', { by: { owner: true }, asks: [{ field: 'reason' }] })]);
    const draw = async (who: Member) => {
      const { draft } = await who.client.call('approvalFlow', { path: FLOW_PATH });
      const body = { version: draft?.version ?? 0, steps };
      return ask(who.client, 'approvalFlowSave', { path: FLOW_PATH, body });
    };
    const role = await makeRole(server, team.tenantId, {
      permissions: ['approval:design', 'leave:*'],
      fieldRules: [{ field: 'leave.reason', rule: 'read' }],
    });
    const { userId, username } = await makePerson(server, [team.tenantId]);
    await setRoles(server, userId, [role]);
    const reader = { id: userId, client: await login(server, username, PASSWORD) };
    expect(await draw(reader)).toMatchObject({ status: 400, errors: [{ field: '/steps/0/asks/0/field' }] });
    expect((await draw(designer)).status).toBe(200);
  });

  it('cannot contain read-only fields, unknown fields, or one field twice', async () => {
    const by = { by: { owner: true } };
    const problemsOf = async (...fields: string[]) => {
      const steps = plainFlow([approve('a', { ...by, asks: fields.map((field) => ({ field })) })]);
      const body = { steps };
      const found = await designer.client.call('approvalFlowCheck', { path: FLOW_PATH, body });
      return found.filter(({ pointer }) => pointer.includes('/asks/')).map(({ pointer }) => pointer);
    };
    expect(await problemsOf('reason', 'subject')).toEqual([]);
    expect(await problemsOf('days', 'status', 'gone')).toEqual([
      '/0/asks/0/field',
      '/0/asks/1/field',
      '/0/asks/2/field',
    ]);
    expect(await problemsOf('reason', 'reason')).toEqual(['/0/asks/1/field']);
  });
});
