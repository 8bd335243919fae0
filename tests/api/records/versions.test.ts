/**
 * Versions of records: the next draft, its release, records that use the old version, and parallel writes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { importRows } from '../../support/calls/importRows.ts';
import {
  draftNext,
  draftTemplate,
  makeTemplate,
  moveTemplate,
  readInspection,
  readTemplate,
  readVersions,
} from '../../support/records/inspections.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let head: Client & { tenantId: number };

beforeAll(async () => {
  server = await sharedServer();
  head = await makeOperator(server);
});
afterAll(() => server?.stop());

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

async function inspect(templateId: number) {
  const { station } = await makeSite(head);
  return ask(head, 'inspectionCreate', { body: { name: 'Round', stationSn: station.sn!, templateId } });
}

describe('a version', () => {
  it('can be chosen once it is released, and then neither changed nor deleted', async () => {
    const draft = await draftTemplate(head);
    expect(draft).toMatchObject({ edition: 1, current: true, familyId: null, state: 'draft' });
    expect((await inspect(draft.id)).status).toBe(400);
    await moveTemplate(head, draft.id, 'release');
    expect((await inspect(draft.id)).status).toBe(200);
    const { id, version } = await readTemplate(head, draft.id);
    const refused = [
      ask(head, 'inspectionTemplateUpdate', { body: { id, version, minutes: 5 } }),
      ask(head, 'inspectionTemplateUpdate', { body: { id, version, items: [] } }),
      ask(head, 'inspectionTemplateDelete', { path: { id } }),
    ];
    expect(statuses(await Promise.all(refused))).toEqual([409, 409, 409]);
  });

  it('begins with the values and lines of the previous one, and replaces it when released', async () => {
    const first = await makeTemplate(head);
    const used = await inspect(first.id);
    const next = await draftNext(head, first.id, { minutes: 40 });
    expect(next).toMatchObject({
      ...{ name: first.name, edition: 2, current: false, familyId: first.id, state: 'draft', minutes: 40 },
    });
    expect(next.items!.map(({ name, kind }) => [name, kind])).toEqual(
      first.items!.map(({ name, kind }) => [name, kind]),
    );
    expect(next.items![0]!.id).not.toBe(first.items![0]!.id);
    expect(await readTemplate(head, first.id)).toMatchObject({ state: 'released', current: true });
    expect((await inspect(next.id)).status).toBe(400);
    await moveTemplate(head, next.id, 'release');
    expect(await readTemplate(head, next.id)).toMatchObject({ state: 'released', current: true });
    expect(await readTemplate(head, first.id)).toMatchObject({
      ...{ state: 'replaced', current: false, replacedById: next.id, minutes: null },
    });
    expect((await inspect(first.id)).status).toBe(400);
    const { id } = used.data as { id: number };
    expect(await readInspection(head, id)).toMatchObject({ templateId: first.id, itemCount: 3 });
    const { version } = await readInspection(head, id);
    const body = { id, version, summary: 'Kept its version' };
    expect((await ask(head, 'inspectionUpdate', { body })).status).toBe(200);
  });

  it('has its own history, and one row of its family is current', async () => {
    const first = await makeTemplate(head);
    const second = await draftNext(head, first.id);
    await moveTemplate(head, second.id, 'release');
    const third = await draftNext(head, second.id);
    const family = await readVersions(head, first.id);
    expect(family.map(({ id, edition, current }) => [id, edition, current])).toEqual([
      [first.id, 1, false],
      [second.id, 2, true],
      [third.id, 3, false],
    ]);
    const path = { entity: 'inspectionTemplate', id: first.id };
    const { records } = await head.call('recordHistory', { path, query: {} });
    expect(records.map(({ action }) => action)).toEqual([
      ...['update', 'transition:nextVersion', 'transition:release', 'create'],
    ]);
    await head.call('inspectionTemplateDelete', { path: { id: third.id } });
    expect((await draftNext(head, second.id)).edition).toBe(3);
  });

  it('can be released again after it was withdrawn, and replaces the newer one', async () => {
    const first = await makeTemplate(head);
    const next = await draftNext(head, first.id);
    await moveTemplate(head, first.id, 'withdraw');
    await moveTemplate(head, next.id, 'release');
    expect(await readTemplate(head, first.id)).toMatchObject({ state: 'withdrawn', current: false });
    expect((await moveTemplate(head, first.id, 'restore')).status).toBe(200);
    expect(await readTemplate(head, first.id)).toMatchObject({ state: 'released', current: true });
    expect(await readTemplate(head, next.id)).toMatchObject({ state: 'replaced', current: false });
  });

  it('is imported as a draft, and a file changes no released version and no current name', async () => {
    const first = await makeTemplate(head);
    const next = await draftNext(head, first.id);
    const { version } = await readTemplate(head, first.id);
    const wish = { entity: 'inspectionTemplate' };
    const name = `Imported ${crypto.randomUUID()}`;
    const made = await importRows(head, wish, [
      ['name', 'minutes', 'state', 'edition'],
      [name, '20', 'released', '7'],
      [first.name, '20', 'released', '7'],
    ]);
    expect(made.imported.problems).toEqual(made.checked.problems);
    const used = { row: 3, column: 'name', reason: 'Name is already taken' };
    expect(made.imported).toMatchObject({ created: 1, rejected: 1, problems: [used] });
    const { records } = await head.call('inspectionTemplatePage', { query: { search: name } });
    expect(records).toMatchObject([{ edition: 1, current: true, state: 'draft', minutes: 20 }]);
    const changed = await importRows(head, { ...wish, mode: 'update' }, [
      ['id', 'minutes'],
      [String(first.id), '55'],
      [String(next.id), '55'],
    ]);
    expect(changed.imported.problems).toEqual(changed.checked.problems);
    const reason = 'This record cannot be changed or deleted in its current state';
    expect(changed.imported).toMatchObject({ updated: 1, rejected: 1, problems: [{ row: 2, reason }] });
    expect(await readTemplate(head, first.id)).toMatchObject({ minutes: null, version });
    expect(await readTemplate(head, next.id)).toMatchObject({ minutes: 55 });
  });

  it('can be chosen in a row of a file once it is released', async () => {
    const { station } = await makeSite(head);
    const released = await makeTemplate(head);
    const draft = await draftTemplate(head);
    const row = (template: { id: number }) => ['Imported', station.sn!, String(template.id), '2027-03-04'];
    const { checked, imported } = await importRows(head, { entity: 'inspection' }, [
      ['name', 'stationSn', 'templateId', 'day'],
      row(draft),
      row(released),
    ]);
    expect(imported.problems).toEqual(checked.problems);
    const problem = { row: 2, column: 'templateId', reason: 'This Template cannot be chosen here' };
    expect(imported).toMatchObject({ created: 1, rejected: 1, problems: [problem] });
    const filter = JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: station.sn }] });
    const { records } = await head.call('openInspections', { query: { filter } });
    expect(records).toMatchObject([{ templateId: released.id }]);
  });

  it('is created only with the permission', async () => {
    const first = await makeTemplate(head);
    const reader = await joinTenant(server, head.tenantId, [
      'inspectionTemplate:list',
      'inspectionTemplate:get',
    ]);
    expect((await moveTemplate(reader, first.id, 'nextVersion')).status).toBe(403);
    const other = await makeOperator(server);
    const path = { entity: 'inspectionTemplate', id: first.id };
    const body = { name: 'nextVersion', version: first.version };
    expect((await ask(other, 'recordTransition', { path, body })).status).toBe(404);
  });
});

/**
 * Requests a transition of a record 16 times in parallel, without its version. Returns how many succeeded.
 */
