/**
 * A user creates and changes a dictionary in the studio. Every field that uses it follows, in the records of
 * all tenants.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { readRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { awaitJobEnd, jobBytes } from '../../support/records/excel.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

const TITLES = { pump: '水泵', seal: '密封件', belt: '皮带', hose: '软管' } as const;
type Value = keyof typeof TITLES;

const titleOf = (value: Value): { zh: string; en: string } => ({ zh: TITLES[value], en: value });

const dictionaryOf = (name: string, values: Value[], more: object = {}) => ({
  name,
  title: text(name),
  entries: values.map((value) => ({ value, title: titleOf(value) })),
  ...more,
});

const shown = (name: string) => admin.call('studioDefinition', { path: { kind: 'dictionary', name } });

type Moves = { entity: string; field: string; from: string; to: string }[];

async function apply(document: { name: string }, moves: Moves = [], client = admin) {
  const found = await shown(document.name).catch(() => null);
  const name = found ? { name: document.name } : {};
  const body = { kind: 'dictionary', ...name, document, base: found?.base ?? 0, moves };
  return client.call('studioApply', { body });
}

const check = (document: { name: string }, isNew = false) =>
  admin.call('studioCheck', {
    body: { kind: 'dictionary', ...(isNew ? {} : { name: document.name }), document: { ...document } },
  });

async function request(method: string, path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${admin.tokens().main}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await admin.fetch(path, { method, headers, body: body ? JSON.stringify(body) : null });
  const { data } = (await response.json()) as { data: { id: number } & Record<string, unknown> };
  return { status: response.status, data };
}

const create = (kind: string, uses: string[] = []) =>
  request('POST', '/manager/sparePart', { name: `A ${kind}`, kind, uses });

const rows = async () =>
  (await readRows(server, 'spare_part', ['kind', 'uses'])).map(({ kind, uses }) => [kind, uses]);

const choice = { type: 'string', title: text('Kind'), 'x-dictionary': 'sparePartKind' };
const part = () =>
  entityOf('sparePart', {
    name: { type: 'string', title: text('Name'), maxLength: 100 },
    kind: choice,
    uses: { type: 'array', title: text('Uses'), items: { type: 'string', 'x-dictionary': 'sparePartKind' } },
  });

describe('a new dictionary', () => {
  it('changes nothing that exists, and fields use it at once', async () => {
    const document = dictionaryOf('sparePartKind', ['pump', 'seal']);
    const { problems, plan } = await check(document, true);
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ steps: [], taken: [], breaches: [] });
    await apply(document);
    await define(admin, part());
    expect((await create('pump')).status).toBe(200);
    expect((await create('belt')).status).toBe(400);
    const { dictionaries, entities } = await admin.call('studioApplied');
    expect(dictionaries).toEqual({ sparePartKind: document });
    expect(JSON.stringify(entities.sparePart)).toContain('"enum":["pump","seal"]');
  });

  it('has a name of its own and values that differ, and an administrator of the platform applies it', async () => {
    const twice = dictionaryOf('sparePartUse', ['pump', 'pump']);
    expect((await check(twice, true)).problems).toMatchObject([{ pointer: '/entries/1/value' }]);
    const existing = dictionaryOf('customerNature', ['pump']);
    expect((await check(existing, true)).problems).toMatchObject([{ pointer: '/name' }]);
    const derived = dictionaryOf('editableDictionary', ['pump']);
    expect((await check(derived, true)).problems).toMatchObject([{ pointer: '/name' }]);
    const { username } = await makePerson(server, [1], { permissions: ['studio:get', 'studio:update'] });
    const editor = await login(server, username, PASSWORD);
    await expect(apply(dictionaryOf('sparePartUse', ['pump']), [], editor)).rejects.toMatchObject({
      code: 40315,
    });
  });
});

describe('changed entries', () => {
  it('are added to the checks of tables and calls, and renamed in what is exported', async () => {
    const document = dictionaryOf('sparePartKind', ['seal', 'belt', 'pump']);
    const { plan } = await check(document);
    expect(plan?.steps.map((step) => step.do)).toEqual(['dropConstraint', 'addCheck']);
    document.entries[2]!.title = text('Water pump');
    await apply(document);
    expect((await create('belt', ['belt', 'seal'])).status).toBe(200);
    const job = await admin.call('recordExport', {
      path: { entity: 'sparePart' },
      body: { format: 'csv' },
      headers: { 'accept-language': 'en' },
    });
    await awaitJobEnd(admin, job);
    expect((await jobBytes(admin, job)).toString('utf8')).toContain('Water pump');
  });

  it('that are taken away are counted over all tenants, and moved where the author says', async () => {
    const tenant = await makeTenant(server);
    await runSql(
      server,
      `insert into spare_part (tenant_id, name, kind, uses) values (${tenant}, 'Theirs', 'belt', '["pump","belt"]')`,
    );
    const document = dictionaryOf('sparePartKind', ['seal', 'pump', 'hose']);
    const usedChoice = (field: string) => ({ entity: 'sparePart', field, value: 'belt', rows: 2 });
    expect((await check(document)).plan).toMatchObject({
      breaches: [],
      taken: [usedChoice('kind'), usedChoice('uses')],
    });
    const move = (field: string, to: string) => ({ entity: 'sparePart', field, from: 'belt', to });
    await expect(apply(document)).rejects.toMatchObject({ status: 409, code: 40955 });
    await expect(apply(document, [move('kind', 'belt'), move('uses', 'pump')])).rejects.toMatchObject({
      code: 40954,
    });
    await apply(document, [move('kind', 'hose'), move('uses', 'pump')]);
    expect(await rows()).toEqual([
      ['pump', []],
      ['hose', ['pump', 'seal']],
      ['hose', ['pump']],
    ]);
    const [own] = await readRows<{ diff: unknown; user_id: unknown }>(
      server,
      'audit_log',
      ['diff', 'user_id'],
      {
        tenant_id: tenant,
        entity: 'sparePart',
      },
    );
    expect(own).toEqual({ diff: { kind: ['belt', 'hose'] }, user_id: null });
    expect((await create('belt')).status).toBe(400);
  });

  it('are undone once records with a newer entry have another one', async () => {
    const { base } = await shown('sparePartKind');
    await expect(admin.call('studioUndo', { body: { id: base } })).rejects.toMatchObject({
      code: 40955,
      data: { taken: [{ entity: 'sparePart', field: 'kind', value: 'hose', rows: 2 }] },
    });
    const moves = [{ entity: 'sparePart', field: 'kind', from: 'hose', to: 'belt' }];
    await admin.call('studioUndo', { body: { id: base, moves } });
    expect((await rows()).map(([kind]) => kind)).toEqual(['pump', 'belt', 'belt']);
    expect((await create('belt')).status).toBe(200);
    expect((await create('hose')).status).toBe(400);
  });

  it('of a dictionary in use cannot be undone to nothing', async () => {
    const { history } = await shown('sparePartKind');
    const [first] = history.toReversed();
    const moves = [{ entity: 'sparePart', field: 'kind', from: 'belt', to: 'pump' }];
    await admin.call('studioUndo', { body: { id: history.find((one) => !one.undoneAt)!.id, moves } });
    await expect(admin.call('studioUndo', { body: { id: first!.id } })).rejects.toMatchObject({
      data: { problems: [{ pointer: expect.stringContaining('x-dictionary') }, expect.anything()] },
    });
  });
});

describe('a dictionary that tenants edit', () => {
  const entries = (tenantId: number) =>
    runSql<{ value: string; title_en: string }>(
      server,
      `select value, title_en from dict where type = 'sparePartUse' and tenant_id = ${tenantId} order by sort`,
    );

  it('has its entries in every tenant, and keeps what a tenant changed', async () => {
    await apply(dictionaryOf('sparePartUse', ['pump', 'seal'], { editable: true }));
    expect((await entries(1)).map(({ value }) => value)).toEqual(['pump', 'seal']);
    await runSql(
      server,
      "update dict set title_en = 'Ours', version = 2 where type = 'sparePartUse' and value = 'pump' and tenant_id = 1",
    );
    const renamed = dictionaryOf('sparePartUse', ['pump', 'seal', 'hose'], { editable: true });
    for (const entry of renamed.entries) entry.title = text(`New ${entry.value}`);
    await apply(renamed);
    expect((await entries(1)).map((entry) => entry.title_en)).toEqual(['Ours', 'New seal', 'New hose']);
    const listed = await admin.call('dictListByTenant');
    expect(listed.find(({ name }) => name === 'sparePartUse')?.entries).toHaveLength(3);
  });

  it('stays one that they edit, and goes with its entries', async () => {
    const fixed = dictionaryOf('sparePartUse', ['pump']);
    expect((await check(fixed)).problems).toMatchObject([{ pointer: '/editable' }]);
    for (const { id, undoneAt } of (await shown('sparePartUse')).history)
      if (!undoneAt) await admin.call('studioUndo', { body: { id } });
    expect(await entries(1)).toEqual([]);
  });
});

describe('a dictionary of the repository', () => {
  it('is changed by its name, exported as its file, and reported once that file is another one', async () => {
    const { document, file } = await shown('customerNature');
    const changed = { ...document, name: 'customerNature', title: text('Nature') };
    const [exported] = await admin.call('studioExport', { body: { kind: 'dictionary', document: changed } });
    expect(exported).toMatchObject({ path: file, text: expect.stringContaining('"Nature"') });
    const { state, base } = await apply(changed);
    expect([state, file]).toEqual(['applied', 'schemas/dictionaries/customerNature.json']);
    await runSql(server, "update studio_change set base = 'older' where name = 'customerNature'");
    await apply(dictionaryOf('sparePartUse', ['pump']));
    expect((await shown('customerNature')).state).toBe('conflict');
    await admin.call('studioUndo', { body: { id: base } });
    expect((await shown('customerNature')).state).toBe('file');
  });
});
