import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { type Client, login, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

it('an applied version is answered with what held before it', async () => {
  const path = { kind: 'entity', name: 'customer' };
  const { document, base } = await admin.call('studioDefinition', { path });
  const changed = { ...document, title: { zh: '客户', en: 'Client' } };
  await admin.call('studioApply', { body: { ...path, document: changed, base } });
  const { base: id } = await admin.call('studioDefinition', { path });
  expect(await admin.call('studioChange', { path: { id } })).toEqual({
    id,
    document: changed,
    previous: document,
  });
  expect((await ask(admin, 'studioChange', { path: { id: id + 1000 } })).status).toBe(404);
});

it('each kind of definition has a meta schema that says what it may say', async () => {
  const metas = await admin.call('studioMeta');
  expect(metas.map(({ $id }) => $id)).toEqual(
    expect.arrayContaining(['entity.schema.json', 'page.schema.json', 'widget.schema.json']),
  );
});
