import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { listenEvents } from '../../support/calls/inside.ts';
import { type OwnEmbedded, openPlain } from '../../support/server/postgres/postgres.ts';
import { type ServerProcess, spawnServer } from '../../support/server/process.ts';
import { dataFolder, login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeRule, makeSite, send } from '../../support/telemetry/site.ts';

let folder: { path: string; remove(): Promise<void> };
let postgres: OwnEmbedded;
let url = '';
let servers: TestServer[] = [];

/** "Existing PostgreSQL" is a database of this test, which a user without superuser rights reaches over TCP. */
beforeAll(async () => {
  folder = await dataFolder();
  const opened = await openPlain(folder.path, ['site', 'divided']);
  postgres = opened.postgres;
  url = opened.urlOf('site');
  // Both start at once on an empty database. One creates the schema, and the other waits for it.
  const env = { DATABASE_URL: url };
  servers = await Promise.all([startServer({ env }), startServer({ env })]);
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  await postgres?.stop();
  await folder?.remove();
});

describe('two servers over an existing database', () => {
  it('the database listens on loopback if its socket path is too long', () => {
    expect(postgres.connection.host).toBe('127.0.0.1');
  });

  it('show records that the other one saved', async () => {
    const [first, second] = servers as [TestServer, TestServer];
    const here = await login(first);
    await here.call('customerCreate', { body: { name: 'shared', state: 'developing' } });
    const there = await login(second);
    // This user may not create an index for a short word, but still finds it.
    for (const search of ['shared', 'ha', 'h'])
      expect(await there.call('getCustomerList', { query: { search } })).toMatchObject({ total: 1 });
  });

  it('notify each other of changes', async () => {
    const [first, second] = servers as [TestServer, TestServer];
    const listener = listenEvents(second);
    const client = await login(first);
    await client.call('customerCreate', { body: { name: 'told', state: 'developing' } });
    await expect
      .poll(() => listener.events.filter((event) => event.type === 'entity' && event.entity === 'customer'))
      .toMatchObject([{ entity: 'customer', do: 'create' }]);
    listener.stop();
  });

  it('apply and remove a definition that another process applied and reverted', async () => {
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
      await expect.poll(create).toBe(200);
      await there.call('studioUndo', { body: { id } });
      await expect.poll(create).toBe(400);
      await followOthers(there, here);
    } finally {
      other.child.kill('SIGTERM');
      await other.ended;
      await own.remove();
    }
  });

  it('a wrong password is reported in one sentence that does not contain it', async () => {
    const env = { DATABASE_URL: url.replace('p%40ss', 'nonsense') };
    await expect(startServer({ env })).rejects.toThrow(/^the database refuses us: (?!.*nonsense)/);
  });
});

/** Adds and removes a dictionary entry and a call in one process, and waits until the other one follows. */
async function followOthers(there: Client, here: Client): Promise<void> {
  const path = { kind: 'dictionary', name: 'customerNature' };
  const { document, base } = await there.call('studioDefinition', { path });
  const { entries } = document as { entries: object[] };
  const added = { value: 'cooperative', title: { zh: '合作社', en: 'Cooperative' } };
  const body = { ...path, document: { ...document, entries: [...entries, added] }, base };
  const dictionary = await there.call('studioApply', { body });
  let count = 0;
  const create = async () => {
    count += 1;
    const customer = { name: `cooperative ${count}`, state: 'developing', nature: 'cooperative' };
    return (await here.request('customerCreate', { body: customer })).status;
  };
  await expect.poll(create).toBe(200);
  const call = {
    ...{ name: 'cooperatives', title: added.title, method: 'get', path: '/manager/cooperatives' },
    action: { entity: 'customer', do: 'list', as: 'array', where: { nature: 'cooperative' } },
  };
  const applied = await there.call('studioApply', { body: { kind: 'call', document: call, base: 0 } });
  const requestStatus = async () => {
    const headers = { authorization: `Bearer ${here.tokens().main}` };
    return (await here.fetch('/manager/cooperatives', { headers })).status;
  };
  await expect.poll(requestStatus).toBe(200);
  await there.call('studioUndo', { body: { id: applied.base } });
  await expect.poll(requestStatus).toBe(404);
  const moves = [{ entity: 'customer', field: 'nature', from: 'cooperative', to: 'government' }];
  await there.call('studioUndo', { body: { id: dictionary.base, moves } });
  await expect.poll(create).toBe(400);
}

