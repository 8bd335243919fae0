import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('the audit log is written into a file in titles, in the language and on the clock of the screen', async () => {
  const tenant = await makeTenant(server.app.db);
  const { username } = await makePerson(server.app.db, [tenant], { role: 'administrator' });
  const client = await login(server, username, PASSWORD);
  const { id } = await client.call('customerCreate', { body: { name: 'Wuxi Grid', state: 'developing' } });
  await client.call('updateCustomer', { body: { id, version: 1, level: 'VIP' } });
  const query = { entity: 'customer', action: 'update' };
  const [noted] = (await client.call('auditPage', { query })).records;
  const file = async (more: object) => client.request('auditExport', { query: { ...query, ...more } });
  const lines = (await (await file({ lang: 'en', zone: 'Asia/Shanghai' })).text()).split('\r\n');
  const clock = new Date(Date.parse(noted!.at) + 8 * 3_600_000).toISOString();
  expect(lines[1]).toContain(clock.slice(0, 19).replace('T', ' '));
  expect(lines[1]).toContain(',Customer,');
  expect(lines[1]).toContain(',Edited,');
  const made = await (await file({ lang: 'en', action: 'create' })).text();
  expect(made).toMatch(/,Created,[^,]*,,Developing\r/);
  const chinese = await (await file({ lang: 'zh' })).text();
  expect(chinese).toContain(',编辑,');
  expect((await file({ zone: 'Nowhere' })).status).toBe(400);
});
