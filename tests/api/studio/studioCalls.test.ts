/**
 * A user creates a call in the studio. It works immediately, with the permissions and the tenant of its
 * caller, and no longer exists once it is reverted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;

const note = (more: Record<string, object> = {}) =>
  entityOf('siteNote', {
    name: { type: 'string', title: text('Name'), maxLength: 100 },
    place: { type: 'string', title: text('Place'), maxLength: 100 },
    weight: { type: 'integer', title: text('Weight') },
    ...more,
  });

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await define(admin, note());
  for (const [name, place, weight] of [
    ['Gate', 'north', 1],
    ['Roof', 'south', 2],
    ['Yard', 'south', 5],
  ])
    await request('POST', '/manager/siteNote', { name, place, weight });
});
afterAll(() => server?.stop());

async function request(method: string, path: string, body?: object, client: Client | null = admin) {
  const headers = {
    ...(client && { authorization: `Bearer ${client.tokens().main}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await admin.fetch(path, { method, headers, body: body ? JSON.stringify(body) : null });
  return { status: response.status, ...((await response.json()) as { data: never }) };
}

const callOf = (name: string, action: object, more: object = {}) => ({
  ...{ name, title: text(name), method: 'get', path: `/manager/${name}`, action },
  ...more,
});

const heavyNotes = (more: object = {}) =>
  callOf(
    'heavyNotes',
    {
      ...{ entity: 'siteNote', do: 'list', as: 'array', sort: ['name'] },
      where: { place: { path: 'place' }, weight: { atLeast: { query: 'from', optional: true } } },
    },
    { path: '/manager/heavyNotes/{place}', ...more },
  );

type Call = ReturnType<typeof callOf>;

async function apply(document: Call, client = admin): Promise<number> {
  const path = { kind: 'call', name: document.name };
  const found = await admin.call('studioDefinition', { path }).catch(() => null);
  const name = found ? { name: document.name } : {};
  const body = { kind: 'call', ...name, document: { ...document }, base: found?.base ?? 0 };
  return (await client.call('studioApply', { body })).base;
}

async function problems(document: Call): Promise<[string | null, string][]> {
  const { problems: found } = await admin.call('studioCheck', {
    body: { kind: 'call', document: { ...document } },
  });
  return found.map(({ file, pointer }) => [file, pointer]);
}

const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

describe('a call that is written', () => {
  it('is checked like a line of a description', async () => {
    const wrong = callOf('wrongNotes', { entity: 'siteNote', do: 'list', where: { size: 1 } });
    expect(await problems(wrong)).toEqual([[null, '/action/where']]);
    expect(await problems(callOf('wrongNotes', { entity: 'nothing', do: 'list' }))).toEqual([
      [null, '/action/entity'],
    ]);
    const unread = callOf('wrongNotes', { entity: 'siteNote', do: 'list' }, { path: '/manager/x/{place}' });
    expect(await problems(unread)).toHaveLength(1);
  });

  it('has an address and a name that no other call has', async () => {
    const list = { entity: 'siteNote', do: 'list' };
    const usedPaths = ['/manager/customer/getCustomerList', '/manager/siteNote/open', '/main/notes'];
    for (const path of usedPaths)
      expect(await problems(callOf('openNotes', list, { path }))).toEqual([[null, '/path']]);
    expect(await problems(callOf('getCustomerList', list, { path: '/manager/open' }))).toEqual([
      [null, '/name'],
    ]);
  });
});

describe('an applied call', () => {
  it('answers what its conditions select, and is in the description', async () => {
    await apply(heavyNotes());
    expect(names(await request('GET', '/manager/heavyNotes/south'))).toEqual(['Roof', 'Yard']);
    expect(names(await request('GET', '/manager/heavyNotes/south?from=3'))).toEqual(['Yard']);
    expect((await request('GET', '/manager/heavyNotes/south?from=much')).status).toBe(400);
    const { paths } = (await (await admin.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, object>>;
    };
    expect(paths['/manager/heavyNotes/{place}']?.get).toMatchObject({
      ...{ operationId: 'heavyNotes', summary: 'heavyNotes', 'x-permission': 'siteNote:list' },
      parameters: [
        { name: 'place', in: 'path', required: true },
        { name: 'from', in: 'query', required: false, schema: { type: 'integer' } },
      ],
    });
    const { operations } = await admin.call('studioApplied');
    expect(operations.heavyNotes).toMatchObject({ method: 'get', path: '/manager/heavyNotes/{place}' });
  });

  it('is for those with the right on its records, and answers those of their tenant', async () => {
    const tenant = await makeTenant(server);
    await runSql(
      server,
      `insert into site_note (tenant_id, name, place) values (${tenant}, 'Theirs', 'south')`,
    );
    const reader = await makePerson(server, [tenant], { permissions: ['siteNote:list'] });
    const stranger = await makePerson(server, [tenant]);
    const path = '/manager/heavyNotes/south';
    const there = await login(server, reader.username, PASSWORD);
    expect(names(await request('GET', path, undefined, there))).toEqual(['Theirs']);
    const without = await login(server, stranger.username, PASSWORD);
    expect((await request('GET', path, undefined, without)).status).toBe(403);
    expect((await request('GET', path, undefined, null)).status).toBe(401);
  });

  it('answers a role with the right on its own records those alone', async () => {
    const { userId, username } = await makePerson(server, [1], { permissions: ['siteNote:list@own'] });
    await runSql(server, `update site_note set created_by = ${userId} where name = 'Roof'`);
    const owner = await login(server, username, PASSWORD);
    expect(names(await request('GET', '/manager/heavyNotes/south', undefined, owner))).toEqual(['Roof']);
  });

  it('is changed by another version, and writes where its action does', async () => {
    await apply(heavyNotes({ path: '/manager/heavyNotes/at/{place}' }));
    expect((await request('GET', '/manager/heavyNotes/south')).status).toBe(404);
    expect(names(await request('GET', '/manager/heavyNotes/at/north'))).toEqual(['Gate']);
    await apply(
      callOf(
        'moveNote',
        { entity: 'siteNote', do: 'set', values: { place: { body: 'to' } } },
        { method: 'put', path: '/manager/moveNote/{id}' },
      ),
    );
    expect((await request('PUT', '/manager/moveNote/1', { to: 'east' })).status).toBe(200);
    expect(names(await request('GET', '/manager/heavyNotes/at/east'))).toEqual(['Gate']);
  });

  it('holds the fields that it names, and is not taken for the list of its records', async () => {
    const { problems: found } = await admin.call('studioCheck', {
      body: {
        ...{ kind: 'entity', name: 'siteNote' },
        document: entityOf('siteNote', { name: { type: 'string', title: text('Name'), maxLength: 100 } }),
      },
    });
    expect(found.map(({ file }) => file)).toContain('schemas/calls/heavyNotes.json');
    expect((await request('GET', '/manager/siteNote/page')).status).toBe(200);
  });

  it('goes when it is undone, and only an administrator of the platform does either', async () => {
    const { username } = await makePerson(server, [1], { permissions: ['studio:get', 'studio:update'] });
    const editor = await login(server, username, PASSWORD);
    await expect(apply(callOf('otherNotes', heavyNotes().action), editor)).rejects.toMatchObject({
      code: 40315,
    });
    const path = { kind: 'call', name: 'heavyNotes' };
    const { history } = await admin.call('studioDefinition', { path });
    for (const { id } of history) await admin.call('studioUndo', { body: { id } });
    for (const place of ['at/north', 'north'])
      expect((await request('GET', `/manager/heavyNotes/${place}`)).status).toBe(404);
  });
});

describe('a call of the repository', () => {
  const path = { kind: 'call', name: 'monitorServerAll' };

  it('is exported as its file, and changed in the repository alone', async () => {
    const { document, file, state } = await admin.call('studioDefinition', { path });
    expect([file, state]).toEqual(['schemas/calls/monitorServerAll.json', 'file']);
    const [exported] = await admin.call('studioExport', { body: { kind: 'call', document } });
    expect(exported?.path).toBe(file);
    const { problems: found } = await admin.call('studioCheck', {
      body: { kind: 'call', name: 'monitorServerAll', document: { ...document, path: '/manager/atWork' } },
    });
    expect(found).toMatchObject([{ file: null, pointer: '' }]);
    expect(await admin.call('monitorServerAll')).toEqual([]);
  });
});
