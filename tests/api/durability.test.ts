import { afterEach, expect, it } from 'vitest';
import { postmasterPid, type ServerProcess, spawnServer } from '../support/process.ts';
import { ApiFailure, type Client, dataFolder, login } from '../support/server.ts';

let dataDir = '';
let server: ServerProcess | null = null;
let remove = async (): Promise<void> => {};

afterEach(async () => {
  server?.child.kill('SIGTERM');
  await server?.ended;
  server = null;
  await remove();
});

async function start(): Promise<Client> {
  server = spawnServer(dataDir);
  return login({ url: await server.ready() });
}

async function fresh(): Promise<Client> {
  ({ path: dataDir, remove } = await dataFolder());
  return start();
}

const customer_create = (client: Client, name: string): Promise<unknown> =>
  client.call('customerCreate', { body: { name, state: 'developing' } });

const STATION = { sn: 'S1', name: 'Durable', timeZone: 'Asia/Shanghai' };

/** Saves the board of a station again and again; answers the last version that was acknowledged. */
async function board_write(client: Client, until: () => boolean): Promise<number> {
  let version = 0;
  while (!until()) {
    const document = { version: 1, widgets: [], layouts: { lg: [] } };
    const saved = await client
      .call('kanbanSave', { body: { stationSn: STATION.sn, document, version } })
      .catch((error: unknown) => {
        if (error instanceof ApiFailure && error.status < 500) throw error;
        return null;
      });
    version = saved?.version ?? version;
  }
  return version;
}

/** Writes until the server is gone; answers the names that it acknowledged. */
async function customers_write(client: Client, until: () => boolean): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let n = 0; !until(); n++) {
    const name = `customer-${n}`;
    try {
      await customer_create(client, name);
      acknowledged.push(name);
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) throw error;
    }
  }
  return acknowledged;
}

async function names_read(client: Client): Promise<Set<string>> {
  const names = new Set<string>();
  for (let current = 1; ; current++) {
    const page = (await client.call('getCustomerList', { query: { current, size: 200 } })) as {
      records: { name: string }[];
    };
    for (const { name } of page.records) names.add(name);
    if (page.records.length < 200) return names;
  }
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

it.each([
  ['the server', false],
  ['server and database', true],
])('kill -9 of %s while saving loses nothing that was acknowledged', async (_, withDatabase) => {
  const client = await fresh();
  let over = false;
  await client.call('stationCreate', { body: STATION });
  const writing = Promise.all([customers_write(client, () => over), board_write(client, () => over)]);
  await sleep(600);
  const postmaster = postmasterPid(dataDir);
  server?.child.kill('SIGKILL');
  if (withDatabase) process.kill(postmaster, 'SIGKILL');
  await server?.ended;
  over = true;
  const [acknowledged, boardVersion] = await writing;
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(boardVersion).toBeGreaterThan(5);

  const again = await start();
  const stored = await names_read(again);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  const board = await again.call('kanbanGet', { path: { stationSn: STATION.sn } });
  expect(board.version).toBeGreaterThanOrEqual(boardVersion);
});

it('kill -9 of the database alone: the server brings it back and goes on', async () => {
  const client = await fresh();
  await customer_create(client, 'before');
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await expect
    .poll(
      () =>
        customer_create(client, `after-${Date.now()}`).then(
          () => true,
          () => false,
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
  const stored = await names_read(client);
  expect(stored.has('before')).toBe(true);
});

it('an ordered restart keeps all data', async () => {
  const client = await fresh();
  await customer_create(client, 'kept');
  server?.child.kill('SIGINT');
  expect(await server?.ended).toBe(0);
  expect((await names_read(await start())).has('kept')).toBe(true);
});
