/** Quality checks: judged item by item, failed, corrected with photos, passed by a second user, and reported (S11). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makeTemplate, uploadPicture } from '../../../support/records/inspections.ts';
import { readPdf } from '../../../support/records/papers.ts';
import { joinProject, makeProject, moveOf, type ProjectPerson } from '../../../support/records/projects.ts';
import { joinTenant } from '../../../support/telemetry/site.ts';

const served = serveOperators();
let head: Client;
let leader: ProjectPerson;

beforeAll(async () => {
  const { tenantId } = served.operator;
  head = await joinTenant(served.server, tenantId, ['*']);
  leader = await joinProject(served.server, tenantId, 'engineering');
});

const READINGS = [
  { name: 'Torque', kind: 'number' as const, unit: 'Nm', lower: 40, upper: 50, value: 45 },
  { name: 'Labels', kind: 'check' as const, result: 'normal' as const },
];

async function makeCheck(items: readonly object[] = READINGS) {
  const { id: siteId } = await makeProject(served.operator, leader.id);
  const body = { siteId, name: 'Cable termination', items };
  return served.operator.call('qualityCheckCreate', { body });
}

const read = (id: number) => served.operator.call('qualityCheckGet', { path: { id } });

describe('a quality check', () => {
  it('copies its items from a template, and is submitted only when all are judged', async () => {
    const { id: siteId } = await makeProject(served.operator, leader.id);
    const template = await makeTemplate(served.operator);
    const body = { siteId, name: 'Battery', templateId: template.id };
    const { id } = await served.operator.call('qualityCheckCreate', { body });
    expect(await read(id)).toMatchObject({ state: 'draft', itemCount: 3, openCount: 3 });
    const refused = await moveOf(served.operator, 'qualityCheck', id, 'present');
    expect([refused.status, refused.msg]).toEqual([409, expect.stringMatching(/3 items are not checked/)]);
  });

  it('does not accept a reading outside its limits as normal', async () => {
    const [torque] = READINGS;
    const { id: siteId } = await makeProject(served.operator, leader.id);
    const items = [{ ...torque, value: 52, result: 'normal', remark: 'x', photos: [] }];
    const { status, errors } = await ask(served.operator, 'qualityCheckCreate', {
      body: { siteId, name: 'Cable', items },
    });
    expect([status, errors?.map(({ field }) => field)]).toEqual([
      400,
      expect.arrayContaining(['/items/0/result']),
    ]);
  });

  it('fails with a nonconformance for each failed item, is corrected, and passes by a second user', async () => {
    const { operator } = served;
    const photo = await uploadPicture(operator);
    const bad = { remark: 'Loose', photos: [photo] };
    const { id, siteId } = await makeCheck([{ ...READINGS[0], value: 30, ...bad }, READINGS[1]!]);
    await moveOf(operator, 'qualityCheck', id, 'present');
    expect((await moveOf(head, 'qualityCheck', id, 'fail')).status).toBe(400);
    const form = { responsibleId: leader.id, due: '2026-12-24' };
    expect((await moveOf(operator, 'qualityCheck', id, 'fail', form)).status).toBe(409);
    const passed = await moveOf(head, 'qualityCheck', id, 'pass');
    expect([passed.status, passed.msg]).toEqual([409, expect.stringMatching(/1 items failed/)]);
    expect((await moveOf(head, 'qualityCheck', id, 'fail', form)).status).toBe(200);
    const filter = JSON.stringify({ and: [{ field: 'checkId', op: 'in', value: [id] }] });
    const { records } = await operator.call('nonConformancePage', { query: { filter } });
    expect(records).toMatchObject([
      { name: 'Torque', state: 'open', responsibleId: leader.id, due: '2026-12-24', description: 'Loose' },
    ]);
    const issue = records[0]!.id;
    expect((await moveOf(operator, 'qualityCheck', id, 'correct')).status).toBe(409);
    const correction = { causeKind: 'workmanship', cause: 'Not tightened', correction: 'Tightened' };
    expect((await moveOf(leader.client, 'nonConformance', issue, 'correct', correction)).status).toBe(400);
    const correctedPhotos = [await uploadPicture(leader.client)];
    const corrected = { ...correction, correctedPhotos };
    expect((await moveOf(leader.client, 'nonConformance', issue, 'correct', corrected)).status).toBe(200);
    expect((await moveOf(leader.client, 'nonConformance', issue, 'verify')).status).toBe(409);
    expect((await moveOf(head, 'nonConformance', issue, 'verify')).status).toBe(200);
    expect((await moveOf(operator, 'qualityCheck', id, 'correct')).status).toBe(200);
    const { items = [], version } = await read(id);
    const again = [{ id: items[0]!.id, value: 44 }, { id: items[1]!.id }];
    await operator.call('qualityCheckUpdate', { body: { id, version, items: again } });
    await moveOf(operator, 'qualityCheck', id, 'present');
    expect((await moveOf(head, 'qualityCheck', id, 'pass')).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'passed', round: 2, firstVerdict: 'failed', badCount: 0 });
    expect((await ask(operator, 'qualityCheckDelete', { path: { id } })).status).toBe(409);
    const file = await operator.request('recordDocument', {
      path: { entity: 'qualityCheck', id, document: 'qualityReport' },
      query: { lang: 'en' },
    });
    const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    for (const part of ['Quality check report', 'Torque', '44', 'Not tightened'])
      expect(text).toContain(part);
    const { totals } = await operator.call('qualityReport', { query: { siteId } });
    expect(totals).toMatchObject([
      { figures: { checks: 1, passed: 1, judged: 1, firstPassed: 0, firstPassRate: 0 } },
    ]);
  });

  it('is deleted only as a draft', async () => {
    const { id } = await makeCheck();
    await served.operator.call('qualityCheckDelete', { path: { id } });
    expect((await ask(served.operator, 'qualityCheckGet', { path: { id } })).status).toBe(404);
  });
});