/** Reads the stream until its text matches. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, pattern: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended: ${text}`);
    text += decoder.decode(value, { stream: true });
    const found = pattern.exec(text);
    if (found) return found[0];
  }
}

describe('processes with different tasks', () => {
  const processes = new Map<string, ServerProcess>();
  const addresses = new Map<string, string>();
  let shared: Awaited<ReturnType<typeof dataFolder>>;

  async function start(name: string, roles: string): Promise<void> {
    const env = {
      DATABASE_URL: url.replace(/site$/, 'divided'),
      WATTDECK_ROLES: roles,
      WATTDECK_LOG: 'warn',
    };
    const made = spawnServer(shared.path, { env });
    processes.set(name, made);
    addresses.set(name, await made.ready());
  }

  const at = (name: string): { url: string } => ({ url: addresses.get(name) ?? '' });
  /** Returns the names of the servers that have this lease, which exactly one must have. */
  async function holders(lease: string): Promise<string[]> {
    const leases = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const text = await fetch(`${at(name).url}/metrics`).then(
          (response) => response.text(),
          () => '',
        );
        return text.includes(`wattdeck_lease_held{name="${lease}"} 1`) ? [name] : [];
      }),
    );
    return leases.flat();
  }

  beforeAll(async () => {
    shared = await dataFolder();
    const roles = { screens: 'api', intake: 'ingest', first: 'jobs', second: 'jobs' };
    await Promise.all(Object.entries(roles).map(([name, role]) => start(name, role)));
  });

  afterAll(async () => {
    for (const { child, ended } of processes.values()) {
      child.kill('SIGTERM');
      await ended;
    }
    await shared?.remove();
  });

  it('each answer their own calls, and all report their state', async () => {
    const statusOf = async (name: string, path: string, method = 'GET') =>
      (await fetch(`${at(name).url}${path}`, { method })).status;
    const device = '/api/v1/nobody/telemetry';
    const answers = await Promise.all(
      ['screens', 'intake', 'first'].map(async (name) => [
        (await (await fetch(`${at(name).url}/healthz`)).json()).roles.join(),
        await statusOf(name, device, 'POST'),
        await statusOf(name, '/manager/notice/page'),
        await statusOf(name, '/manager/anything'),
      ]),
    );
    expect(answers).toEqual([
      ['api', 404, 401, 404],
      ['ingest', 401, 404, 404],
      ['jobs', 404, 404, 404],
    ]);
  });

  it('show points and alarms that another one received', async () => {
    const client = await login(at('screens'));
    const { station, device, variable } = await makeSite(client);
    await makeRule(client, { station, variable }, 10);
    const abort = new AbortController();
    const response = await client.fetch(`/ems/api/main/live?stationSns=${station.sn}`, abort);
    const reader = response.body!.getReader();
    const sent = await send(at('intake').url, device, { power: 50 });
    expect(sent.status, processes.get('intake')?.output()).toBe(200);
    await readUntil(reader, /event: points\n.*"value":50/);
    const again = client.call('alarmSummarys', { body: { stationSn: station.sn } });
    if ((await again).total === 0) await readUntil(reader, /event: alarm\n/);
    const { records } = await client.call('alarmSummarys', { body: { stationSn: station.sn } });
    expect(records).toHaveLength(1);
    abort.abort();
  });

  it('run singular tasks in one process, and in another one when that one ends', async () => {
    await expect.poll(() => holders('retention')).toHaveLength(1);
    const [leaseHolder = ''] = await holders('retention');
    processes.get(leaseHolder)?.child.kill('SIGKILL');
    const other = leaseHolder === 'first' ? 'second' : 'first';
    await expect.poll(() => holders('retention')).toEqual([other]);
    await expect.poll(() => processes.get(other)?.output()).toContain('a server process died');
    await start(leaseHolder, 'jobs');
    expect(await holders('retention')).toEqual([other]);
  });
});
