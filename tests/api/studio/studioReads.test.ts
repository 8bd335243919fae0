import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

it('an applied version is returned with the previous one', async () => {
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

it('each kind of definition has a meta schema that describes its content', async () => {
  const metas = await admin.call('studioMeta');
  expect(metas.map(({ $id }) => $id)).toEqual(
    expect.arrayContaining(['entity.schema.json', 'page.schema.json', 'widget.schema.json']),
  );
});

it('returns for how many of the newest records a condition is true, among those that the reader may list', async () => {
  const path = { kind: 'entity', name: 'customer' } as const;
  const { document } = await admin.call('studioDefinition', { path });
  const { schema, ...others } = document as { schema: { properties: Record<string, object> } };
  const hide = (name: string, when: string) => ({
    ...others,
    schema: {
      ...schema,
      properties: { ...schema.properties, [name]: { ...schema.properties[name], 'x-visible': when } },
      'x-rules': [
        {
          check: "name != 'Nobody'",
          at: 'name',
          text: { zh: '不行', en: 'Not this one' },
        },
      ],
    },
  });
  const conditionOf = (name: string) => `name = '${name}'`;
  for (const name of ['Acme', 'Bolt', 'Coil']) await admin.call('customerCreate', { body: { name } });
  const truths = async (client: Client, when: string) => {
    const { truths: checked } = await client.call('studioCheck', {
      body: { kind: 'entity', name: 'customer', document: hide('remark', when) },
    });
    return Object.fromEntries(checked.map(({ pointer, records, holding }) => [pointer, [records, holding]]));
  };
  expect(await truths(admin, conditionOf('Bolt'))).toMatchObject({
    '/schema/properties/remark/x-visible': [3, 1],
    '/schema/x-rules/0': [3, 3],
  });
  expect((await truths(admin, conditionOf('Nobody')))['/schema/properties/remark/x-visible']).toEqual([3, 0]);

  const tenantId = await makeTenant(server);
  const person = async (permissions: string[]) => {
    const { username } = await makePerson(server, [tenantId], { permissions });
    return login(server, username, PASSWORD);
  };
  // Records of other users do not count. Callers who may not list records get no counts.
  const elsewhere = await truths(await person(['*']), conditionOf('Nobody'));
  expect(elsewhere['/schema/properties/remark/x-visible']).toEqual([0, 0]);
  expect(await truths(await person(['studio:update']), conditionOf('Nobody'))).toEqual({});
});
