/**
 * Projects from set-up to close (S10): the fields of each transition, who confirms, and what stays editable after the
 * close.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import {
  completeProject,
  joinProject,
  makeProject,
  moveOf,
  type ProjectPerson,
  readProject,
  startProject,
} from '../../../support/records/projects.ts';
import { endQuietHours, limitAt } from '../../../support/records/timePlans.ts';

const DAY_MS = 86_400_000;
const served = serveOperators();
let leader: ProjectPerson;
let worker: ProjectPerson;

beforeAll(async () => {
  const { tenantId } = served.operator;
  [leader, worker] = await Promise.all([
    joinProject(served.server, tenantId),
    joinProject(served.server, tenantId),
  ]);
});

const refusal = async (request: ReturnType<typeof ask>): Promise<[number, string]> => {
  const { status, msg } = await request;
  return [status, msg];
};

describe('the start of a project', () => {
  it('requires a leader in both modes, and members and a work plan in the new mode', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id, { leaderId: null });
    const body = { id };
    for (const call of ['executeSiteStart', 'executeSiteStartPlanned'] as const)
      expect(await refusal(ask(operator, call, { body }))).toEqual([409, expect.stringMatching(/no leader/)]);
    const { version } = await readProject(operator, id);
    await operator.call('executeSiteUpdate', { body: { id, version, leaderId: leader.id } });
    expect(await refusal(ask(operator, 'executeSiteStartPlanned', { body }))).toEqual([
      409,
      expect.stringMatching(/no members yet.*no work plan yet/),
    ]);
    await startProject(operator, id, [leader.id, worker.id]);
    expect(await readProject(operator, id)).toMatchObject({
      state: 'executing',
      memberCount: 2,
      planCount: 1,
      startedAt: expect.any(String),
    });
    expect((await ask(operator, 'executeSiteStart', { body })).status).toBe(409);
  });

  it('needs no plan in the old mode', async () => {
    const { id } = await makeProject(served.operator, leader.id);
    await served.operator.call('executeSiteStart', { body: { id, note: 'Urgent' } });
    expect(await readProject(served.operator, id)).toMatchObject({ state: 'executing' });
  });
});

describe('a project under way', () => {
  it('is paused with a reason, resumed, and finished when its steps are done', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id]);
    const setStatus = (body: object) => ask(operator, 'executeSiteStatus', { body: { id, ...body } });
    expect((await setStatus({ status: 'paused' })).status).toBe(400);
    expect((await setStatus({ status: 'closed' })).status).toBe(400);
    expect((await setStatus({ status: 'paused', note: 'Rain' })).data).toMatchObject({ state: 'paused' });
    expect((await setStatus({ status: 'executing' })).data).toMatchObject({ state: 'executing' });
    const save = (body: object) =>
      operator.call('setupItemSave', { body: { siteId: id, name: 'Cables', state: 'todo', ...body } });
    const step = await save({ startDate: '2026-01-02', due: '2026-01-05' });
    await save({ name: 'Labels', state: 'na' });
    expect(await readProject(operator, id)).toMatchObject({ stepCount: 1, openSteps: 1, progress: 0 });
    expect(await refusal(ask(operator, 'executeSiteFinish', { body: { id } }))).toEqual([
      409,
      expect.stringMatching(/1 steps are not done/),
    ]);
    const done = { id: step.id, version: step.version, state: 'done' };
    await expect(save(done)).rejects.toMatchObject({ status: 400 });
    await save({ ...done, doneOn: '2026-01-04' });
    expect((await operator.call('setupItems', { path: { id } })).map(({ state }) => state)).toEqual([
      'done',
      'na',
    ]);
    await operator.call('executeSiteFinish', { body: { id } });
    expect(await readProject(operator, id)).toMatchObject({ state: 'finished', progress: 100 });
  });

  it('cannot remove a member in charge of a step, or an area with devices', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id, worker.id]);
    const members = await operator.call('siteMembers', { path: { id } });
    const [remaining, other] = members;
    const body = { siteId: id, name: 'Cables', state: 'todo' as const, memberId: other!.id };
    await operator.call('setupItemSave', { body });
    const put = (list: object[]) => ask(operator, 'siteMembersPut', { body: { siteId: id, members: list } });
    expect((await put([remaining!])).status).toBe(409);
    const region = await operator.call('siteRegionCreate', { body: { siteId: id, name: 'Roof' } });
    const device = await operator.call('siteDeviceCreate', {
      body: { siteId: id, name: 'Cabinet', quantity: 1, regionId: region.id },
    });
    const path = { id: region.id };
    expect((await ask(operator, 'siteRegionDelete', { path })).status).toBe(409);
    await operator.call('siteCheckItemCreate', {
      body: { siteId: id, name: 'Torque', regionId: region.id, siteDeviceId: device.id },
    });
    await operator.call('executeSiteDelete', { path: { id } });
    expect((await ask(operator, 'siteRegionGet', { path })).status).toBe(404);
  });
});

describe('a finished project', () => {
  it('is announced to its members, and each confirms separately', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id, worker.id]);
    await completeProject(operator, id);
    expect(await readProject(operator, id)).toMatchObject({ state: 'completed', finalAmount: '1200.50' });
    const list = () => operator.call('announceList', { query: { siteId: id } });
    const [announce] = (await list()).records;
    expect(announce).toMatchObject({ kind: 'completion', confirmCount: 2, openCount: 2 });
    const confirm = ({ client }: ProjectPerson) =>
      ask(client, 'announceMemberConfirm', { body: { announceId: announce!.id } });
    expect((await confirm(worker)).data).toMatchObject({ state: 'agreed', confirmedAt: expect.any(String) });
    expect((await confirm(worker)).status).toBe(409);
    const outsider = await joinProject(served.server, operator.tenantId);
    expect((await confirm(outsider)).status).toBe(404);
    expect((await list()).records).toMatchObject([{ openCount: 1 }]);
    const { records } = await worker.client.call('noticePage', { query: { size: 20 } });
    expect(records.map(({ text }) => text.en)).toContain('Read and confirm the announcement “Completed”');
  });

  it('reminds each member once after three days, and the notice opens the announcement', async () => {
    const { operator, server } = served;
    await endQuietHours(operator);
    const { id } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id, worker.id]);
    await completeProject(operator, id);
    const [announce] = (await operator.call('announceList', { query: { siteId: id } })).records;
    await leader.client.call('announceMemberConfirm', { body: { announceId: announce!.id } });
    const about = async ({ client }: ProjectPerson, kind: 'reminder' | 'transition') =>
      (await client.call('noticePage', { query: { kind, size: 100 } })).records.filter(({ link }) =>
        link?.endsWith(`/announces/${announce!.id}`),
      );
    expect(await about(worker, 'transition')).toHaveLength(1);
    await limitAt(server, Date.now() + 2.9 * DAY_MS);
    expect(await about(worker, 'reminder')).toEqual([]);
    const now = Date.now() + 3.1 * DAY_MS;
    await Promise.all([limitAt(server, now), limitAt(server, now)]);
    await limitAt(server, now + 3 * DAY_MS);
    expect(await about(worker, 'reminder')).toMatchObject([
      { text: { en: 'The announcement “Completed” is not confirmed yet' } },
    ]);
    expect(await about(leader, 'reminder')).toEqual([]);
    const [notice] = await about(worker, 'reminder');
    expect(notice!.link).toBe(`/main/ems/map/project/announces/${announce!.id}`);
    expect((await ask(worker.client, 'projectAnnounceGet', { path: { id: announce!.id } })).status).toBe(200);
  });

  it('is reopened by the user who announced it, which removes the announcement', async () => {
    const { operator } = served;
    const { id } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id]);
    await completeProject(operator, id);
    const [announce] = (await operator.call('announceList', { query: { siteId: id } })).records;
    const other = await joinProject(served.server, operator.tenantId, 'engineering');
    const withdraw = (client: Client) => moveOf(client, 'projectAnnounce', announce!.id, 'withdraw');
    expect((await moveOf(operator, 'executeSite', id, 'rollback')).status).toBe(409);
    expect((await withdraw(other.client)).status).toBe(409);
    expect((await withdraw(operator)).status).toBe(200);
    expect(await readProject(operator, id)).toMatchObject({ state: 'settled', announcedBy: null });
  });

  it('is closed without open work, or otherwise with a reason, and is read-only except for return visits', async () => {
    const { operator } = served;
    const { id, stationSn } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id]);
    await completeProject(operator, id);
    const issue = await operator.call('nonConformanceCreate', { body: { siteId: id, name: 'Label' } });
    const body = { stationSn: stationSn!, siteId: id, type: 'repair', priority: 'normal' } as const;
    const sheet = await operator.call('siteWorksheetCreate', { body: { name: 'Fix', ...body } });
    const done = await operator.call('siteWorksheetCreate', {
      body: { name: 'Done', ...body, check: 'none' },
    });
    const path = { entity: 'siteWorksheet', id: done.id };
    const { version: made } = done;
    await operator.call('recordTransition', { path, body: { name: 'start', version: made } });
    const completing = { name: 'complete', version: made + 1, form: { result: 'Done' } };
    await operator.call('recordTransition', { path, body: completing });
    const close = (body: object) => ask(operator, 'projCloseConfirm', { body: { id, ...body } });
    expect(await refusal(close({ override: false }))).toEqual([
      409,
      expect.stringMatching(/1 work orders are open.*1 nonconformances are open/),
    ]);
    expect((await close({ override: true })).status).toBe(400);
    expect((await close({ override: true, note: 'Agreed with the customer' })).data).toMatchObject({
      state: 'closed',
    });
    const readSheet = (sheetId: number) => operator.call('siteWorksheetGet', { path: { id: sheetId } });
    expect(await readSheet(sheet.id)).toMatchObject({
      status: 'revoked',
      revokeReason: 'Agreed with the customer',
    });
    expect(await readSheet(done.id)).toMatchObject({ status: 'completed' });
    const { version } = await readProject(operator, id);
    const log = { siteId: id, content: 'Late' };
    const member = { siteId: id, members: [] };
    const refused = [
      ask(operator, 'executeSiteUpdate', { body: { id, version, name: 'Changed' } }),
      ask(operator, 'siteLogCreate', { body: log }),
      ask(operator, 'siteMembersPut', { body: member }),
      ask(operator, 'nonConformanceDelete', { path: { id: issue.id } }),
      ask(operator, 'nonConformanceUpdate', { body: { id: issue.id, version: issue.version, cause: 'x' } }),
    ];
    for (const { status, msg } of await Promise.all(refused))
      expect([status, msg]).toEqual([409, expect.any(String)]);
    const visit = await operator.call('returnVisitSave', { body: { siteId: id, score: 5, remark: 'Good' } });
    expect((await operator.call('returnVisits', { query: { siteId: id } })).records).toMatchObject([
      { id: visit.id, score: 5 },
    ]);
  });

  it('revokes each open work order once, even if 16 users close it in parallel', async () => {
    const { operator } = served;
    const { id, stationSn } = await makeProject(operator, leader.id);
    await startProject(operator, id, [leader.id]);
    await completeProject(operator, id);
    const body = { stationSn: stationSn!, siteId: id, type: 'repair', priority: 'normal' } as const;
    const sheets = await Promise.all(
      ['One', 'Two', 'Three'].map((name) =>
        operator.call('siteWorksheetCreate', { body: { name, ...body } }),
      ),
    );
    const closing = { id, override: true, note: 'The customer stopped it' };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => ask(operator, 'projCloseConfirm', { body: closing })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(15).fill(409)]);
    for (const sheet of sheets) {
      const path = { entity: 'siteWorksheet', id: sheet.id };
      const { records } = await operator.call('recordHistory', { path, query: {} });
      expect(records.filter(({ action }) => action === 'transition:revoke')).toHaveLength(1);
    }
  });
});
