import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client_open } from '../../server/db/connect.ts';
import { type EmbeddedDatabase, embedded_start } from '../../server/db/embedded/index.ts';
import type { HubEvent } from '../../server/live/hub.ts';
import { createLogger } from '../../server/log.ts';
import { spawnServer } from '../support/process.ts';
import { dataFolder, login, startServer, type TestServer } from '../support/server.ts';

let folder: { path: string; remove(): Promise<void> };
let postgres: EmbeddedDatabase;
let url = '';
let servers: TestServer[] = [];

/** "Existing PostgreSQL": one of our own, reached over TCP by a user who is no superuser. */
beforeAll(async () => {
  folder = await dataFolder();
  // A path that is too long for a socket: the database falls back to the loopback interface.
  const deep = join(folder.path, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  postgres = await embedded_start(deep, createLogger('silent'), () => {});
  const { host, port } = postgres.connection;
  const admin = client_open(postgres.connection);
  await admin.connect();
  await admin.query(`create role plain login createrole password 'p@ss'`);
  await admin.query('create database site owner plain');
  await admin.end();
  url = `postgres://plain:p%40ss@${host}:${port}/site`;
  // Both at once over an empty database: one makes the schema, the other waits for it.
  const env = { DATABASE_URL: url };
  servers = await Promise.all([startServer({ env }), startServer({ env })]);
}, 120_000);

afterAll(async () => {
  for (const server of servers) await server.stop();
  await postgres?.stop();
  await folder?.remove();
});

describe('two servers over an existing database', () => {
  it('the database has no socket path that is too long: it listens on loopback', () => {
    expect(postgres.connection.host).toBe('127.0.0.1');
  });

  it('show what the other one saved', async () => {
    const [first, second] = servers as [TestServer, TestServer];
    const here = await login(first);
    await here.call('customerCreate', { body: { name: 'shared', state: 'developing' } });
    const there = await login(second);
    const page = await there.call('getCustomerList', { query: { search: 'shared' } });
    expect(page).toMatchObject({ total: 1 });
  });

  it('tell each other what changed', async () => {
    const [first, second] = servers as [TestServer, TestServer];
    const heard: HubEvent[] = [];
    const end = second.app.services.hub.subscribe((event) => heard.push(event));
    const client = await login(first);
    await client.call('customerCreate', { body: { name: 'told', state: 'developing' } });
    await expect
      .poll(() => heard.filter(({ type }) => type === 'entity'))
      .toMatchObject([{ entity: 'customer', do: 'create' }]);
    end();
  });

  it('follow a definition that another process applied, and took back', async () => {
    const own = await dataFolder();
    const other = spawnServer(own.path, { env: { DATABASE_URL: url } });
    try {
      const there = await login({ url: await other.ready() });
      const here = await login(servers[0]!);
      const path = { kind: 'entity', name: 'customer' };
      const { document, base } = await there.call('studioDefinition', { path });
      const { schema } = document as { schema: { properties: Record<string, unknown> } };
      schema.properties.rating = { type: 'integer', title: { zh: '评分', en: 'Rating' } };
      const body = { kind: 'entity', name: 'customer', document, base };
      const { base: id } = await there.call('studioApply', { body });
      let count = 0;
      const create = async () => {
        count += 1;
        const made = { name: `rated ${count}`, state: 'developing', rating: 3 };
        return (await here.request('customerCreate', { body: made })).status;
      };
      await expect.poll(create, { timeout: 5_000 }).toBe(200);
      await there.call('studioUndo', { body: { id } });
      await expect.poll(create, { timeout: 5_000 }).toBe(400);
    } finally {
      other.child.kill('SIGTERM');
      await other.ended;
      await own.remove();
    }
  });

  it('a wrong password is one sentence that does not repeat it', async () => {
    const env = { DATABASE_URL: url.replace('p%40ss', 'nonsense') };
    await expect(startServer({ env })).rejects.toThrow(/^the database refuses us: (?!.*nonsense)/);
  });
});
