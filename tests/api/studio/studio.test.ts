/** Definitions are applied to the running platform. Tables, calls, lists and forms follow at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { holdTable } from '../../support/calls/held.ts';
import { readRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

type Document = Record<string, unknown>;
type Properties = Record<string, Document>;

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const shown = (kind: string, name: string) => admin.call('studioDefinition', { path: { kind, name } });

/** Returns the current definition of the customer with other fields. */
async function customer(change: (properties: Properties, document: Document) => void): Promise<Document> {
  const document = structuredClone((await shown('entity', 'customer')).document) as Document;
  change((document.schema as Document).properties as Properties, document);
  return document;
}

async function apply(kind: string, document: Document, name?: string, client = admin) {
  const base = name ? (await shown(kind, name)).base : 0;
  return client.call('studioApply', { body: { kind, ...(name ? { name } : {}), document, base } });
}

/** Requests any address as the signed-in administrator. */
async function request(method: string, path: string, body?: unknown, client = admin) {
  const response = await client.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${client.tokens().main}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return {
    status: response.status,
    answer: (await response.json()) as { code: number; data: never; errors?: Document[] },
  };
}

const SCORE = { type: 'integer', title: { zh: '评分', en: 'Score' }, minimum: 0, maximum: 10 };

describe('a changed entity', () => {
  it('is previewed in words and SQL before it is applied', async () => {
    const document = await customer((properties) => {
      properties.score = SCORE;
    });
    const { problems, plan } = await admin.call('studioCheck', {
      body: { kind: 'entity', name: 'customer', document },
    });
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ refused: [], breaches: [] });
    expect(plan?.steps.map((step) => [step.do, step.what])).toEqual([
      ['addColumn', 'score'],
      ['addCheck', 'score >= 0 and score <= 10'],
    ]);
    expect(plan?.steps[0]?.sql).toBe('alter table "customer" add column "score" int8');
  });

  it('is stored, validated, returned, listed and filtered at once', async () => {
    await apply(
      'entity',
      await customer((properties, document) => {
        properties.score = SCORE;
        (document.list as { filters: string[] }).filters.push('score');
      }),
      'customer',
    );
    const body = { name: 'scored', state: 'developing', score: 7 };
    expect(await admin.call('customerCreate', { body })).toMatchObject({ score: 7 });
    await admin.call('customerCreate', { body: { name: 'plain', state: 'developing' } });
    await expect(
      admin.call('customerCreate', { body: { name: 'wrong', state: 'developing', score: 11 } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ field: '/score' }] });
    const filter = JSON.stringify({ and: [{ field: 'score', op: 'gte', value: 5 }] });
    expect(await admin.call('getCustomerList', { query: { filter } })).toMatchObject({
      total: 1,
      records: [{ name: 'scored', score: 7 }],
    });
    const description = (await (await admin.fetch('/openapi.json')).json()) as {
      components: { schemas: Record<string, { properties: Document }> };
    };
    expect(description.components.schemas.CustomerWrite?.properties.score).toMatchObject({ maximum: 10 });
  });

  it('is sent to browsers: the definition, and a validator as a separate file', async () => {
    const { revision, entities, validators } = await admin.call('studioApplied');
    expect(Object.keys(entities)).toEqual(['customer']);
    expect(await admin.call('studioApplied', { query: { since: revision } })).toMatchObject({
      changed: false,
      entities: {},
    });
    const validator = { path: { name: 'customer' }, query: { v: validators.customer } };
    const file = await admin.request('studioValidator', validator);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const code = await file.text();
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      default: Record<string, (value: unknown) => boolean>;
    };
    const validate = module.default.entity_customer!;
    expect(validate({ name: 'a', state: 'developing', score: 7 })).toBe(true);
    expect(validate({ name: 'a', state: 'developing', score: 'many' })).toBe(false);
  });

  it('that removes a column, or conflicts with rows, is refused, and nothing changes', async () => {
    const lost = await customer((properties, document) => {
      delete properties.remark;
      document.list = { columns: ['name'] };
      delete document.ui;
    });
    await expect(apply('entity', lost, 'customer')).rejects.toMatchObject({
      code: 40934,
      data: { refused: [{ zh: expect.stringContaining('customer.remark') }] },
    });
    const strict = await customer((_, document) => {
      ((document.schema as Document).required as string[]).push('score');
    });
    await expect(apply('entity', strict, 'customer')).rejects.toMatchObject({
      code: 40935,
      data: { breaches: [{ do: 'require', what: 'score', rows: 1 }] },
    });
    expect((await shown('entity', 'customer')).history).toHaveLength(1);
  });

  it('that another user changed in the meantime is not overwritten', async () => {
    const document = await customer((properties) => {
      properties.score = { ...SCORE, maximum: 20 };
    });
    await expect(
      admin.call('studioApply', { body: { kind: 'entity', name: 'customer', document, base: 0 } }),
    ).rejects.toMatchObject({ status: 409, code: 40929 });
  });

  it('that two users apply in parallel is applied once', async () => {
    const { base, document } = await shown('entity', 'customer');
    const changed = (maximum: number) => {
      const copy = structuredClone(document) as { schema: { properties: Properties } };
      copy.schema.properties.score = { ...SCORE, maximum };
      return admin.call('studioApply', { body: { kind: 'entity', name: 'customer', document: copy, base } });
    };
    const [first, second] = await Promise.allSettled([changed(11), changed(12)]);
    expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { code: 40929 } }]);
    await admin.call('studioUndo', { body: { id: (await shown('entity', 'customer')).base } });
  });

  it('that the database aborts halfway changes nothing', async () => {
    const before = await shown('entity', 'customer');
    const document = await customer((properties) => {
      properties.site = {
        type: 'string',
        title: { zh: '站点', en: 'Site' },
        'x-ref': 'station',
        'x-refKey': 'sn',
      };
    });
    const columns = () =>
      runSql(server, "select column_name from information_schema.columns where table_name = 'customer'");
    const count = await columns();
    const { revision } = await admin.call('studioApplied');
    // The column can be added. The foreign key cannot be added while another transaction writes to the other table.
    const letGo = await holdTable(server, 'station', 'row exclusive');
    await expect(apply('entity', document, 'customer')).rejects.toMatchObject({ status: 409, code: 40936 });
    expect(await columns()).toEqual(count);
    await letGo();
    expect((await admin.call('studioApplied')).revision).toBe(revision);
    expect(await shown('entity', 'customer')).toEqual(before);
  });

  it('survives a restart', async () => {
    await server.stop();
    server = await startOn(folder.path);
    admin = await login(server);
    const filter = JSON.stringify({ and: [{ field: 'score', op: 'eq', value: 7 }] });
    expect(await admin.call('getCustomerList', { query: { filter } })).toMatchObject({ total: 1 });
  });

  it('can be reverted: the field is unknown again, its column remains, and a start succeeds', async () => {
    const { base } = await shown('entity', 'customer');
    await admin.call('studioUndo', { body: { id: base } });
    await expect(
      admin.call('customerCreate', { body: { name: 'late', state: 'developing', score: 7 } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ field: '/score' }] });
    await server.stop();
    server = await startOn(folder.path);
    admin = await login(server);
    const rows = (await readRows(server, 'customer', ['score'])).filter(({ score }) => score !== null);
    expect(rows).toEqual([{ score: 7 }]);
    expect(await shown('entity', 'customer')).toMatchObject({ state: 'file', base: 0 });
  });
});