async function moveAt16(id: number, name: string): Promise<number> {
  const path = { entity: 'inspectionTemplate' };
  const body = { selection: { ids: [id] }, expected: 1, name };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => head.call('recordBulkTransition', { path, body })),
  );
  return answers.reduce((sum, { count }) => sum + count, 0);
}

describe('16 users at once', () => {
  it('create one draft of a released version', async () => {
    const first = await makeTemplate(head);
    expect(await moveAt16(first.id, 'nextVersion')).toBe(1);
    expect((await readVersions(head, first.id)).map(({ state }) => state)).toEqual(['released', 'draft']);
    expect((await moveTemplate(head, first.id, 'nextVersion')).msg).toContain('version 2 is a draft already');
  });

  it('are offered the next version unless its draft exists', async () => {
    const first = await makeTemplate(head);
    const offered = async () => (await readTemplate(head, first.id))._actions?.includes('nextVersion');
    expect(await offered()).toBe(true);
    const next = await draftNext(head, first.id);
    expect(await offered()).toBe(false);
    await head.call('inspectionTemplateDelete', { path: { id: next.id } });
    expect(await offered()).toBe(true);
  });

  it('release a draft once, and leave one released version', async () => {
    const first = await makeTemplate(head);
    const next = await draftNext(head, first.id);
    const [released] = await Promise.all([moveAt16(next.id, 'release'), moveAt16(first.id, 'nextVersion')]);
    expect(released).toBe(1);
    const states = (await readVersions(head, first.id)).map(({ state }) => state);
    expect(states).toEqual(['replaced', 'released']);
  });

  it('leave one released version if an old one is released again at the same time', async () => {
    const first = await makeTemplate(head);
    const next = await draftNext(head, first.id);
    await moveTemplate(head, first.id, 'withdraw');
    await Promise.all([moveAt16(next.id, 'release'), moveAt16(first.id, 'restore')]);
    const family = await readVersions(head, first.id);
    expect(family.filter(({ state }) => state === 'released')).toHaveLength(1);
    expect(family.filter(({ current }) => current)).toHaveLength(1);
  });
});
