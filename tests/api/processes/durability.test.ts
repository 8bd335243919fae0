import { expect, it } from 'vitest';
import { killableServer } from '../../support/server/killableServer.ts';
import { postmasterPid } from '../../support/server/process.ts';
import { ApiFailure, type Client, startedEmbedded } from '../../support/server/server.ts';

const { fresh, start, kill, dataDir } = killableServer(startedEmbedded);

const createCustomer = (client: Client, name: string): Promise<unknown> =>
  client.call('customerCreate', { body: { name, state: 'developing' } });

const STATION = { sn: 'S1', name: 'Durable', timeZone: 'Asia/Shanghai' };

/** The records that the server has acknowledged so far. */
interface Acknowledged {
  customers: string[];
  boardVersion: number;
  over: boolean;
}

/** Ignores a missing answer and errors of the database. Any other refusal is a mistake of the test. */
function unlessRefused(error: unknown): null {
  if (error instanceof ApiFailure && error.status < 500) throw error;
  return null;
}

async function writeBoard(client: Client, so: Acknowledged): Promise<void> {
  const document = { version: 1, widgets: [], layouts: { lg: [] } };
  while (!so.over) {
    const body = { stationSn: STATION.sn, document, version: so.boardVersion };
    const saved = await client.call('kanbanSave', { body }).catch(unlessRefused);
    so.boardVersion = saved?.version ?? so.boardVersion;
  }
}

async function writeCustomers(client: Client, so: Acknowledged): Promise<void> {
  for (let n = 0; !so.over; n++) {
    const name = `customer-${n}`;
    if (await createCustomer(client, name).catch(unlessRefused)) so.customers.push(name);
  }
}

async function readNames(client: Client): Promise<Set<string>> {
  const names = new Set<string>();
  for (let current = 1; ; current++) {
    const page = (await client.call('getCustomerList', { query: { current, size: 200 } })) as {
      records: { name: string }[];
    };
    for (const { name } of page.records) names.add(name);
    if (page.records.length < 200) return names;
  }
}

it.each([
  ['the server', false],
  ['server and database', true],
] as const)('kill -9 of %s while saving loses nothing that was acknowledged', async (_, withDatabase) => {
  const client = await fresh();
  await client.call('stationCreate', { body: STATION });
  const so: Acknowledged = { customers: [], boardVersion: 0, over: false };
  const writing = Promise.all([writeCustomers(client, so), writeBoard(client, so)]);
  await expect.poll(() => Math.min(so.customers.length, so.boardVersion)).toBeGreaterThan(10);
  const postmaster = withDatabase ? postmasterPid(dataDir()) : null;
  const ended = kill('SIGKILL');
  if (postmaster !== null) process.kill(postmaster, 'SIGKILL');
  await ended;
  so.over = true;
  await writing;

  const again = await start();
  const stored = await readNames(again);
  expect(so.customers.filter((name) => !stored.has(name))).toEqual([]);
  const board = await again.call('kanbanGet', { path: { stationSn: STATION.sn } });
  expect(board.version).toBeGreaterThanOrEqual(so.boardVersion);
});

it('kill -9 of the database alone: the server restarts it and continues', async () => {
  const client = await fresh();
  await createCustomer(client, 'before');
  process.kill(postmasterPid(dataDir()), 'SIGKILL');
  await expect
    .poll(() =>
      createCustomer(client, `after-${Date.now()}`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  // The loss of an older connection may be noticed only at its next use.
  await expect
    .poll(() =>
      readNames(client).then(
        (stored) => stored.has('before'),
        () => null,
      ),
    )
    .toBe(true);
});

it('an ordered restart keeps all data', async () => {
  const client = await fresh();
  await createCustomer(client, 'kept');
  expect(await kill('SIGINT')).toBe(0);
  expect((await readNames(await start())).has('kept')).toBe(true);
});