describe('a new entity', () => {
  const template = (kind: string, name: string) =>
    admin.call('studioTemplate', { query: { kind, name } }) as Promise<Document>;

  it('is served with its five calls and its page, without a restart', async () => {
    expect((await request('GET', '/manager/coolingLoop/page')).status).toBe(404);
    await apply('entity', await template('entity', 'coolingLoop'));
    const routes = async () => (await admin.call('getUserMenu')).map(({ route }) => route);
    expect(await routes()).toContain('/main/operation/coolingLoop');
    await apply('page', await template('page', 'coolingLoop'));
    expect(await routes()).toContain('/main/custom/coolingLoop');
    expect(await routes()).not.toContain('/main/operation/coolingLoop');
    const made = await request('POST', '/manager/coolingLoop', { name: 'first' });
    expect(made).toMatchObject({ status: 200, answer: { data: { name: 'first', version: 1 } } });
    const { id } = made.answer.data as { id: number };
    expect((await request('GET', `/manager/coolingLoop/${id}`)).answer.data).toMatchObject({ name: 'first' });
    expect((await request('GET', '/manager/coolingLoop/page?search=fir')).answer.data).toMatchObject({
      total: 1,
    });
    expect((await request('PUT', '/manager/coolingLoop', { id, version: 1, name: 'second' })).status).toBe(
      200,
    );
    expect((await request('PUT', '/manager/coolingLoop', { id, version: 1, name: 'third' })).status).toBe(
      409,
    );
    expect((await request('POST', '/manager/coolingLoop', { name: 'second' })).status).toBe(409);
    const unknown = await request('POST', '/manager/coolingLoop', { name: 'x', colour: 'red' });
    expect(unknown).toMatchObject({ status: 400, answer: { errors: [{ field: '/colour' }] } });
    expect((await request('DELETE', `/manager/coolingLoop/${id}`)).status).toBe(200);
  });

  it('is for users with its permission, and each tenant sees its own records', async () => {
    await request('POST', '/manager/coolingLoop', { name: 'of the first tenant' });
    const tenantId = await makeTenant(server);
    const nobody = await makePerson(server, [tenantId]);
    const some = await makePerson(server, [tenantId], { permissions: ['coolingLoop:list'] });
    const refused = await login(server, nobody.username, PASSWORD);
    expect((await request('GET', '/manager/coolingLoop/page', undefined, refused)).status).toBe(403);
    const allowed = await login(server, some.username, PASSWORD);
    expect(await request('GET', '/manager/coolingLoop/page', undefined, allowed)).toMatchObject({
      status: 200,
      answer: { data: { total: 0 } },
    });
    expect((await request('POST', '/manager/coolingLoop', { name: 'x' }, allowed)).status).toBe(403);
    expect((await fetch(`${server.url}/manager/coolingLoop/page`)).status).toBe(401);
  });

  it('that others refer to cannot be reverted; otherwise it is removed, and can be applied again with its rows', async () => {
    const entity = await shown('entity', 'coolingLoop');
    const page = await shown('page', 'CoolingLoopList');
    await expect(admin.call('studioUndo', { body: { id: entity.base } })).rejects.toMatchObject({
      code: 40939,
    });
    await admin.call('studioUndo', { body: { id: page.base } });
    await admin.call('studioUndo', { body: { id: entity.base } });
    expect((await request('GET', '/manager/coolingLoop/page')).status).toBe(404);
    await apply('entity', entity.document as Document);
    expect((await request('GET', '/manager/coolingLoop/page')).answer.data).toMatchObject({ total: 1 });
  });

  it('is validated at once by a pattern that would block a browser', async () => {
    const document = (await template('entity', 'patterned')) as { schema: { properties: Properties } };
    const { name } = document.schema.properties;
    document.schema.properties.name = { ...name, pattern: '^(a|a)*$', maxLength: 60 };
    await apply('entity', document);
    const save = (text: string) => request('POST', '/manager/patterned', { name: text });
    expect(await save(`${'a'.repeat(50)}!`)).toMatchObject({
      status: 400,
      answer: { errors: [{ field: '/name' }] },
    });
    expect(await save(`${'a'.repeat(5_000)}!`)).toMatchObject({ status: 400 });
    expect(await save('a'.repeat(50))).toMatchObject({ status: 200 });
  });

  it.each([
    ['a table of the platform', { name: 'session' }, '/name'],
    ['the words of other permissions', { name: 'userPermission' }, '/name'],
    ['an address that is answered already', { api: { base: '/manager/customer' } }, '/api/base'],
    ['an address outside the calls', { api: { base: '/main/x' } }, '/api/base'],
    [
      'a field that is SQL',
      { schema: { type: 'object', properties: { 'a) or (1=1': { type: 'integer', minimum: 1 } } } },
      '/schema/properties/a) or (1=1',
    ],
    [
      'a pattern that looks ahead',
      {
        schema: {
          type: 'object',
          properties: { name: { type: 'string', title: { zh: 'n', en: 'n' }, pattern: '^(?=a)b$' } },
        },
      },
      '/schema/properties/name/pattern',
    ],
    [
      'a field of the server',
      { schema: { type: 'object', properties: { name: { type: 'string' }, tenantId: { type: 'integer' } } } },
      '/schema/properties/tenantId',
    ],
  ])('does not take %s', async (_, change, pointer) => {
    const document = { ...(await template('entity', 'harmless')), ...change };
    const { problems } = await admin.call('studioCheck', { body: { kind: 'entity', document } });
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    for (const { zh, en } of problems) expect([zh, en]).not.toContain('');
    await expect(apply('entity', document)).rejects.toMatchObject({ code: 40069 });
  });
});

describe('rights', () => {
  it('reading needs studio:get, checking studio:update, applying an administrator of the platform', async () => {
    const tenantId = await makeTenant(server);
    const viewer = await makePerson(server, [tenantId], { permissions: ['studio:get'] });
    const editor = await makePerson(server, [tenantId], { permissions: ['*'] });
    const looking = await login(server, viewer.username, PASSWORD);
    expect((await looking.call('studioDefinitions')).length).toBeGreaterThan(20);
    const document = await customer((properties) => {
      properties.score = SCORE;
    });
    const body = { kind: 'entity', name: 'customer', document };
    await expect(looking.call('studioCheck', { body })).rejects.toMatchObject({ status: 403, code: 40301 });
    const editing = await login(server, editor.username, PASSWORD);
    expect((await editing.call('studioCheck', { body })).problems).toEqual([]);
    await expect(apply('entity', document, 'customer', editing)).rejects.toMatchObject({ code: 40315 });
  });

  it('every change adds an entry to the audit log', async () => {
    const rows = await runSql(
      server,
      "select distinct action, record_id from audit_log where entity = 'studio' and record_id = 'entity/customer' order by action",
    );
    expect(rows.map(({ action }) => action)).toEqual(['apply', 'undo']);
  });
});

describe('an upgrade of the repository', () => {
  const restart = async (): Promise<void> => {
    await server.stop();
    server = await startOn(folder.path);
    admin = await login(server);
  };

  it('that changed the same file is reported; the applied definition remains', async () => {
    const document = await customer((properties) => {
      properties.score = SCORE;
    });
    await apply('entity', document, 'customer');
    await runSql(
      server,
      "update studio_change set base = 'older' where undone_at is null and name = 'customer'",
    );
    await restart();
    const after = await shown('entity', 'customer');
    expect(after).toMatchObject({
      state: 'conflict',
      document: { schema: { properties: { score: SCORE } } },
    });
    expect((after.repository as { schema: Document }).schema.properties).not.toHaveProperty('score');
    const body = { name: 'still scored', state: 'developing', score: 3 };
    expect(await admin.call('customerCreate', { body })).toMatchObject({ score: 3 });
  });

  it('that conflicts with an applied definition is reported; the server starts with the file', async () => {
    await runSql(
      server,
      `update studio_change set document = replace(document::text, '"customerNature"', '"gone"')::json
        where undone_at is null and name = 'customer'`,
    );
    await restart();
    const after = await shown('entity', 'customer');
    expect(after.state).toBe('invalid');
    expect(after.problems.map(({ pointer }) => pointer)).toEqual(['/schema/properties/nature/x-dictionary']);
    const body = { name: 'unscored', state: 'developing', score: 3 };
    await expect(admin.call('customerCreate', { body })).rejects.toMatchObject({ status: 400 });
    await admin.call('studioUndo', { body: { id: after.base } });
    expect((await shown('entity', 'customer')).state).toBe('file');
  });
});

describe('an exported definition', () => {
  it('equals the file in the repository if nothing was changed', async () => {
    const { document, file } = await shown('entity', 'customer');
    const files = await admin.call('studioExport', { body: { kind: 'entity', document } });
    expect(files.map(({ path }) => path)).toEqual([file]);
    expect(JSON.parse(files[0]!.text)).toEqual(document);
    expect(files[0]!.text.endsWith('}\n')).toBe(true);
  });
});
